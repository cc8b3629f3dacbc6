import { success } from './answers.ts'
import type { Clinic, Member } from './clinic.ts'

/** The parameters of an upload. */
interface Bringing {
  readonly kind?: 'patients' | 'appointments' | 'notes'
  readonly name?: string
  readonly type?: string
  readonly by?: Member
}

/** Uploads a file. Returns the answer without a check. */
export async function upload(
  c: Clinic,
  file: string | Uint8Array,
  { kind = 'patients', name = 'Cliniko', type = 'text/csv', by = c.owner }: Bringing = {},
) {
  const request = new Request(
    `http://localhost/api/v1/imports?kind=${kind}&name=${encodeURIComponent(name)}`,
    {
      method: 'POST',
      headers: { authorization: `Bearer ${by.token}`, 'content-type': type },
      body: file as string,
    },
  )
  const response = await c.app.handle(request)
  const text = await response.text()
  const body = JSON.parse(text)
  return { status: response.status, headers: response.headers, text, body, data: body.data }
}

/** Uploads a file, and waits until the service has read it. Returns the import. */
export async function bring(c: Clinic, file: string | Uint8Array, how: Bringing = {}) {
  const { id } = success(await upload(c, file, how), 201)
  await c.importer.idle()
  return look(c, id)
}

/** The import as it is now. */
export const look = async (c: Clinic, id: string) =>
  success(await c.owner.call('GET', `/api/v1/imports/${id}`))

/** Changes an import. Returns the changed import. */
export const decide = async (c: Clinic, id: string, body: object) =>
  success(await c.owner.call('PATCH', `/api/v1/imports/${id}`, body))

/** Starts a dry run, a commit or an undo of an import, and waits for its end. Returns the import. */
export async function act(c: Clinic, id: string, what: 'dry-run' | 'commit' | 'undo') {
  success(await c.owner.call('POST', `/api/v1/imports/${id}/${what}`))
  await c.importer.idle()
  return look(c, id)
}

/** The rows of an import. */
export const rowsOf = async (c: Clinic, id: string, outcome?: string) =>
  success(
    await c.owner.call('GET', `/api/v1/imports/${id}/rows?limit=100${outcome ? `&outcome=${outcome}` : ''}`),
  ).rows as {
    line: number
    outcome: string
    reason: string | null
    field: string | null
    recordId: string | null
    sameAsLine: number | null
  }[]

/** Uploads a file, makes a dry run, and commits the import. Returns the import. */
export async function importFile(c: Clinic, file: string | Uint8Array, how: Bringing = {}) {
  const { id } = await bring(c, file, how)
  await act(c, id, 'dry-run')
  return act(c, id, 'commit')
}

/** The counts of an import by outcome. */
export const countsOf = ({ counts }: { counts: { outcome: string; rows: number }[] }) =>
  Object.fromEntries(counts.map(({ outcome, rows }) => [outcome, rows]))
