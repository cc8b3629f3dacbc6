import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { type Coding, codingFor } from '../../src/http/coding.ts'

const json = ['zstd', 'gzip'] as const
const chosen = (header: string | undefined, offered: readonly Coding[] = json) =>
  codingFor(
    new Request('http://localhost', { headers: header === undefined ? {} : { 'accept-encoding': header } }),
    offered,
  )

test.each([
  [undefined, undefined],
  ['', undefined],
  ['identity', undefined],
  ['br', undefined],
  ['gzip', 'gzip'],
  ['GZip', 'gzip'],
  ['zstd', 'zstd'],
  ['gzip, deflate, br, zstd', 'zstd'],
  ['gzip;q=1, zstd;q=0.9', 'gzip'],
  ['gzip ; q=0.5 ,\tzstd;q=0.500', 'zstd'],
  ['zstd;q=0, gzip', 'gzip'],
  ['gzip;q=0', undefined],
  ['*', 'gzip'],
  ['*;q=0.1', 'gzip'],
  ['*;q=0', undefined],
  ['*, gzip;q=0', undefined],
  ['zstd;q=0.2, *', 'gzip'],
  ['identity, gzip;q=0.5', undefined],
  ['identity;q=0.5, gzip', 'gzip'],
  ['identity, gzip', 'gzip'],
  ['gzip, gzip;q=0', undefined],
  ['gzip;q=2', undefined],
  ['gzip;q=0.1234', undefined],
  ['gzip;level=9', undefined],
  ['gzip gzip', undefined],
] as const)(
  '§1.3 Of the codings that a client accepts, the coding with the highest quality is sent. zstd is sent only when the header names zstd. %j, %s',
  (header, coding) => {
    expect(chosen(header)).toEqual({ coding, always: false })
  },
)

test.each([
  ['identity;q=0, gzip', 'gzip', true],
  ['gzip, *;q=0', 'gzip', true],
  ['identity;q=0', undefined, false],
  ['identity;q=0, br', undefined, false],
  ['identity;q=0.001, gzip', 'gzip', false],
] as const)('the header %j decides whether an answer must be compressed', (header, coding, always) => {
  expect(chosen(header)).toEqual({ coding, always })
})

test('of codings with equal quality, the first offered coding is sent', () => {
  expect(chosen('gzip, br', ['br', 'gzip']).coding).toBe('br')
  expect(chosen('gzip, br', ['gzip', 'br']).coding).toBe('gzip')
})

const name = fc.constantFrom('gzip', 'zstd', 'br', 'identity', '*', 'x', '', 'GZIP')
const weight = fc.constantFrom(
  '',
  ';q=0',
  ';q=1',
  ';q=0.5',
  ' ; q=0.001',
  ';q=',
  ';q=9',
  ';q=-1',
  ';q=1e3',
  ';x=1',
)
const headers = fc.oneof(
  fc
    .array(
      fc.tuple(name, weight).map((pair) => pair.join('')),
      { maxLength: 8 },
    )
    .map((all) => all.join(',')),
  fc.string({ maxLength: 300 }).map((text) => text.replaceAll(/[^\x20-\x7e\t]/g, '?')),
)

test('for any header, no client gets a coding that it did not name or that it refused', () => {
  fc.assert(
    fc.property(headers, (header) => {
      const { coding, always } = chosen(header)
      expect(json).toContain((coding ?? 'gzip') as 'gzip')
      if (always) expect(coding).toBeDefined()
      if (coding === undefined) return
      const lower = header.toLowerCase()
      expect(lower.includes(coding) || (coding !== 'zstd' && lower.includes('*'))).toBe(true)
      expect(lower).not.toMatch(new RegExp(`(^|,)[ \\t]*${coding};q=0[ \\t]*(,|$)`))
    }),
    { numRuns: 500 },
  )
})
