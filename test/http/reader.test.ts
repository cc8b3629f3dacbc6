import { expect, spyOn, test } from 'bun:test'
import { Kind, Type, TypeRegistry } from '@sinclair/typebox'
import type { Issue, Problem } from '../../src/domain/problem.ts'
import { reader } from '../../src/http/reader.ts'
import { filledText, named, nullable, optional, shape, text, textOrNull } from '../../src/http/shape.ts'

const rule = ({ first, last }: { readonly first?: number; readonly last?: number }) =>
  first !== undefined && last !== undefined && last < first
    ? [{ path: 'last', message: 'must not be before first' }]
    : []

const read = reader(
  shape(
    {
      name: filledText(5),
      nickname: optional(nullable(filledText(5))),
      heading: optional(textOrNull(5)),
      remark: optional(text(5)),
      rows: optional(Type.Array(shape({ label: filledText(5) }))),
      hours: optional(nullable(shape({ rows: Type.Array(shape({ label: filledText(5) })) }))),
      first: optional(Type.Integer()),
      last: optional(Type.Integer()),
    },
    { rule, description: '`last` must not be before `first`.' },
  ),
)

function detailsFrom(reads: () => unknown): readonly Issue[] {
  try {
    reads()
  } catch (error) {
    return (error as Problem).details!
  }
  throw new Error('the value was accepted')
}

const detailsOf = (value: unknown, found: readonly Issue[] = []) => detailsFrom(() => read(value, found))
const pathsOf = (reads: () => unknown) => detailsFrom(reads).map(({ path }) => path)
const refused = (value: unknown) => pathsOf(() => read(value))

test('§1 Texts are trimmed where the schema says so, at every depth. Other texts are kept as they were sent.', () => {
  expect(read({ name: ' Zoé ', nickname: '\tZ\n', remark: ' a ', rows: [{ label: ' x ' }] })).toEqual({
    name: 'Zoé',
    nickname: 'Z',
    remark: ' a ',
    rows: [{ label: 'x' }],
  })
  expect(read({ name: 'Zoé', nickname: null })).toEqual({ name: 'Zoé', nickname: null })
})

test('a text that may be null is trimmed, and a blank text is read as null', () => {
  expect(read({ name: 'a', heading: ' 12345 ' })).toEqual({ name: 'a', heading: '12345' })
  for (const heading of ['', ' \t', null])
    expect(read({ name: 'a', heading })).toEqual({ name: 'a', heading: null })
  for (const heading of ['123456', 5, [' ']]) expect(refused({ name: 'a', heading })).toEqual(['heading'])
})

test('the reader does not change the value that was sent', () => {
  const sent = { name: ' Zoé ', rows: [{ label: ' x ' }] }
  read(sent)
  expect(sent).toEqual({ name: ' Zoé ', rows: [{ label: ' x ' }] })
})

test('the longest length of a trimmed text counts after trimming', () => {
  expect(read({ name: '     12345     ' })).toEqual({ name: '12345' })
  expect(refused({ name: ' 123456 ' })).toEqual(['name'])
  expect(refused({ name: '      ' })).toEqual(['name'])
})

test('§1 A text that must not be empty needs a visible character. Joiners, fillers, blank Braille and other invisible characters do not count.', () => {
  const unseen =
    '\u200b\u200d\u2060\ufeff\u00ad\ufe0f\u{e0101}\u034f\u115f\u1160\u3164\uffa0\u2800\u180e\u{1d159}\u0007'
  for (const invisible of [...unseen, unseen, ` ${unseen} `.slice(0, 5)]) {
    expect(detailsOf({ name: invisible })).toEqual([{ path: 'name', message: 'must not be empty' }])
    expect(refused({ name: 'Zoé', rows: [{ label: invisible }] })).toEqual(['rows.0.label'])
  }
  for (const name of ['👩\u200d⚕', 'می\u200cا', 'ा', '1', '⠁', '\u2800Z'])
    expect(read({ name })).toEqual({ name })
})

test('a value that breaks a rule between its fields is refused', () => {
  expect(read({ name: 'a', first: 1, last: 1 })).toEqual({ name: 'a', first: 1, last: 1 })
  expect(refused({ name: 'a', first: 2, last: 1 })).toEqual(['last'])
})

test('a broken rule between fields is reported together with all other mistakes', () => {
  expect(refused({ first: 2, last: 1, other: 1, nickname: 5 })).toEqual(['name', 'other', 'nickname', 'last'])
})

const span = shape(
  { first: Type.Integer(), last: Type.Integer() },
  { rule, description: '`last` must not be before `first`.' },
)
const backwards = { first: 2, last: 1 }

test.each([
  ['a field', { at: span }, { at: backwards }, ['at.last']],
  ['a field that may be left out', { at: optional(span) }, { at: backwards }, ['at.last']],
  ['a field that may be null', { at: nullable(span) }, { at: backwards }, ['at.last']],
  ['a named field', { at: named('Span', span) }, { at: backwards }, ['at.last']],
  [
    'a list',
    { at: Type.Array(span) },
    { at: [backwards, { first: 1, last: 2 }, backwards] },
    ['at.0.last', 'at.2.last'],
  ],
  [
    'a list inside a field',
    { in: shape({ at: Type.Array(span) }) },
    { in: { at: [backwards] } },
    ['in.at.0.last'],
  ],
])(
  'a rule between fields also holds inside %s, and its mistake has the right path',
  (_, fields, value, paths) => {
    const readSpans = reader(shape(fields))
    expect(pathsOf(() => readSpans(value))).toEqual(paths)
    expect(pathsOf(() => readSpans({ ...value, other: 1 }))).toEqual(['other', ...paths])
  },
)

