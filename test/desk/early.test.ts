import { expect, test } from 'bun:test'
import { askEarly, takeEarly } from '../../src/desk/api/early.ts'
import { thrownBy } from '../support/rejection.ts'

/** A server that answers with the query and the token of the request. */
const echo = () =>
  Bun.serve({
    port: 0,
    fetch: ({ url, headers }) => new Response(`${new URL(url).search} ${headers.get('authorization')}`),
  })

test('the answer to an early request can be used once, for the same address only', async () => {
  await using server = echo()
  const at = (path: string) => new URL(path, server.url)
  askEarly(at('/day?date=2026-03-02'), 'cs_token')
  expect(takeEarly(new Request(at('/day')))).toBeUndefined()
  expect(takeEarly(new Request(at('/day?date=2026-03-03')))).toBeUndefined()
  const answer = await takeEarly(new Request(at('/day?date=2026-03-02')))
  expect(await answer!.text()).toBe('?date=2026-03-02 Bearer cs_token')
  expect(takeEarly(new Request(at('/day?date=2026-03-02')))).toBeUndefined()
})

test('a request that changes something gets no early answer, and later requests get none either', async () => {
  await using server = echo()
  askEarly(server.url, 'cs_token')
  expect(takeEarly(new Request(server.url, { method: 'PATCH' }))).toBeUndefined()
  expect(takeEarly(new Request(server.url))).toBeUndefined()
})

test('a request that uses an early answer fails when the server could not be reached', async () => {
  const server = echo()
  const { url } = server
  await server.stop(true)
  askEarly(url, 'cs_token')
  expect(await thrownBy(takeEarly(new Request(url))!)).toThrow()
})
