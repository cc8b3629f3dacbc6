import { expect, test } from 'bun:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import { clinic } from '../support/clinic.ts'
import {
  bodySchema,
  document,
  exampleOf,
  faultsIn,
  fileOf,
  type Operation,
  openOperations,
  operations,
  type Schema,
  served,
} from '../support/openapi.ts'

const nameOf = ({ method, path }: Operation) => `${method} ${path}`

/** Yields a schema and every schema inside it. */
function* schemasIn(schema: Schema): Generator<Schema> {
  yield schema
  for (const inner of [...Object.values(schema.properties ?? {}), ...(schema.anyOf ?? [])])
    yield* schemasIn(inner)
  if (schema.items) yield* schemasIn(schema.items)
}

test('the OpenAPI document is valid', async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(served) as never)
  expect(errors ?? []).toEqual([])
  expect(valid).toBe(true)
  expect(document.openapi).toStartWith('3.1')
})

test('the OpenAPI document is served as JSON, with and without a token', async () => {
  await using c = await clinic()
  for (const call of [c.anonymous, c.owner.call]) {
    const answer = await call('GET', '/openapi.json')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toStartWith('application/json')
  }
})

test('§4 Every operation is in the OpenAPI document at `/openapi.json`, and the document has no other operations.', async () => {
  await using c = await clinic()
  const routes = c.app.routes
    .filter(({ path }) => path.startsWith('/api/v1'))
    .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`)
  expect([...operations, ...openOperations].map(nameOf).sort()).toEqual(routes.sort())
})

test('the OpenAPI document contains every operation that the service promises', () => {
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

/** The only operation that can answer with an event stream. */
const withEvents = 'GET /api/v1/changes'

/** The media types of the only operation that takes a file. */
const files = ['text/csv', 'text/tab-separated-values']

test('in the OpenAPI document, bodies and answers are JSON, except for one file and one event stream', () => {
  for (const operation of operations) {
    const contents = [operation.requestBody, ...Object.values(operation.responses)].map(
      (part) => part?.content,
    )
    for (const response of Object.values(document.components.responses)) contents.push(response.content)
    for (const content of contents)
      if (content) {
        const types = Object.keys(content).filter(
          (type) => nameOf(operation) !== withEvents || type !== 'text/event-stream',
        )
        expect(types, nameOf(operation)).toEqual(
          content === operation.requestBody?.content && fileOf(operation) ? files : ['application/json'],
        )
      }
  }
  const { content } = operations.find((one) => nameOf(one) === withEvents)!.responses[200]!
  expect(Object.keys(content!)).toEqual(['application/json', 'text/event-stream'])
})

test('every operation of the OpenAPI document has one described tag, a summary and a unique name', () => {
  const described = document.tags.filter(({ description }) => description).map(({ name }) => name)
  for (const operation of operations) {
    expect(operation.tags, nameOf(operation)).toHaveLength(1)
    expect(described).toContain(operation.tags![0]!)
    expect(operation.summary, nameOf(operation)).toMatch(/^[A-Z][^.]+$/)
    expect(operation.description, nameOf(operation)).toMatch(/^[A-Z`1-9].*\.$/s)
  }
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length)
  expect(new Set(operations.map(({ summary }) => summary)).size).toBe(operations.length)
  expect(new Set([...operations, ...openOperations].flatMap(({ tags }) => tags))).toEqual(new Set(described))
})

test("§7 Each operation's refusals are in the OpenAPI document, with status and code.", () => {
  for (const operation of operations) {
    const statuses = Object.keys(operation.responses)
    const body = bodySchema(operation) ? ['400', '413', '415'] : []
    const id = operation.path.includes('{') ? ['404'] : []
    expect(statuses, nameOf(operation)).toEqual(
      expect.arrayContaining(['401', '429', '500', '503', ...body, ...id]),
    )
    // A dry run has the status 200, and the real request has 201.
    const canBeDry = operation.parameters.some(({ name }) => name === 'dryRun')
    expect(statuses.filter((status) => status.startsWith('2'))).toHaveLength(canBeDry ? 2 : 1)
  }
})

/** The path of these operations contains everything that they need. */
const withoutBody = [
  'POST /api/v1/patients/{patientId}/tags/{tagId}',
  'POST /api/v1/me/passkeys/options',
  'POST /api/v1/me/passkey-check/options',
  'POST /api/v1/me/sign-out',
  'POST /api/v1/reminders/{reminderId}/retry',
  'POST /api/v1/archive/{archiveId}/restore',
  'POST /api/v1/webhooks/{webhookId}/test',
  'POST /api/v1/imports/{importId}/dry-run',
  'POST /api/v1/imports/{importId}/commit',
  'POST /api/v1/imports/{importId}/undo',
]

