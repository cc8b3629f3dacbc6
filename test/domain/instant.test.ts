import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { formatInstant, parseInstant } from '../../src/domain/time.ts'

const read = (text: string) => {
  const instant = parseInstant(text)
  return instant === undefined ? undefined : formatInstant(instant)
}

describe('a date and time of ISO 8601', () => {
  test.each([
    ['2026-03-29T07:00:00Z', '2026-03-29T07:00:00.000Z'],
    ['2026-03-29T09:00:00+02:00', '2026-03-29T07:00:00.000Z'],
    ['2026-03-29T01:30:00-05:30', '2026-03-29T07:00:00.000Z'],
    ['2026-03-29t07:00:00z', '2026-03-29T07:00:00.000Z'],
    ['2026-03-29T07:00:00-00:00', '2026-03-29T07:00:00.000Z'],
    ['2024-02-29T23:59:59+00:00', '2024-02-29T23:59:59.000Z'],
    ['2026-01-01T00:00:00+23:59', '2025-12-31T00:01:00.000Z'],
    ['2026-03-29T07:00Z', '2026-03-29T07:00:00.000Z'],
    ['2026-03-29T09:00+02:00', '2026-03-29T07:00:00.000Z'],
    ['2026-03-29T09:00:00+0200', '2026-03-29T07:00:00.000Z'],
    ['2026-03-29T09:00:00+02', '2026-03-29T07:00:00.000Z'],
    ['2026-03-29T12:45+0545', '2026-03-29T07:00:00.000Z'],
    ['2026-03-29T02:00-05', '2026-03-29T07:00:00.000Z'],
    ['2026-03-29t07:00z', '2026-03-29T07:00:00.000Z'],
    ['2026-03-29T09:00:00,000+02', '2026-03-29T07:00:00.000Z'],
    ['2026-03-29T07:00-0000', '2026-03-29T07:00:00.000Z'],
    ['0000-01-01T00:00:00Z', '0000-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ])(
    '§1 A date and time in a request is ISO 8601 in its extended form, with `Z` or an offset. Seconds and their fraction are optional. %s, %s',
    (text, moment) => {
      expect(read(text)).toBe(moment)
    },
  )

  test.each([
    ['2026-01-01T00:00:00.1Z', '.100Z'],
    ['2026-01-01T00:00:00.1239Z', '.123Z'],
    ['2026-01-01T00:00:00,1239Z', '.123Z'],
    ['2026-01-01T00:00:00,1239999999999+01', '.123Z'],
    ['2026-01-01T00:00:00.999999999Z', '.999Z'],
    ['2026-01-01T00:00:00.1239999999999Z', '.123Z'],
    ['1969-12-31T23:59:59.9995Z', '.999Z'],
    ['9999-12-31T23:59:59.9999999Z', '.999Z'],
  ])('the text %s is cut to whole milliseconds', (text, ending) => {
    expect(read(text)).toEndWith(ending)
  })
})

test.each([
  ['no offset', '2026-03-29T07:00:00'],
  ['only a date', '2026-03-29'],
  ['no offset and no seconds', '2026-03-29T07:00'],
  ['a date with an offset', '2026-03-29+02:00'],
  ['an hour alone', '2026-03-29T07Z'],
  ['a fraction of a minute', '2026-03-29T07:00.5Z'],
  ['the basic form without separators', '20260329T070000Z'],
  ['a time without colons', '2026-03-29T0700Z'],
  ['a week date', '2026-W13-7T07:00:00Z'],
  ['a date counted in days of the year', '2026-088T07:00:00Z'],
  ['a space instead of the T', '2026-03-29 07:00:00Z'],
  ['an offset of one digit', '2026-03-29T07:00:00+2'],
  ['an offset of three digits', '2026-03-29T07:00:00+020'],
  ['an offset with a colon and no minutes', '2026-03-29T07:00:00+02:'],
  ['an offset without a sign', '2026-03-29T07:00:0002:00'],
  ['Z and an offset', '2026-03-29T07:00:00Z+02:00'],
  ['an offset of a whole day without minutes', '2026-03-29T07:00:00+24'],
  ['an offset of sixty minutes without a colon', '2026-03-29T07:00:00+0160'],
  ['an offset with seconds', '2026-03-29T07:00:00+02:00:00'],
  ['an offset of a whole day', '2026-03-29T07:00:00+24:00'],
  ['an offset of sixty minutes', '2026-03-29T07:00:00+01:60'],
  ['a point without digits', '2026-03-29T07:00:00.Z'],
  ['a zone in brackets', '2026-03-29T07:00:00+02:00[Europe/Berlin]'],
  ['a sixtieth second', '2016-12-31T23:59:60Z'],
  ['a sixtieth minute', '2026-03-29T07:60:00Z'],
  ['a twenty-fourth hour', '2026-03-29T24:00:00Z'],
  ['a twenty-fourth hour without seconds', '2026-03-29T24:00Z'],
  ['a sixtieth minute without seconds', '2026-03-29T07:60+02'],
  ['a comma without digits', '2026-03-29T07:00:00,Z'],
  ['a 29 February of a common year', '2026-02-29T07:00:00Z'],
  ['a 31 April', '2026-04-31T07:00:00Z'],
  ['a day 0', '2026-04-00T07:00:00Z'],
  ['a month 13', '2026-13-01T07:00:00Z'],
  ['a year of six digits', '+002026-03-29T07:00:00Z'],
  ['a year before 0 in UTC', '0000-01-01T00:00:00+00:01'],
  ['a year after 9999 in UTC', '9999-12-31T23:59:59-00:01'],
  ['a space before it', ' 2026-03-29T07:00:00Z'],
  ['a line end after it', '2026-03-29T07:00:00Z\n'],
  ['digits of another script', '２０２６-03-29T07:00:00Z'],
  ['a minus that is not ASCII', '2026-03-29T07:00:00−02:00'],
  ['epoch milliseconds', '1774767600000'],
  ['no characters', ''],
])(
  '§1 A date and time with a missing offset, an hour 24, a second 60, an impossible date or a week date is refused. %s',
  (_, text) => {
    expect(parseInstant(text)).toBeUndefined()
  },
)

test('a formatted instant is read back unchanged', () => {
  const first = Date.parse('0000-01-01T00:00:00Z')
  const last = Date.parse('9999-12-31T23:59:59.999Z')
  fc.assert(
    fc.property(fc.integer({ min: first, max: last }), (instant) => {
      expect(parseInstant(formatInstant(instant))).toBe(instant)
    }),
  )
})

test('an instant is always written the same, whichever instants were written before', () => {
  const near = fc.tuple(fc.integer({ min: -3, max: 3 }), fc.integer({ min: -2, max: 2 }))
  fc.assert(
    fc.property(fc.array(near, { maxLength: 50 }), (steps) => {
      // The instants are multiples of 512 minutes apart, because the cache has one entry for each of 512 minutes.
      for (const [far, ms] of steps) {
        const instant = far * 512 * 60_000 + ms
        expect(formatInstant(instant)).toBe(new Date(instant).toISOString())
      }
    }),
  )
  expect(() => formatInstant(Number.NaN)).toThrow(RangeError)
})

test('an offset moves the instant by exactly its minutes', () => {
  const at = fc.date({ min: new Date('1900-01-01'), max: new Date('2200-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(at, fc.integer({ min: -1439, max: 1439 }), (date, minutes) => {
      const [hours, rest] = [Math.trunc(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
      const sign = minutes < 0 ? '-' : '+'
      const [hh, mm] = [hours, rest].map((part) => String(part).padStart(2, '0'))
      for (const offset of [`${hh}:${mm}`, `${hh}${mm}`, ...(rest === 0 ? [hh] : [])])
        expect(parseInstant(date.toISOString().replace('Z', sign + offset))).toBe(
          date.getTime() - minutes * 60_000,
        )
    }),
  )
})

test('no text makes the parser throw', () => {
  const nearly = fc.stringMatching(/^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{1,12})?Z$/)
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), nearly), (text) => {
      const instant = parseInstant(text)
      expect(instant === undefined || Number.isSafeInteger(instant)).toBe(true)
    }),
    { numRuns: 300 },
  )
})
