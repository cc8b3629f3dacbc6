import { invalid } from '../domain/problem.ts'
import { patientPageLimit, readBytes } from './body.ts'
import { requireMediaType } from './media-type.ts'

/** The two ways in which a form is sent. Mailboxes use both (RFC 8058 §3.1). */
const formTypes = ['application/x-www-form-urlencoded', 'multipart/form-data']

/**
 * Reads the form in a request's body, of at most 16 KiB. Returns a function that gives the value of a field, or null.
 * @throws `payload_too_large`; `unsupported_media_type`; `validation_failed` with path `""` for a body that is no form.
 */
export async function readForm(request: Request): Promise<(name: string) => string | null> {
  const form = await formOf(request)
  return (name) => {
    const value = form.get(name)
    return typeof value === 'string' ? value : null
  }
}

/** The fields of a form in their order. `readForm` may have read the form before. @throws as `readForm`. */
export async function fieldsOf(
  request: Request,
): Promise<readonly (readonly [name: string, value: string])[]> {
  return [...(await formOf(request)).entries()].filter(
    (field): field is [string, string] => typeof field[1] === 'string',
  )
}

type Form = Awaited<ReturnType<Response['formData']>>

/** The forms that were read. They are kept, because a body can be read only once. */
const forms = new WeakMap<Request, Promise<Form>>()

const formOf = (request: Request): Promise<Form> => forms.getOrInsertComputed(request, readOnce)

async function readOnce(request: Request): Promise<Form> {
  const type = request.headers.get('content-type') ?? ''
  requireMediaType(request, formTypes, `The body is not a form. Send it as ${formTypes[0]}.`)
  const bytes = await readBytes(request, patientPageLimit)
  try {
    return await new Response(bytes, { headers: { 'content-type': type } }).formData()
  } catch {
    throw invalid([{ path: '', message: 'is not a form' }])
  }
}
