import { swagger } from '@elysiajs/swagger'
import { type AnyElysia, Elysia } from 'elysia'
import { bodyLimit } from './body.ts'

const description = `
The clinic practice API that a small practice runs by itself: patients, notes, tags, appointments and free slots.

Send \`Authorization: Bearer <token>\` with every request; *Authorize* does it for this page. An API token needs the
scope that the operation names: \`read\`, \`write\` or \`settings\`. Every success is
\`{ data, requestId }\`, every problem \`{ error: { code, status, message, details? }, requestId }\`. Bodies are
strict JSON of at most ${bodyLimit / 1024 / 1024} MiB: a field that is not known is refused by name. Dates and times are RFC 3339,
answered in UTC. An id in a path that is malformed, unknown, deleted or another practice's is always
the same 404; in a body it is the same 400, and as a filter it finds nothing.
`.trim()

/** In the order of the day's work. */
const tags = [
  { name: 'Patients', description: 'The people who are treated.' },
  { name: 'Notes', description: 'What was written about a patient, with every earlier version.' },
  { name: 'Tags', description: 'Labels for patients.' },
  { name: 'Appointments', description: 'The calendar: bookings, reminders, blocks, and what is free.' },
  { name: 'Chairs', description: 'Where appointments take place.' },
  { name: 'Reminders', description: 'What became of reminders to patients, and how they are worded.' },
  { name: 'Practice', description: 'Who is calling, and how the practice works.' },
  { name: 'Members', description: 'The people who work at the practice.' },
  { name: 'Account', description: 'My own passkeys, sessions and API tokens.' },
]

interface Content {
  content?: Record<string, { schema?: ProblemSchema }>
}
interface ProblemSchema {
  description?: string
  properties?: { error?: { properties: { code: { enum: string[] } } } }
}
type Response = Content & { description?: string | undefined; $ref?: string }
interface Operation {
  parameters?: { example?: unknown; examples?: unknown[] }[]
  requestBody?: Content & { required?: boolean }
  responses: Record<string, Response>
}
interface OpenApi {
  openapi: string
  components: Record<string, unknown>
  paths: Record<string, Record<string, Operation>>
}

/** The OpenAPI 3.1 document of these routes, made from the very schemas that check them. */
export async function describe(api: AnyElysia, version: string): Promise<OpenApi> {
  const describer = new Elysia().use(api).use(
    swagger({
      path: '/describe',
      documentation: {
        info: { title: 'chairside', version, description },
        tags,
        security: [{ token: [] }],
        components: {
          securitySchemes: {
            token: {
              type: 'http',
              scheme: 'bearer',
              description: 'An API token, `ck_…`, or a session token, `cs_…`.',
            },
          },
        },
      },
    }),
  )
  const described = await describer.handle(new Request('http://localhost/describe/json'))
  return tidied((await described.json()) as OpenApi)
}

/**
 * Elysia's plugin claims forms and plain text for every body and leaves out what OpenAPI wants said: JSON alone
 * goes in and out here, TypeBox's null is OpenAPI 3.1's, and problems that many routes share are written once.
 */
function tidied(document: OpenApi): OpenApi {
  const problems: Record<string, Response> = {}
  for (const operation of Object.values(document.paths).flatMap((path) => Object.values(path))) {
    for (const parameter of operation.parameters ?? []) {
      parameter.example = parameter.examples?.[0]
      delete parameter.examples
    }
    if (operation.requestBody) {
      jsonOnly(operation.requestBody)
      operation.requestBody.required = true
    }
    for (const [status, response] of Object.entries(operation.responses)) {
      jsonOnly(response)
      if (status in successes) {
        response.description = successes[status]
        continue
      }
      const { schema } = response.content!['application/json']!
      const name = schema!.properties!.error!.properties.code.enum.join('-or-')
      problems[name] = response
      operation.responses[status] = { $ref: `#/components/responses/${name}` }
    }
  }
  return {
    ...document,
    openapi: '3.1.0',
    components: { securitySchemes: document.components.securitySchemes, responses: problems },
  }
}

const successes: Record<string, string> = { 200: 'Done.', 201: 'Created.' }

function jsonOnly(part: Content): void {
  const json = part.content?.['application/json']
  if (json) part.content = { 'application/json': json }
}