test('every write needs a body with an example for each required field, except for a few listed operations', () => {
  for (const operation of operations) {
    const writes = ['POST', 'PATCH'].includes(operation.method) && !withoutBody.includes(nameOf(operation))
    expect(operation.requestBody !== undefined, nameOf(operation)).toBe(writes)
    if (!writes) continue
    expect(operation.requestBody!.required).toBe(true)
    if (fileOf(operation)) continue
    const schema = bodySchema(operation)!
    expect(exampleOf(schema)).toBeObject()
    for (const field of schema.required ?? [])
      expect(schema.properties![field]!.examples, `${nameOf(operation)} ${field}`).not.toBeEmpty()
    // New versions of the WebAuthn standard may add fields to the answer of an authenticator.
    const { response: _, ...ours } = schema.properties!
    for (const { type, properties, ...inner } of schemasIn({ ...schema, properties: ours }))
      if (type === 'object') expect(inner, nameOf(operation)).toHaveProperty('additionalProperties', false)
  }
})

test('every parameter of the OpenAPI document is described, and path parameters are required', () => {
  for (const operation of operations) {
    const inPath = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
    const declared = operation.parameters.filter((parameter) => parameter.in === 'path')
    expect(declared.map(({ name }) => name).sort()).toEqual(inPath.sort())
    for (const parameter of operation.parameters) {
      if (parameter.in === 'path') expect(parameter.required).toBe(true)
      expect(parameter.description, `${nameOf(operation)} ${parameter.name}`).toMatch(/^[A-Z].*\.$/)
    }
  }
})

