import { expect, test } from 'bun:test'
import { clinic } from '../support/clinic.ts'
import { listening } from '../support/listening.ts'

test('§13 An address that does not exist answers people with a page, and programs with the JSON of an error.', async () => {
  await using c = await clinic()
  await using server = listening(c)
  const get = (path: string, accept: string) => fetch(new URL(path, server.url), { headers: { accept } })
  const html = 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8'
  const lost = { '/nothing': 401, '/desk/nothing': 404, '/visit/nothing': 401 }
  for (const [path, status] of Object.entries(lost)) {
    const answer = await get(path, html)
    const type = answer.headers.get('content-type')
    expect([path, answer.status, type]).toEqual([path, status, 'text/html; charset=utf-8'])
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    const page = await answer.text()
    for (const text of ['There is nothing at this address', 'Unter dieser Adresse ist nichts', 'href="/"'])
      expect(page).toContain(text)
    expect(page).not.toContain('nothing"')
  }
  const program = await get('/nothing', '*/*')
  expect(await program.json()).toMatchObject({ error: { code: 'missing_authorization' } })
  // The API returns JSON, whatever the `Accept` header contains.
  const closed = await get('/api/v1/nothing', html)
  expect(closed.headers.get('content-type')).toContain('application/json')
})