test('a rule between fields gets only the fields that fit the schema', () => {
  const seen: unknown[] = []
  const spy = (value: unknown) => {
    seen.push(value)
    return []
  }
  const readSeen = reader(
    shape({ at: shape({ name: filledText(5), first: Type.Integer() }, { rule: spy, description: 'Any.' }) }),
  )
  expect(pathsOf(() => readSeen({ at: { name: ' Zoé ', first: 'x', other: 1 } }))).toEqual([
    'at.other',
    'at.first',
  ])
  expect(seen).toEqual([{ name: 'Zoé' }])
  for (const at of [null, 5, 'text', [], undefined]) expect(pathsOf(() => readSeen({ at }))).toContain('at')
  expect(seen).toHaveLength(1)
})

test('a list that is too long is refused without running rules on its items', () => {
  let looks = 0
  const item = shape(
    { first: Type.Integer() },
    {
      rule: () => {
        looks++
        return []
      },
      description: 'Any.',
    },
  )
  const readItems = reader(shape({ items: Type.Array(item, { maxItems: 2 }) }))
  expect(pathsOf(() => readItems({ items: Array(1000).fill({ first: 1 }) }))).toEqual(['items'])
  expect(looks).toBe(0)
  readItems({ items: [{ first: 1 }, { first: 1 }] })
  expect(looks).toBe(2)
})

test('a list that is too long is refused without checking its items', () => {
  let looks = 0
  TypeRegistry.Set('Counted', () => {
    looks++
    return true
  })
  const items = Type.Array(Type.Unsafe<string>({ [Kind]: 'Counted' }), { maxItems: 2 })
  const readItems = reader(shape({ items, or: optional(nullable(shape({ items }))) }))
  const sent = { items: Array(100_000).fill('x'), or: { items: Array(100_000).fill('x') } }
  expect(pathsOf(() => readItems(sent))).toEqual(['items', 'or.items'])
  expect(looks).toBeLessThan(50)
  expect(sent.items).toHaveLength(100_000)
})

test('at most two hundred unknown fields of a request are checked, and known fields are always checked', () => {
  let looks = 0
  const sent: Record<string, unknown> = {}
  for (let i = 0; i < 10_000; i++)
    Object.defineProperty(sent, `x${i}`, { enumerable: true, get: () => looks++ })
  sent.name = ''
  sent.first = 1
  for (const readFields of [read, reader(shape({ first: Type.Integer() }))]) {
    const paths = pathsOf(() => readFields(sent))
    expect(paths).toHaveLength(200)
    expect(paths).not.toContain('first')
    expect(looks).toBeLessThan(1_000)
    looks = 0
  }
})

test('a very long field name is cut before it is used in a path', () => {
  const long = `${'~/'.repeat(100_000)}`
  using replaced = spyOn(String.prototype, 'replace')
  using split = spyOn(String.prototype, 'split')
  expect(refused({ name: 'a', [long]: 1 })).toEqual([`${'~/'.repeat(99)}~…`])
  expect(refused({ name: 'a', rows: [{ label: 'x', [long]: 1 }] })[0]).toStartWith('rows.0.~/~/')
  const lengths = [...replaced.mock.contexts, ...split.mock.contexts].map((text) => String(text).length)
  expect(lengths.length).toBeGreaterThan(0)
  expect(Math.max(...lengths)).toBeLessThan(2_000)
})

test('an unknown field of any name is reported, also a name such as `constructor` that every object has', () => {
  const sent = JSON.parse(`{"name":"a","__proto__":1,"constructor":1,"${'x'.repeat(300)}":1}`)
  expect(refused(sent)).toEqual(['__proto__', 'constructor', `${'x'.repeat(199)}…`])
})

test('a value that is not an object is refused as a whole', () => {
  for (const value of [undefined, null, 5, 'text', []]) expect(refused(value)).toContain('')
})

test('a wrong value with its own toString is refused like any other', () => {
  expect(refused({ name: { toString: 1 } })).toEqual(['name'])
  expect(refused({ name: Array(1000).fill(' x ') })).toEqual(['name'])
})

test('every mistake inside a value that may be null has its own path', () => {
  expect(detailsOf({ name: 'a', hours: { rows: [{ label: 'x' }, { label: '' }], other: 1 } })).toEqual([
    { path: 'hours.other', message: 'is not a field of this request' },
    { path: 'hours.rows.1.label', message: 'must not be empty' },
  ])
  expect(detailsOf({ name: 'a', hours: 1 })).toEqual([
    { path: 'hours', message: 'must be an object, or be null' },
  ])
})

test('§7 At most 200 mistakes are named in `details`.', () => {
  const found = Array.from({ length: 500 }, (_, i) => ({ path: `x${i}`, message: 'is wrong' }))
  expect(detailsOf({ name: 'a' }, found)).toEqual(found.slice(0, 200))
  const fields = Object.fromEntries(found.map(({ path }) => [path, 1]))
  expect(detailsOf({ name: 'a', ...fields }, found)).toHaveLength(200)
})

test('§7 A path in `details` has at most 200 characters. A longer path is cut and ends in `…`.', () => {
  const long = 'x'.repeat(100_000)
  const atTheCut = `${'x'.repeat(198)}😀😀`
  expect(refused({ name: 'a', [long]: 1 })).toEqual([`${'x'.repeat(199)}…`])
  expect(refused({ name: 'a', ['x'.repeat(200)]: 1 })).toEqual(['x'.repeat(200)])
  expect(refused({ name: 'a', [atTheCut]: 1 })).toEqual([`${'x'.repeat(198)}…`])
  expect(detailsOf({ name: 'a' }, [{ path: long, message: 'is wrong' }])[0]!.path).toHaveLength(200)
})
