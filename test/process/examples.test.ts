import { expect, test } from 'bun:test'
import { serving } from '../support/serving.ts'

interface Operation {
  readonly responses: object
  readonly parameters?: { in: string; name: string; required: boolean; example?: unknown }[]
  readonly requestBody?: {
    content: { 'application/json': { schema: { properties: Record<string, Schema> } } }
  }
}
interface Schema {
  readonly examples?: unknown[]
  readonly anyOf?: Schema[]
}

const exampleOf = (schema: Schema): unknown => schema.examples?.[0] ?? schema.anyOf?.map(exampleOf)[0]

/** These operations need a session. Swagger UI mostly has an API token. */
const signedInOnly = [
  'post /api/v1/me/sign-out',
  'post /api/v1/me/passkeys',
  'post /api/v1/me/passkeys/options',
  'patch /api/v1/me/passkeys/{passkeyId}',
  'post /api/v1/me/passkey-check/options',
  'post /api/v1/me/passkey-check',
  'post /api/v1/me/tokens',
  'get /api/v1/tokens',
  'post /api/v1/members',
  'patch /api/v1/members/{memberId}',
  'post /api/v1/members/{memberId}/link',
]

test('every example of the documentation works unchanged on the demo practice', async () => {
  await using server = await serving({}, { demo: true })
  const call = server.as(server.demo!.token)
  const { paths } = (await call('GET', '/openapi.json')).body as {
    paths: Record<string, Record<string, Operation>>
  }

  let tried = 0
  for (const [template, operations] of Object.entries(paths)) {
    for (const [method, { parameters = [], requestBody, responses }] of Object.entries(operations)) {
      if (method === 'delete') continue
      const inPath = parameters.filter((parameter) => parameter.in === 'path')
      const inQuery = parameters.filter((parameter) => parameter.in === 'query' && parameter.required)
      const target = inPath.reduce(
        (url, { name, example }) => url.replace(`{${name}}`, String(example)),
        template,
      )
      const query = new URLSearchParams(
        inQuery.map(({ name, example }): [string, string] => [name, String(example)]),
      )
      const properties = Object.entries(requestBody?.content['application/json'].schema.properties ?? {})
      const body = Object.fromEntries(properties.map(([name, schema]) => [name, exampleOf(schema)]))
      const answer = await call(method.toUpperCase(), `${target}?${query}`, requestBody && body)
      const success = '201' in responses ? 201 : 200
      const expected = signedInOnly.includes(`${method} ${template}`) ? 403 : success
      expect({ method, template, status: answer.status, text: answer.text }).toMatchObject({
        status: expected,
      })
      tried++
    }
  }
  expect(tried).toBeGreaterThan(20)
})
