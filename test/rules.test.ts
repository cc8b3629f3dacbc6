import { expect, test } from 'bun:test'
import { existsSync } from 'node:fs'

const rules = await Bun.file('src/RULES.md').text()
const lines = rules.split('\n')
const sections = lines.flatMap((line) => /^#{2,3} (\d+(?:\.\d+)?)\.? /.exec(line)?.[1] ?? [])

/** What people write and read here, but for this test, which must name what it forbids. */
const texts = await Promise.all(
  ['{src,db,test,.github}/**/*.{ts,sql,css,html,md}', '*.md']
    .flatMap((pattern) => [...new Bun.Glob(pattern).scanSync({ dot: true })])
    .filter((path) => path !== 'test/rules.test.ts')
    .sort()
    .map(async (path) => [path, await Bun.file(path).text()] as const),
)

/** Every match in the repository, with its file and line. */
const matches = (pattern: RegExp) =>
  texts.flatMap(([path, text]) =>
    [...text.matchAll(pattern)].map((match) => ({
      at: `${path}:${text.slice(0, match.index).split('\n').length}`,
      match,
    })),
  )

/** A citation of documents that are not in the repository. */
const citesOutside =
  /\bcontracts?['’]?s?\s+(?:§|section\b)|\(\s*contracts?\b|\b(?:the|our|per|by)\s+contract\b|\bcontract\.md\b|\bdecisions\.md\b|\bdecisions?\s+(?:§|["“'`])|\((?:see\s+)?decisions\b|\bthe\s+decisions\s+(?:page|document)\b/gi

test('every section has its own number', () => {
  expect(sections.length).toBeGreaterThan(15)
  expect(sections.filter((section, i) => sections.indexOf(section) < i)).toEqual([])
})

test('every section that is cited exists', () => {
  const cited = matches(/\bRULES\b(?!\.md)(?: §(\d+(?:\.\d+)*))?/g)
  expect(cited.length).toBeGreaterThan(0)
  const missing = cited.filter(({ match }) => !sections.includes(match[1] ?? ''))
  expect(missing.map(({ at, match }) => `${at}: ${match[0]}`)).toEqual([])
})

test('every rule names the tests that show it, and they are there', () => {
  const stated = lines.filter((line) => line.startsWith('- '))
  expect(stated.length).toBeGreaterThan(150)
  const wrong = stated.filter((line) => {
    const named = /\.((?: `test\/[\w/-]+\.test\.ts`)+)$/.exec(line)?.[1]?.match(/[\w/.-]+/g)
    return !named?.every((path) => existsSync(path))
  })
  expect(wrong).toEqual([])
})

test('a rule stands on one line', () => {
  expect(lines.filter((line) => /^\s+\S/.test(line))).toEqual([])
})

test('nothing cites a document that is not in the repository', () => {
  expect(matches(citesOutside).map(({ at, match }) => `${at}: ${match[0]}`)).toEqual([])
})

test('a citation is told from the ordinary words', () => {
  const cites = (text: string) => text.search(citesOutside) !== -1
  const citations = [
    'Refused here (contract §4.4).',
    'Contract §4.1.',
    'See contract section 5.',
    'as the contract says',
    'contract.md',
    'Chairs (decisions "Records")',
    'decisions "Who may call"',
    '(see decisions)',
  ]
  expect(citations.filter((text) => !cites(text))).toEqual([])
  const ordinary = [
    'These types are the API contract of the client.',
    'Decisions a reader would ask about',
    'a decision and its reason',
    'contract tests of the API',
  ]
  expect(ordinary.filter(cites)).toEqual([])
})
