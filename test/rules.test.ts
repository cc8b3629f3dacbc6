import { expect, test } from 'bun:test'
import { pageWith, rulesIn, rulesOfTests, rulesPath, sectionsIn } from './support/rules.ts'

const page = await Bun.file(rulesPath).text()
const sections = sectionsIn(page)
const rules = await rulesOfTests()

/** The files that people write, without this test, which must name the words that it forbids. */
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

test('each section of RULES.md has its own number', () => {
  expect(sections.length).toBeGreaterThan(15)
  expect(sections.filter((section, i) => sections.indexOf(section) < i)).toEqual([])
})

test('every section of RULES.md that a file cites exists', () => {
  const cited = matches(/\bRULES\b(?!\.md)(?: §(\d+(?:\.\d+)*))?/g)
  expect(cited.length).toBeGreaterThan(0)
  const missing = cited.filter(({ match }) => !sections.includes(match[1] ?? ''))
  expect(missing.map(({ at, match }) => `${at}: ${match[0]}`)).toEqual([])
})

test('RULES.md has the rules of the test titles and no others: `bun run rules` writes them', () => {
  expect(rules.length).toBeGreaterThan(150)
  expect(page).toBe(pageWith(page, rules))
})

test('each rule is in RULES.md once, and refers only to sections that exist', () => {
  const texts = rules.map(({ text }) => text)
  expect(texts.filter((text, i) => texts.indexOf(text) < i)).toEqual([])
  expect(texts.filter((text) => /%[a-z]|\$\w|`value`/.test(text))).toEqual([])
  const referred = texts.flatMap((text) => [
    ...text.replace(/RFC \d+ §[\d.]+/g, '').matchAll(/§(\d+(?:\.\d+)*)/g),
  ])
  expect(referred.filter(([, section]) => !sections.includes(section!))).toEqual([])
})

test('a test title with a section becomes a rule, without the text about its case', () => {
  const source = `
    test('§4.4 Entries that touch do not overlap.', () => {})
    test.each([1])("§1 An id isn't read. It is refused: %s", () => {})
    for (const name of names) describe(\`§1.1 The token is checked first. \${name}\`, () => {})
    inBrowser({ '§19 A page asks.': async () => {} })
    test('an id is read', () => {})`
  expect(rulesIn('test/a.test.ts', source).map(({ section, text }) => [section, text])).toEqual([
    ['4.4', 'Entries that touch do not overlap.'],
    ['1', "An id isn't read."],
    ['1.1', 'The token is checked first.'],
    ['19', 'A page asks.'],
  ])
  expect(() => rulesIn('test/a.test.ts', "test('§1 no sentence', () => {})")).toThrow('no rule')
})

test('a rule keeps its place in RULES.md, and a new rule is placed after its neighbour in the test file', () => {
  const path = 'test/api/a.test.ts'
  const rule = (section: string, text: string) => ({ section, text, path })
  const line = (text: string) => `- ${text} [api/a](../${path})`
  const old = [
    '# Rules',
    '## 1. One\n\nWords.',
    [line('C.'), line('Gone.'), line('A.')].join('\n'),
    '### 1.1 Two\n',
  ]
  const now = [
    '# Rules',
    '## 1. One\n\nWords.',
    [line('C.'), line('A.'), line('B.')].join('\n'),
    '### 1.1 Two',
  ]
  const rules = [rule('1', 'A.'), rule('1', 'B.'), rule('1', 'C.'), rule('1.1', 'D.')]
  expect(pageWith(old.join('\n\n'), rules)).toBe(`${[...now, line('D.')].join('\n\n')}\n`)
  expect(() => pageWith('# Rules\n', rules)).toThrow('No such section: §1')
})

test('no file cites a document that is not in the repository', () => {
  expect(matches(citesOutside).map(({ at, match }) => `${at}: ${match[0]}`)).toEqual([])
})

test('the check recognizes citations of documents, and accepts ordinary words', () => {
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
