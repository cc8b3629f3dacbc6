import { expect, test } from 'bun:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import { clinic } from '../support/clinic.ts'
import {
  bodySchema,
  document,
  exampleOf,
  type Operation,
  operations,
  type Schema,
} from '../support/openapi.ts'

const nameOf = ({ method, path }: Operation) => `${method} ${path}`

/** Every schema inside a schema, itself included. */
function* schemasIn(schema: Schema): Generator<Schema> {
  yield schema
  for (const inner of [...Object.values(schema.properties ?? {}), ...(schema.anyOf ?? [])])
    yield* schemasIn(inner)
  if (schema.items) yield* schemasIn(schema.items)
}

test('the document is valid OpenAPI', async () => {
  const { valid, errors } = await new Validator().validate(JSON.parse(JSON.stringify(document)))
  expect(errors ?? []).toEqual([])
  expect(valid).toBe(true)
  expect(document.openapi).toStartWith('3.1')
})

test('the document is served to everyone, as JSON', async () => {
  await using c = await clinic()
  for (const call of [c.anonymous, c.owner.call]) {
    const answer = await call('GET', '/openapi.json')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toStartWith('application/json')
  }
})

test('every route of the service is in the document, and nothing else', async () => {
  await using c = await clinic()
  const routes = c.app.routes
    .filter(({ path }) => path.startsWith('/api/v1'))
    .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`)
  expect(operations.map(nameOf).sort()).toEqual(routes.sort())
})

test('every operation that the service promises is in the document', () => {
  const promised = [
    'GET /api/v1/patients',
    'POST /api/v1/patients',
    'GET /api/v1/patients/{patientId}',
    'PATCH /api/v1/patients/{patientId}',
    'DELETE /api/v1/patients/{patientId}',
    'POST /api/v1/patients/{patientId}/tags/{tagId}',
    'GET /api/v1/patients/{patientId}/notes',
    'POST /api/v1/patients/{patientId}/notes',
    'PATCH /api/v1/patients/{patientId}/notes/{noteId}',
    'DELETE /api/v1/patients/{patientId}/notes/{noteId}',
    'GET /api/v1/appointments',
    'POST /api/v1/appointments',
    'GET /api/v1/appointments/{appointmentId}',
    'PATCH /api/v1/appointments/{appointmentId}',
    'DELETE /api/v1/appointments/{appointmentId}',
    'GET /api/v1/appointments/availability',
    'GET /api/v1/me',
  ]
  expect(operations.map(nameOf)).toEqual(expect.arrayContaining(promised))
})

test('only JSON goes in and out', () => {
  for (const operation of operations) {
    const contents = [operation.requestBody, ...Object.values(operation.responses)].map(
      (part) => part?.content,
    )
    for (const response of Object.values(document.components.responses)) contents.push(response.content)
    for (const content of contents)
      if (content) expect(Object.keys(content), nameOf(operation)).toEqual(['application/json'])
  }
})

test('every operation has one described tag, a summary and a name of its own', () => {
  const described = document.tags.filter(({ description }) => description).map(({ name }) => name)
  for (const operation of operations) {
    expect(operation.tags, nameOf(operation)).toHaveLength(1)
    expect(described).toContain(operation.tags![0]!)
    expect(operation.summary, nameOf(operation)).toMatch(/^[A-Z][^.]+$/)
  }
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length)
  expect(new Set(operations.map(({ summary }) => summary)).size).toBe(operations.length)
  expect(new Set(operations.flatMap(({ tags }) => tags))).toEqual(new Set(described))
})

test('every operation says that it may be refused or fail', () => {
  for (const operation of operations) {
    const statuses = Object.keys(operation.responses)
    const body = bodySchema(operation) ? ['400', '413', '415'] : []
    const id = operation.path.includes('{') ? ['404'] : []
    expect(statuses, nameOf(operation)).toEqual(expect.arrayContaining(['401', '500', ...body, ...id]))
    expect(statuses.filter((status) => status.startsWith('2'))).toHaveLength(1)
    for (const { $ref } of Object.values(operation.responses))
      if ($ref) expect(document.components.responses).toHaveProperty([$ref.split('/').at(-1)!])
  }
})

/** What these change is said by their path. */
const withoutBody = [
  'POST /api/v1/patients/{patientId}/tags/{tagId}',
  'POST /api/v1/me/passkeys/options',
  'POST /api/v1/me/passkey-check/options',
  'POST /api/v1/me/sign-out',
  'POST /api/v1/reminders/{reminderId}/retry',
]

test('every write but a few has a body, required, with an example that fits each of its fields', () => {
  for (const operation of operations) {
    const writes = ['POST', 'PATCH'].includes(operation.method) && !withoutBody.includes(nameOf(operation))
    expect(operation.requestBody !== undefined, nameOf(operation)).toBe(writes)
    if (!writes) continue
    expect(operation.requestBody!.required).toBe(true)
    const schema = bodySchema(operation)!
    expect(exampleOf(schema)).toBeObject()
    for (const field of schema.required ?? [])
      expect(schema.properties![field]!.examples, `${nameOf(operation)} ${field}`).not.toBeEmpty()
    // What an authenticator answers grows with its standard.
    const { response: _, ...ours } = schema.properties!
    for (const { type, properties, ...inner } of schemasIn({ ...schema, properties: ours }))
      if (type === 'object') expect(inner, nameOf(operation)).toHaveProperty('additionalProperties', false)
  }
})

test('every parameter is described or has an example, and those of paths are required', () => {
  for (const operation of operations) {
    const inPath = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
    const declared = operation.parameters.filter((parameter) => parameter.in === 'path')
    expect(declared.map(({ name }) => name).sort()).toEqual(inPath.sort())
    for (const parameter of operation.parameters) {
      if (parameter.in === 'path') expect(parameter.required).toBe(true)
      expect(
        parameter.description ?? parameter.example,
        `${nameOf(operation)} ${parameter.name}`,
      ).toBeDefined()
    }
  }
})

test('the caps of texts are in the document', () => {
  const caps = (path: string, fields: string[]) => {
    const { properties } = bodySchema(
      operations.find((operation) => nameOf(operation) === `POST /api/v1${path}`)!,
    )!
    return fields.map((field) => {
      const [schema] = [...schemasIn(properties![field]!)].filter((inner) => 'maxLength' in inner)
      return (schema as { maxLength?: number } | undefined)?.maxLength
    })
  }
  expect(caps('/patients', ['firstName', 'lastName', 'gender', 'address'])).toEqual([200, 200, 1000, 1000])
  expect(caps('/patients/{patientId}/notes', ['title', 'body'])).toEqual([200, 100_000])
  expect(caps('/appointments', ['title', 'color', 'serviceRef', 'notes'])).toEqual([200, 1000, 1000, 100_000])
  expect(caps('/tags', ['name'])).toEqual([200])
  expect(caps('/chairs', ['name'])).toEqual([200])
})

test('the bearer token is the one way in that the document knows', () => {
  const { components, security } = document as unknown as Record<string, Record<string, object>>
  expect(Object.values(components!.securitySchemes!)).toEqual([
    expect.objectContaining({ type: 'http', scheme: 'bearer' }),
  ])
  expect(security).toEqual([{ [Object.keys(components!.securitySchemes!)[0]!]: [] }] as never)
})
