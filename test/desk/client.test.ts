import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type Api, clientOf } from '../../src/desk/api/client.ts'

beforeAll(() => void Object.assign(globalThis, { location: { origin: 'http://desk.test' } }))
afterAll(() => void Reflect.deleteProperty(globalThis, 'location'))

/** Sends one request to a server that gives this answer. Returns the result and the request. */
async function sent(send: (api: Api) => Promise<object>, answer: Response) {
  let request: Request | undefined
  const api = clientOf(async (made) => {
    request = made
    return answer
  })
  return { result: await send(api), request: request! }
}

test('the client of the API sends parameters in the path, the query and the headers', async () => {
  const { request, result } = await sent(
    (api) =>
      api.GET('/api/v1/patients/{patientId}', {
        params: {
          path: { patientId: 'a/b c' },
          query: { search: 'ü+ö', limit: 5, status: undefined } as never,
        },
        headers: { 'if-match': '"1"' },
      }),
    Response.json({ data: 1 }),
  )
  expect(`${request.method} ${request.url}`).toBe(
    'GET http://desk.test/api/v1/patients/a%2Fb%20c?search=%C3%BC%2B%C3%B6&limit=5',
  )
  expect(request.headers.get('if-match')).toBe('"1"')
  expect(request.headers.has('content-type')).toBe(false)
  expect(result).toMatchObject({ data: { data: 1 } })
})

test('the client of the API sends a body as JSON', async () => {
  const body = { name: 'Zoë' }
  const { request } = await sent((api) => api.POST('/api/v1/tags', { body }), Response.json({}))
  expect([request.method, request.headers.get('content-type'), await request.json()]).toEqual([
    'POST',
    'application/json',
    body,
  ])
})

test.each([
  ['{"error":{"code":"not_found"}}', { error: { code: 'not_found' } }],
  ['Bad gateway', 'Bad gateway'],
  ['', ''],
])('the client of the API returns a refusal with the text %p as an error', async (text, error) => {
  const { result } = await sent((api) => api.GET('/api/v1/me'), new Response(text, { status: 502 }))
  expect(result).toMatchObject({ error })
})
