import { expect, test } from 'bun:test'
import { Type } from '@sinclair/typebox'
import type { Problem } from '../../src/domain/problem.ts'
import { reader } from '../../src/http/reader.ts'
import { filledText, nullable, optional, shape, text } from '../../src/http/shape.ts'

const rule = ({ first, last }: Readonly<Record<string, unknown>>) =>
  typeof first === 'number' && typeof last === 'number' && last < first
    ? [{ path: 'last', message: 'must not be before first' }]
    : []

const read = reader(
  shape(
    {
      name: filledText(5),
      nickname: optional(nullable(filledText(5))),
      remark: optional(text(5)),
      rows: optional(Type.Array(shape({ label: filledText(5) }))),
      first: optional(Type.Integer()),
      last: optional(Type.Integer()),
    },
    { rule },
  ),
)

function refused(value: unknown) {
  try {
    read(value)
  } catch (error) {
    return (error as Problem).details?.map(({ path }) => path)
  }
  throw new Error('the value was accepted')
}

test('the reader trims texts at every depth where the schema says so, and keeps the others', () => {
  expect(read({ name: ' Zoé ', nickname: '\tZ\n', remark: ' a ', rows: [{ label: ' x ' }] })).toEqual({
    name: 'Zoé',
    nickname: 'Z',
    remark: ' a ',
    rows: [{ label: 'x' }],
  })
  expect(read({ name: 'Zoé', nickname: null })).toEqual({ name: 'Zoé', nickname: null })
})

test('the reader does not change the value that was sent', () => {
  const sent = { name: ' Zoé ', rows: [{ label: ' x ' }] }
  read(sent)
  expect(sent).toEqual({ name: ' Zoé ', rows: [{ label: ' x ' }] })
})

test('the cap of a trimmed text counts after trimming', () => {
  expect(read({ name: '     12345     ' })).toEqual({ name: '12345' })
  expect(refused({ name: ' 123456 ' })).toEqual(['name'])
  expect(refused({ name: '      ' })).toEqual(['name'])
})

test('a rule between fields refuses a value by itself', () => {
  expect(read({ name: 'a', first: 1, last: 1 })).toEqual({ name: 'a', first: 1, last: 1 })
  expect(refused({ name: 'a', first: 2, last: 1 })).toEqual(['last'])
})

test('a broken rule is reported together with every other mistake', () => {
  expect(refused({ first: 2, last: 1, other: 1, nickname: 5 })).toEqual(['name', 'other', 'nickname', 'last'])
})

test('a value that is not an object is refused as a whole', () => {
  for (const value of [undefined, null, 5, 'text', []]) expect(refused(value)).toContain('')
})

test('a wrong value with its own toString is refused like any other', () => {
  expect(refused({ name: { toString: 1 } })).toEqual(['name'])
  expect(refused({ name: Array(1000).fill(' x ') })).toEqual(['name'])
})
