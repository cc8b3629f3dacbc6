import { describe, expect, test } from 'bun:test'
import { document } from './support/openapi.ts'
import {
  filesWithProse,
  habitual,
  mostWords,
  offences,
  offencesIn,
} from './support/plain-english/offences.ts'
import { habitsIn } from './support/plain-english/phrases.ts'
import { proseIn } from './support/plain-english/prose.ts'
import { countWords, sentencesOf } from './support/plain-english/sentences.ts'

const paths = filesWithProse()
const folders = Map.groupBy(paths, folderOf)

describe('every sentence is short and plain', () => {
  for (const folder of folders.keys())
    test(`every sentence is short and plain in ${folder === '.' ? 'the files at the top' : folder}`, async () => {
      expect(await offences(folders.get(folder)!)).toEqual([])
    })

  test('every sentence is short and plain in the OpenAPI document', () => {
    expect(texts(document, '#').flatMap(([place, text]) => offencesIn(place, [{ line: 1, text }]))).toEqual(
      [],
    )
  })
})

/** The number of sentences with a habit that each folder may still have. These numbers may only get smaller. */
const stillHabitual: Readonly<Record<string, number>> = {
  'db/migrations': 2,
}

test('no folder has more sentences with bad habits than before', async () => {
  const found = await Promise.all(
    [...folders].map(async ([folder, inside]) => ({ folder, sentences: await habitual(inside) })),
  )
  const worse = found.filter(({ folder, sentences }) => sentences.length > (stillHabitual[folder] ?? 0))
  expect(worse).toEqual([])
})

test('the check covers every kind of file', () => {
  const kinds = ['.ts', '.tsx', '.md', '.sql', '.css', '.html', '.toml', '.yml', 'Dockerfile', '.ci/run']
  expect(kinds.filter((kind) => !paths.some((path) => path.endsWith(kind)))).toEqual([])
})

describe('a sentence that is too long is found', () => {
  const long = `${'word '.repeat(mostWords)}end.`
  const files: Record<string, string> = {
    'src/a.ts': `const a = 1\n// ${long}`,
    'src/k.tsx': `const a = <p>b</p>\n// ${long}`,
    'src/b.ts': `/** Short.\n * ${long} */`,
    'src/c.ts': `\nthrow new Error(\`\${a} ${long}\`)`,
    'src/d.ts': `const a =\n'word word word ' + '${long}'`,
    'test/e.test.ts': `\ntest.each([1])('${long}', () => {})`,
    'test/i.test.ts': `inBrowser({\n'${long}': async () => {} })`,
    'db/f.sql': `SELECT '--';\n-- ${long}`,
    'src/g.css': `a {}\n/* ${long} */`,
    'src/h.html': `<p>\n<b>word</b> ${long}</p>`,
    'fly.toml': `a = '#'\nb = 1 # ${long}`,
    '.ci/run': `a=$#\n# ${long}`,
    'README.md': `Short.\n${long}`,
    'src/README.md': `- one\n- ${long}`,
  }
  test.each(Object.entries(files))('the check finds a sentence that is too long in %s', (path, source) => {
    const found = offencesIn(path, proseIn(path, source))
    expect(found).toHaveLength(1)
    expect(found[0]).toStartWith(`${path}:2: `)
    expect(found[0]).toContain('end.')
  })

  test('the check finds a sentence that is too long over several lines of a comment', () => {
    const lines = long.replace('word word ', 'word\n// word ')
    expect(offencesIn('src/a.ts', proseIn('src/a.ts', `// ${lines}`))).toHaveLength(1)
  })
})

test('code, addresses and link targets count as one word', () => {
  expect(
    countWords('Run `bun run check now` as [told here](https://example.org/a b) at https://example.org.'),
  ).toBe(7)
})

test('a block of code is not a sentence, and a heading, a list item and a table cell end a sentence', () => {
  const text =
    '# One\n\n```sh\ntwo three\n```\n\n- four\n- five\n\n| six | `a \\| b` |\n| --- | --- |\n| seven | eight. Nine |\n'
  const found = sentencesOf({ line: 1, text }).filter((sentence) => countWords(sentence.text) > 0)
  expect(found.map(({ line, text: sentence }) => [line, sentence])).toEqual([
    [1, 'One'],
    [7, 'four'],
    [8, 'five'],
    [10, 'six'],
    [10, '`a \\  b`'],
    [12, 'seven'],
    [12, 'eight.'],
    [12, 'Nine'],
  ])
})

test('the check finds bad habits, and accepts the same words with a noun', () => {
  const bad = [
    'So long a look waits.',
    'At most so many rows.',
    'It says whom a time suits.',
    'Whose turn it is.',
    'Told of each fault.',
    'The file lies in a folder.',
    'It is made anew.',
    'That alone counts.',
    'Gone for good.',
  ]
  expect(bad.filter((sentence) => habitsIn(sentence).length === 0)).toEqual([])
  const good = [
    'The patients whom a free time suits.',
    'The list is so long that it is cut.',
    'A row whose id is odd.',
  ]
  expect(good.flatMap(habitsIn)).toEqual([])
})

test('the check finds phrases to avoid in sentences, and not in code', () => {
  const found = (text: string) => offencesIn('a.md', [{ line: 1, text }])
  expect(found('The member ends his sessions.')).toEqual(['a.md:1: "his": The member ends his sessions.'])
  expect(found('The link is good\nfor nothing now.')).toHaveLength(1)
  expect(found('The field `his` is read. The history is kept.')).toEqual([])
})

/** The first two folders of a path, or `.` for a file at the top. */
function folderOf(path: string): string {
  return path.split('/').slice(0, -1).slice(0, 2).join('/') || '.'
}

/** The texts for people in the OpenAPI document, each with its path. */
function texts(value: unknown, place: string): [string, string][] {
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([key, inner]) => {
    const isText = (key === 'description' || key === 'summary') && typeof inner === 'string'
    return isText ? [[`${place}/${key}`, inner] as [string, string]] : texts(inner, `${place}/${key}`)
  })
}
