import { expect, test } from 'bun:test'
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Elysia } from 'elysia'
import { prepareAsset, sendAsset } from '../../src/http/asset.ts'
import { limitRate } from '../../src/http/rate-limit.ts'
import { buildSite } from '../../src/http/site.ts'
import { pages } from '../../src/http/web-pages.ts'
import { de, en } from '../desk/words.ts'

const app = new Elysia().use(pages(limitRate(undefined)))
const get = (path: string, init?: RequestInit) => app.handle(new Request(`http://localhost${path}`, init))

const served: [path: string, type: string][] = [
  ...['setup', 'enrol', 'sign-in', 'visit', 'desk'].map((name): [string, string] => [
    `/${name}`,
    'text/html; charset=utf-8',
  ]),
  ...['/desk/entrance.js', '/pages/visit.js'].map((path): [string, string] => [
    path,
    'text/javascript; charset=utf-8',
  ]),
  ['/desk/entrance.css', 'text/css; charset=utf-8'],
  ['/pages/style.css', 'text/css; charset=utf-8'],
  ['/pages/icon.svg', 'image/svg+xml'],
]

test.each(served)('the path %s is sent as %s with the strict content security policy', async (path, type) => {
  const answer = await get(path)
  expect(answer.status).toBe(200)
  expect((await answer.text()).length).toBeGreaterThan(200)
  expect(answer.headers.get('content-type')).toBe(type)
  const policy = answer.headers.get('content-security-policy')!
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toContain('unsafe')
})

test('the compressed pages and scripts contain the same text as the pages and scripts without compression', async () => {
  for (const [path, type] of served.filter(([, type]) => !type.startsWith('image/'))) {
    const plain = await (await get(path)).text()
    for (const [coding, decode] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const answer = await get(path, { headers: { 'accept-encoding': coding } })
      expect(answer.headers.get('content-encoding'), `${path} ${type}`).toBe(coding)
      const bytes = await answer.bytes()
      expect(decode(bytes).toString()).toBe(plain)
      if (plain.length > 1000) expect(bytes.length).toBeLessThan(plain.length * 0.7)
    }
  }
})

test('a file that was compressed at the build is sent without a new compression', async () => {
  const beforehand = brotliCompressSync('made beforehand').toString('base64')
  const asset = prepareAsset('made now', 'text/plain', beforehand)
  const sent = async (coding: string) =>
    (
      await sendAsset(new Request('http://localhost', { headers: { 'accept-encoding': coding } }), asset, {})
    ).bytes()
  expect(brotliDecompressSync(await sent('br')).toString()).toBe('made beforehand')
  expect(gunzipSync(await sent('gzip')).toString()).toBe('made now')
})

test.each(served)(
  'the path %s is answered with 304 when the browser already has its content',
  async (path) => {
    const etag = (await get(path)).headers.get('etag')!
    const again = await get(path, { headers: { 'if-none-match': etag } })
    expect(again.status).toBe(304)
    expect(await again.text()).toBe('')
    expect((await get(path, { headers: { 'if-none-match': '"other"' } })).status).toBe(200)
  },
)

test('§19 A browser keeps a script for a year when its name holds a hash of its content.', async () => {
  const paths = Object.keys(await buildSite()).filter((path) => path.startsWith('/desk/'))
  const kept: string[] = []
  for (const path of paths)
    if ((await get(path)).headers.get('cache-control') === 'public, max-age=31536000, immutable')
      kept.push(path)
    else expect((await get(path)).headers.get('cache-control')).toBe('no-cache')
  expect(paths.filter((path) => !kept.includes(path)).sort()).toEqual([
    '/desk/desk.css',
    '/desk/early.js',
    '/desk/entrance.css',
    '/desk/entrance.js',
    '/desk/main.js',
  ])
})

test.each([
  ['/', '/sign-in'],
  ['/account', '/desk#/settings'],
])(
  '§19 `/account`, the earlier address of the settings, leads to the settings of the front desk. %s, %s',
  async (path, place) => {
    const answer = await get(path)
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe(place)
  },
)

test('§19 The HTML of the pages holds no script and no style, because the security policy would forbid these.', async () => {
  for (const [path] of served.filter(([, type]) => type.startsWith('text/html'))) {
    const html = await (await get(path)).text()
    expect(html).not.toMatch(/<script(?![^>]*src=)|<style|\sstyle=|\son\w+=/)
    expect(html).not.toMatch(/(?:src|href)="(?:https?:)?\/\//)
  }
})

/** The number of compressed bytes of a file, and its text. */
async function size(path: string): Promise<readonly [number, string]> {
  const bytes = await (await get(path, { headers: { 'accept-encoding': 'br' } })).bytes()
  return [bytes.length, brotliDecompressSync(bytes).toString()]
}

const imported = /(?:from|import)"\.\/([^"]+\.js)"/g

/** The compressed bytes of a script of the desk, with all scripts that it imports statically. */
async function sizeOfAll(script: string): Promise<number> {
  const seen = new Map<string, number>()
  const load = async (file: string): Promise<void> => {
    if (seen.has(file)) return
    const [bytes, text] = await size(`/desk/${file}`)
    seen.set(file, bytes)
    for (const [, next] of text.matchAll(imported)) await load(next!)
  }
  await load(script)
  return [...seen.values()].reduce((sum, bytes) => sum + bytes, 0)
}

test('the script with the first request of the desk is smaller than 3 KB, and does not wait for other scripts', async () => {
  const page = await (await get('/desk')).text()
  expect(page).toMatch(/<script [^>]*src="\/desk\/early.js" async.*<script [^>]*src="\/desk\/main.js"/s)
  expect(await sizeOfAll('early.js')).toBeLessThan(3000)
})

test('the scripts of the first board take at most 54 KB, in each language', async () => {
  const scripts = await sizeOfAll('main.js')
  expect(scripts).toBeGreaterThan(30_000)
  const files = Object.keys(await buildSite()).filter((path) => /^\/desk\/(?:en|de)-/.test(path))
  const words = await Promise.all(files.map(size))
  const ofDesk = words.filter(([, text]) => [en, de].some(({ shell }) => text.includes(shell.find)))
  expect(ofDesk.length).toBeGreaterThanOrEqual(2)
  for (const [bytes] of ofDesk) expect(scripts + bytes).toBeLessThanOrEqual(54_000)
})

test('the pages to sign in, set up and enrol load less than 24 KiB of scripts, and no scripts of the desk', async () => {
  const page = await (await get('/sign-in')).text()
  expect(page).not.toContain('main.js')
  const chunks = Object.keys(await buildSite()).map((path) => path.replace('/desk/', ''))
  const screens = chunks.filter((name) => /^(?:setup|enrol|sign-in)-[0-9a-z]{8}\.js$/.test(name))
  expect(screens).toHaveLength(3)
  const all = await Promise.all(['entrance.js', ...screens].map((name) => sizeOfAll(name)))
  expect(Math.max(...all)).toBeLessThan(24 * 1024)
})
