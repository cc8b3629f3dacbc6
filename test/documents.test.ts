/** Tests of the documents: their length, their completeness and their links. */
import { expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { loadConfig, requireServable } from '../src/config.ts'

const paths = ['*.md', '{src,test,db,.github}/**/*.md'].flatMap((pattern) => [
  ...new Bun.Glob(pattern).scanSync({ dot: true }),
])
const documents = await Promise.all(paths.map(async (path) => ({ path, text: await Bun.file(path).text() })))
/** The guides for the operator, in the order of their use. */
const guides = ['install', 'config', 'backup', 'doctor'].map((room) => `src/${room}/README.md`)
const operating = (await Promise.all(guides.map((path) => Bun.file(path).text()))).join('\n')

/** The text without code, in which brackets are not links. */
const prose = (text: string) => text.replace(/^```[\s\S]*?^```/gm, '')

/** The anchor of a heading in links, as GitHub makes it. */
const anchorOf = (heading: string) =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

const anchorsIn = (text: string) =>
  [...prose(text).matchAll(/^#+ (.*)$/gm)].map(([, heading]) => anchorOf(heading!))

test('the README has at most 151 lines', async () => {
  expect((await Bun.file('README.md').text()).split('\n').length).toBeLessThanOrEqual(151)
})

test('the README begins with a picture of the front desk, in a light and a dark version of at most 60 KiB', async () => {
  const readme = await Bun.file('README.md').text()
  const shown = readme.slice(0, readme.indexOf('## ')).matchAll(/(?:src|srcset)="([^"]+)"/g)
  const paths = shown.map(([, path]) => path!).toArray()
  expect(paths.toSorted()).toEqual(['.github/desk-dark.webp', '.github/desk-light.webp'])
  for (const path of paths) expect(Bun.file(path).size).toBeWithin(1, 60 * 1024 + 1)
})

test('the first sentence of every document names its readers', () => {
  // A template is a form for text of other people.
  const wrong = documents.filter(
    ({ path, text }) => !/^# .+\n\nFor /.test(text) && !path.includes('template'),
  )
  expect(wrong.map(({ path }) => path)).toEqual([])
})

test('every link to a file or heading in the documents has a target', async () => {
  const lost: string[] = []
  // A link that begins with a slash is a path of the service. `test/api/docs.test.ts` checks these links.
  for (const { path, text } of documents)
    for (const [, target] of prose(text).matchAll(/\]\((?!https?:|\/)([^)\s]+)\)/g)) {
      const [file = '', anchor] = target!.split('#')
      const to = file === '' ? path : join(dirname(path), file)
      const there =
        existsSync(to) && (anchor === undefined || anchorsIn(await Bun.file(to).text()).includes(anchor))
      if (!there) lost.push(`${path}: ${target}`)
    }
  expect(lost).toEqual([])
})

test('every test file that a document names exists', () => {
  const named = documents.flatMap(({ path, text }) =>
    [...text.matchAll(/`(test\/[\w/.-]+\.test\.ts)`/g)].map(([, test]) => ({ path, test: test! })),
  )
  expect(named.length).toBeGreaterThan(100)
  expect(named.filter(({ test }) => !existsSync(test))).toEqual([])
})

test('the changelog begins with the version of the package, and has one line for each change', async () => {
  const { version } = (await Bun.file('package.json').json()) as { version: string }
  const changelog = await Bun.file('CHANGELOG.md').text()
  expect(/^## \[(\d.*?)\] - \d{4}-\d\d-\d\d$/m.exec(changelog)?.[1]).toBe(version)
  expect(changelog.split('\n').filter((line) => line.length > 130 || /^ +\S/.test(line))).toEqual([])
})

test('the guides describe every setting that the service reads', async () => {
  const files = ['src/config.ts', ...new Bun.Glob('src/config/*.ts').scanSync()]
  expect(files.length).toBeGreaterThan(5)
  const source = (await Promise.all(files.map((path) => Bun.file(path).text()))).join('\n')
  const read = new Set([...source.matchAll(/\b(?:env\.|')([A-Z][A-Z_]{3,})\b/g)].map(([, name]) => name!))
  expect(read.size).toBeGreaterThan(15)
  expect([...read].filter((name) => !operating.includes(`\`${name}\``))).toEqual([])
})

test('the proxies in the guide and on Fly replace the address header that the settings name', async () => {
  const caddy = /```caddyfile\n([\s\S]*?)```/.exec(operating)![1]!
  const nginx = /```nginx\n([\s\S]*?)```/.exec(operating)![1]!
  expect(caddy).toContain('header_up X-Real-IP {remote_host}')
  expect(nginx).toContain('proxy_set_header X-Real-IP $remote_addr;')
  const fly = Bun.TOML.parse(await Bun.file('fly.toml').text()) as { env: Record<string, string> }
  const config = loadConfig({ databasePath: '/data/chairside.db' }, fly.env)
  expect(config.clientAddressHeader).toBe('Fly-Client-IP')
  requireServable(config)
})

test('the service accepts the sample settings in the guide', () => {
  const block = /<!-- A test reads this block.*?-->\n```sh\n([\s\S]*?)```/.exec(operating)![1]!
  const settings = Object.fromEntries(
    [...block.matchAll(/^([A-Z_]+)=(?:'(.*)'|(.*))$/gm)].map(([, name, quoted, plain]) => [
      name,
      quoted ?? plain,
    ]),
  )
  expect(Object.keys(settings).length).toBeGreaterThan(10)
  const config = loadConfig({ databasePath: '/var/lib/chairside/chairside.db' }, settings)
  expect(config).toMatchObject({
    publicUrl: 'https://praxis.example.org',
    clientAddressHeader: 'X-Real-IP',
    firstBoot: true,
    metrics: { port: 9464 },
  })
  expect([config.mail, config.sms, config.replica]).not.toContain(undefined)
})
