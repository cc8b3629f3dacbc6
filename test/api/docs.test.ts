import { expect, test } from 'bun:test'
import { clinic } from '../support/clinic.ts'
import { listening } from '../support/listening.ts'

/** Addresses a text loads or links to, without the names of XML namespaces. */
const elsewhere = (text: string): string[] => text.match(/(?:https?:)?\/\/[\w.-]+\.\w+[^\s"'`)]*/gi) ?? []

const loaded = (page: string): string[] =>
  [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url]) => url!)

test('the documentation page and everything it loads come from our own origin', async () => {
  await using c = await clinic()
  await using server = listening(c)
  for (const call of [c.anonymous, server.as()]) {
    const page = await call('GET', '/docs')
    expect(page.status).toBe(200)
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(elsewhere(page.text)).toEqual([])
    const urls = loaded(page.text)
    expect(urls.length).toBeGreaterThanOrEqual(4)
    for (const url of urls) {
      expect(url).toStartWith('/docs/')
      const asset = await call('GET', url)
      expect(asset.status, url).toBe(200)
      expect(asset.text).not.toBe('')
      expect(asset.headers.get('content-type'), url).toMatch(types[url.split('.').at(-1)!]!)
    }
  }
})

const types: Record<string, RegExp> = { js: /^text\/javascript/, css: /^text\/css/, png: /^image\/png$/ }

test('the page asks our own document, and no validator elsewhere', async () => {
  await using c = await clinic()
  const start = await c.anonymous('GET', '/docs/start.js')
  expect(elsewhere(start.text)).toEqual([])
  expect(start.text).toContain("url: '/openapi.json'")
  expect(start.text).toContain('validatorUrl: null')
  expect(start.text).not.toContain('persistAuthorization')
})

test('a policy forbids everything from elsewhere, framing and inline scripts', async () => {
  await using c = await clinic()
  const page = await c.anonymous('GET', '/docs')
  for (const url of ['/docs', '/openapi.json', ...loaded(page.text)]) {
    const policy = (await c.anonymous('GET', url)).headers.get('content-security-policy') ?? ''
    const rules = Object.fromEntries(policy.split('; ').map((rule) => [rule.split(' ')[0], rule]))
    expect(rules['default-src'], url).toBe("default-src 'none'")
    expect(rules['script-src']).toBe("script-src 'self'")
    expect(rules['connect-src']).toBe("connect-src 'self'")
    expect(rules['frame-ancestors']).toBe("frame-ancestors 'none'")
    expect(elsewhere(policy)).toEqual([])
  }
  expect(page.text).not.toMatch(/<script>|\son\w+=/)
})

test('the answers of the documentation name their exchange too', async () => {
  await using c = await clinic()
  for (const url of ['/docs', '/docs/start.js', '/openapi.json'])
    expect((await c.anonymous('GET', url)).headers.get('x-request-id')).toStartWith('req_')
})
