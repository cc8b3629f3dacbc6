/** Tests of which patient Enter opens, when the list for the present text cannot be read. */
import { afterAll, beforeEach, expect, test } from 'bun:test'

const real = globalThis.fetch
let answer: (request: Request) => Promise<Response>
const own = {
  fetch: (request: Request) => answer(request),
  location: { origin: 'http://desk.example', hash: '' },
  window: { addEventListener: () => undefined },
  document: { addEventListener: () => undefined },
}
Object.assign(globalThis, own)
const { me } = await import('../../src/desk/base/me.ts')
const { firstFit, followList, text } = await import('../../src/desk/screens/patients/list-state.ts')

afterAll(() => {
  for (const name of Object.keys(own)) Reflect.deleteProperty(globalThis, name)
  globalThis.fetch = real
})

const finds = async (request: Request) => {
  const id = new URL(request.url).searchParams.get('search')
  return Response.json({ data: { patients: [{ id }], total: 1 } })
}

beforeEach(() => {
  me.value = { practice: { timezone: 'UTC' } } as typeof me.value
  answer = finds
  text.value = 'Mueller'
})

test('Enter opens no patient when the list cannot be read', async () => {
  const stop = followList()
  expect((await firstFit())?.id).toBe('Mueller')
  answer = () => Promise.reject(new TypeError('The line is dead.'))
  text.value = 'Meier'
  expect(await firstFit()).toBeUndefined()
  stop()
})

test('Enter opens no patient when the search text changes before the answer', async () => {
  const stop = followList()
  expect((await firstFit())?.id).toBe('Mueller')
  text.value = 'Meier'
  const first = firstFit()
  text.value = 'Maier'
  const second = firstFit()
  expect([(await first)?.id, (await second)?.id]).toEqual([undefined, 'Maier'])
  stop()
})