test('§8 The longest length of each text is in the OpenAPI document.', () => {
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

/** Yields every schema of the document: the named schemas, and the schemas of bodies and answers. */
function* everySchema(): Generator<[where: string, schema: Schema]> {
  for (const [name, schema] of Object.entries(document.components.schemas))
    for (const inner of schemasIn(schema)) yield [name, inner]
  for (const operation of operations)
    for (const part of [operation.requestBody, ...Object.values(operation.responses)])
      for (const { schema } of Object.values(part?.content ?? {}))
        for (const inner of schemasIn(schema)) yield [nameOf(operation), inner]
}

test('every named schema and every field of the OpenAPI document is described in full sentences', () => {
  for (const [name, { description }] of Object.entries(document.components.schemas))
    expect(description, name).toMatch(/^[A-Z].*\.$/s)
  let fields = 0
  for (const [where, { properties }] of everySchema())
    for (const [field, { description }] of Object.entries(properties ?? {})) {
      expect(description, `${where}: ${field}`).toMatch(/^[A-Z`].*\.$/s)
      fields++
    }
  expect(fields).toBeGreaterThan(500)
})

test('the schemas of records, bodies and problems have clear names in the OpenAPI document', () => {
  const { schemas } = served.components
  expect(Object.keys(schemas)).toEqual(
    expect.arrayContaining([
      ...['Patient', 'PatientList', 'Note', 'NoteRevision', 'Appointment', 'Slot', 'Chair', 'Tag'],
      ...['Practice', 'Pack', 'PatientStatus', 'WorkingHours', 'Member', 'Session', 'ApiToken', 'Passkey'],
      ...['Reminder', 'ReminderSettings', 'Me', 'Problem', 'ProblemDetail', 'Deleted'],
      ...['CreatePatient', 'UpdatePatient', 'CreateNote', 'UpdateNote', 'CreateAppointment'],
      ...['UpdateAppointment', 'CreateChair', 'UpdateChair', 'CreateTag', 'UpdateTag', 'UpdatePractice'],
    ]),
  )
  for (const { operationId, requestBody, responses } of Object.values(served.paths).flatMap((item) =>
    Object.values(item),
  )) {
    const refOf = (schema: Schema | undefined) => (schema as { $ref?: string } | undefined)?.$ref
    if (requestBody && 'application/json' in requestBody.content)
      expect(refOf(requestBody.content['application/json']!.schema), operationId).toStartWith(
        '#/components/schemas/',
      )
    const done = responses['200'] ?? responses['201']
    const { data } = done!.content!['application/json']!.schema.properties!
    expect(refOf(data), operationId).toStartWith('#/components/schemas/')
  }
  for (const { content } of Object.values(served.components.responses).filter(({ content }) => content))
    expect(content!['application/json']!.schema).toEqual({ $ref: '#/components/schemas/Problem' } as object)
})

test('the OpenAPI document contains only standard formats, and none of our own keywords', () => {
  const known = ['date', 'date-time', 'uuid', 'email']
  for (const [where, schema] of everySchema()) {
    const { format } = schema as { format?: string }
    if (format !== undefined) expect(known, where).toContain(format)
    expect(schema, where).not.toHaveProperty('x-documented')
    expect(schema, where).not.toHaveProperty('title')
  }
})

test('in the OpenAPI document, `metadata` is an object with any fields', () => {
  for (const name of ['Patient', 'Appointment'])
    expect(document.components.schemas[name]!.properties!.metadata).toMatchObject({
      type: 'object',
      additionalProperties: true,
    })
})

test('every example in the OpenAPI document fits its schema', () => {
  let examples = 0
  for (const operation of operations) {
    const name = nameOf(operation)
    const fits = ({ schema, example }: { schema: Schema; example?: unknown }, way: 'sent' | 'answered') => {
      expect(example, name).toBeDefined()
      expect(faultsIn(schema, example, way), name).toEqual([])
      expect(faultsIn(schema, exampleOf(schema), way), name).toEqual([])
      for (const inner of schemasIn(schema))
        for (const example of inner.examples ?? []) expect(faultsIn(inner, example, way), name).toEqual([])
      examples++
    }
    for (const content of Object.values(operation.requestBody?.content ?? {})) fits(content, 'sent')
    for (const { content } of Object.values(operation.responses))
      if (content) fits(content['application/json']!, 'answered')
    for (const { name: parameter, schema, example } of operation.parameters)
      if (example !== undefined) expect(faultsIn(schema, example, 'sent'), `${name} ${parameter}`).toEqual([])
  }
  expect(examples).toBeGreaterThan(100)
})

test('the example errors of the OpenAPI document are the errors that the service sends', async () => {
  const share = { perSecond: 0.001, burst: 4, inFlight: 1, waiting: 1 }
  await using c = await clinic({ rateLimit: { perMinute: 60, share } })
  const { call } = c.owner
  const path = '/api/v1/tags'
  const id = '01970000-0000-7000-8000-00000000000f'
  const sent = {
    NotFound: await call('GET', `${path}/${id}`),
    Unauthorized: await c.anonymous('GET', path),
    Forbidden: await c.assistant.call('POST', '/api/v1/chairs', { name: 'Chair' }),
    PayloadTooLarge: await call('POST', path, 'x'.repeat(1024 * 1024 + 1)),
    UnsupportedMediaType: await call('POST', path, '{}', { 'content-type': 'text/plain' }),
    ValidationFailed: await call('POST', path, {}),
    RateLimited: await call('GET', path),
  }
  for (const [name, { body }] of Object.entries(sent)) {
    const shown = document.components.responses[name]!.content!['application/json']!.example
    const { details: _, ...expected } = body.error
    expect((shown as typeof body).error, name).toMatchObject(expected)
  }
  const { example } = document.components.responses.Conflict!.content!['application/json']!
  expect(example).not.toHaveProperty('error.details')
})

test('§8 Every list in a body has a bound, which is in the OpenAPI document.', () => {
  const bodies = operations.flatMap((operation) => {
    const body = bodySchema(operation)
    return body ? [...schemasIn(body)].map((schema) => ({ of: nameOf(operation), schema })) : []
  })
  const lists = bodies.filter(({ schema }) => schema.type === 'array')
  expect(lists.length).toBeGreaterThan(5)
  for (const { of, schema } of lists) expect(schema, of).toHaveProperty('maxItems')
})

test('every answer in the OpenAPI document names its headers', () => {
  for (const operation of operations)
    for (const [status, { headers }] of Object.entries(operation.responses)) {
      const expected = ['X-Request-Id']
      if (status === '401') expected.push('WWW-Authenticate')
      if (status === '429') expected.push('Retry-After')
      expect(Object.keys(headers), `${nameOf(operation)} ${status}`).toEqual(expect.arrayContaining(expected))
    }
})

test('the bearer token is the only authentication in the OpenAPI document', () => {
  const { components, security } = document as unknown as Record<string, Record<string, object>>
  expect(Object.values(components!.securitySchemes!)).toEqual([
    expect.objectContaining({ type: 'http', scheme: 'bearer' }),
  ])
  expect(security).toEqual([{ [Object.keys(components!.securitySchemes!)[0]!]: [] }] as never)
})
