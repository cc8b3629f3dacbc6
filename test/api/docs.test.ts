import { expect, test } from 'bun:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { ProblemCode } from '../../src/domain/problem.ts'
import { statusOf } from '../../src/http/statuses.ts'
import { clinic } from '../support/clinic.ts'
import { listening } from '../support/listening.ts'

/** A link in the guide that people may open. Pages do not load it. */
const standardWebhooks = 'https://www.standardwebhooks.com'
/** Returns the URLs on other servers that a text contains. */
const elsewhere = (text: string): string[] => text.match(/(?:https?:)?\/\/[\w.-]+\.\w+[^\s"'`)]*/gi) ?? []

const loaded = (page: string): string[] =>
  [...page.matchAll(/(?:src|href)="([^"#]+)"/g)].map(([, url]) => url!)

test.each([
  ['/docs', 5],
  ['/docs/guide', 4],
])('§4 The documentation at `/docs` loads nothing from other servers. %s', async (path, links) => {
  await using c = await clinic()
  await using server = listening(c)
  for (const call of [c.anonymous, server.as()]) {
    const page = await call('GET', path)
    expect(page.status).toBe(200)
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    if (path === '/docs') expect(elsewhere(page.text)).toEqual([])
    const urls = loaded(page.text).filter((url) => url !== standardWebhooks)
    expect(urls.length).toBeGreaterThanOrEqual(links)
    for (const url of urls) {
      expect(url).toMatch(/^\/(docs|openapi\.json)/)
      const asset = await call('GET', url)
      expect(asset.status, url).toBe(200)
      expect(asset.text).not.toBe('')
      expect(asset.headers.get('content-type'), url).toMatch(types[url.split('.')[1] ?? 'page']!)
    }
  }
})

const types: Record<string, RegExp> = {
  page: /^text\/html/,
  js: /^text\/javascript/,
  css: /^text\/css/,
  png: /^image\/png$/,
  json: /^application\/json/,
}

test('the documentation page loads our own OpenAPI document, and uses no validator on another server', async () => {
  await using c = await clinic()
  const start = await c.anonymous('GET', '/docs/start.js')
  expect(elsewhere(start.text)).toEqual([])
  expect(start.text).toContain("url: '/openapi.json'")
  expect(start.text).toContain('validatorUrl: null')
  expect(start.text).not.toContain('persistAuthorization')
})

test('the content security policy of the documentation forbids other servers, frames and inline scripts', async () => {
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
    const others = (await c.anonymous('GET', url)).headers
    expect(others.get('x-content-type-options'), url).toBe('nosniff')
    expect(others.get('referrer-policy'), url).toBe('no-referrer')
  }
  expect(page.text).not.toMatch(/<script>|\son\w+=/)
})

test('the answers of the documentation have the header `X-Request-Id`', async () => {
  await using c = await clinic()
  for (const url of ['/docs', '/docs/start.js', '/openapi.json'])
    expect((await c.anonymous('GET', url)).headers.get('x-request-id')).toStartWith('req_')
})

const paths = ['/docs', '/docs/guide', '/docs/start.js', '/docs/swagger-ui-bundle.js', '/openapi.json']

/** Returns an answer and its bytes as they were sent, before decompression. */
async function sent(url: string, headers: Record<string, string>) {
  const response = await fetch(url, { headers, decompress: false })
  return { response, bytes: await response.bytes() }
}

const unpacked: Record<string, (bytes: Uint8Array) => string> = {
  br: (bytes) => brotliDecompressSync(bytes).toString(),
  gzip: (bytes) => gunzipSync(bytes).toString(),
}

test('the documentation is sent compressed with a coding that the client accepts', async () => {
  await using c = await clinic()
  await using server = listening(c)
  for (const path of paths) {
    const url = server.url + path
    const plain = await sent(url, { 'accept-encoding': 'identity' })
    expect(plain.response.headers.get('content-encoding'), path).toBeNull()
    for (const [accepted, coding] of [
      ['gzip, deflate, br, zstd', 'br'],
      ['gzip;q=1.0, br;q=0', 'gzip'],
      ['GZIP', 'gzip'],
      ['*', 'br'],
      ['br;q=0, *', 'gzip'],
    ] as const) {
      const { response, bytes } = await sent(url, { 'accept-encoding': accepted })
      expect(response.headers.get('content-encoding'), `${path} ${accepted}`).toBe(coding)
      expect(response.headers.get('vary')).toBe('accept-encoding')
      expect(unpacked[coding]!(bytes)).toBe(new TextDecoder().decode(plain.bytes))
      if (plain.bytes.length > 1000) expect(bytes.length).toBeLessThan(plain.bytes.length / 2)
    }
    for (const refused of ['br;q=0, gzip;q=0', 'zstd', '']) {
      const { response } = await sent(url, { 'accept-encoding': refused })
      expect(response.headers.get('content-encoding'), `${path} ${refused}`).toBeNull()
    }
  }
})

test('a picture is not compressed again', async () => {
  await using c = await clinic()
  await using server = listening(c)
  const { response } = await sent(`${server.url}/docs/favicon-32x32.png`, { 'accept-encoding': 'br' })
  expect(response.headers.get('content-encoding')).toBeNull()
})

test('the documentation is sent again only when its ETag is not the one that the client has', async () => {
  await using c = await clinic()
  await using server = listening(c)
  const tags = new Set<string>()
  for (const path of [...paths, '/docs/favicon-32x32.png']) {
    const { response } = await sent(server.url + path, { 'accept-encoding': 'br' })
    const etag = response.headers.get('etag')!
    expect(response.headers.get('cache-control'), path).toBe('no-cache')
    tags.add(etag)
    for (const known of [etag, etag.replace('W/', ''), `"other", ${etag}`, '*']) {
      const again = await sent(server.url + path, { 'if-none-match': known, 'accept-encoding': 'gzip' })
      expect(again.response.status, `${path} ${known}`).toBe(304)
      expect(again.bytes).toHaveLength(0)
      expect(again.response.headers.get('etag')).toBe(etag)
      expect(again.response.headers.get('content-security-policy')).toStartWith("default-src 'none'")
    }
    const changed = await sent(server.url + path, { 'if-none-match': 'W/"other"' })
    expect(changed.response.status).toBe(200)
  }
  expect(tags.size).toBe(paths.length + 1)
})

test('the OpenAPI document and the documentation page link to the guide', async () => {
  await using c = await clinic()
  expect((await c.anonymous('GET', '/openapi.json')).body.info.description).toContain('](/docs/guide)')
  expect(loaded((await c.anonymous('GET', '/docs')).text)).toContain('/docs/guide')
  const guide = await c.anonymous('GET', '/docs/guide')
  for (const section of ['Sign people in', 'One function for every request', 'Errors', 'Lists and pages'])
    expect(guide.text).toContain(`>${section}</a></h2>`)
})

test('the guide lists every error code with its status', async () => {
  await using c = await clinic()
  const { text } = await c.anonymous('GET', '/docs/guide')
  const rows = [...text.matchAll(/<tr><td>(.*?)<\/td><td>(.*?)<\/td>/gs)].map(([, codes, statuses]) => ({
    codes: [...codes!.matchAll(/<code>(\w+)<\/code>/g)].map(([, code]) => code!),
    statuses: statuses!.split(', ').map(Number),
  }))
  expect(rows.flatMap(({ codes }) => codes).sort()).toEqual(Object.keys(statusOf).sort())
  for (const { codes, statuses } of rows)
    expect([...new Set(codes.map((code) => statusOf[code as ProblemCode]))]).toEqual(statuses)
})
