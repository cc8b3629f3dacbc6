import { expect, test } from 'bun:test'
import { isDayFirst, readDay } from '../../src/desk/base/time/read-day.ts'
import { asksOf } from '../../src/desk/parts/patient/asks.ts'
import { ageOn, parseBirth } from '../../src/desk/parts/patient/birth.ts'

const monthsIn = (locale: string) =>
  Array.from({ length: 12 }, (_, i) =>
    new Date(2026, i, 2).toLocaleString(locale, { month: 'long' }).toLowerCase(),
  )
const british = { today: '2026-03-02', dayFirst: true, months: monthsIn('en-GB') }
const american = { ...british, dayFirst: false }
const german = { ...british, months: monthsIn('de-DE') }

const dates: readonly [string, string | undefined, typeof british?][] = [
  ['3.5.84', '1984-05-03'],
  ['03.05.1984', '1984-05-03'],
  ['3. 5. 1984', '1984-05-03'],
  ['03/05/1984', '1984-05-03'],
  ['03/05/1984', '1984-03-05', american],
  ['3.5.1984', '1984-05-03', american],
  ['05/31/1984', '1984-05-31'],
  ['3-5-84', '1984-05-03'],
  ['1984-5-3', '1984-05-03'],
  ['030584', '1984-05-03'],
  ['03051984', '1984-05-03'],
  ['1.1.26', '2026-01-01'],
  ['1.1.27', '1927-01-01'],
  ['3.3.26', '1926-03-03'],
  ['7 Nov 1998', '1998-11-07'],
  ['Nov 7, 1998', '1998-11-07', american],
  ['7 november 98', '1998-11-07'],
  ['7. März 1998', '1998-03-07', german],
  ['7. Nov. 1998', '1998-11-07', german],
  ['7 Xyz 1998', undefined],
  ['29.2.2023', undefined],
  ['31.4.1984', undefined],
  ['1.1.2027', undefined],
  ['3.5.', undefined],
  ['1984', undefined],
  ['Müller', undefined],
]
test.each(dates)('the typed birth date %p is read as %p', (text, date, reading = british) => {
  expect(parseBirth(text, reading)).toBe(date)
})

const days: readonly [text: string, day: string | undefined, reading?: typeof british, min?: string][] = [
  ['2026-03-11', '2026-03-11'],
  ['11.3.', '2026-03-11'],
  ['11/3', '2026-03-11'],
  ['3/11', '2026-03-11', american],
  ['7/11', '2026-11-07'],
  ['11 mar', '2026-03-11'],
  ['March 11', '2026-03-11', american],
  ['11.3.27', '2027-03-11'],
  ['110327', '2027-03-11'],
  // A date without a year means the next such day, or one in the last month. It is never before the earliest allowed
  // day.
  ['1.3.', '2026-03-01'],
  ['1.3.', '2027-03-01', british, '2026-03-02'],
  ['20 Feb', '2026-02-20'],
  ['20 Dec', '2026-12-20'],
  ['20 Nov', '2026-11-20'],
  ['29.2.', '2028-02-29', { ...british, today: '2027-08-01' }],
  // These are the forms in which the desk writes a date.
  ['Mon, 2 Mar 2026', '2026-03-02'],
  ['Mon 2 Mar 2026', '2026-03-02'],
  ['Mon, Mar 2, 2026', '2026-03-02', american],
  ['Mo., 2. März 2026', '2026-03-02', german],
  ['30.2.2026', undefined],
  ['11', undefined],
  ['tomorrow', undefined],
  ['', undefined],
]
test.each(days)('the typed day %p is read as %p', (text, day, reading = british, min?: string) => {
  expect(readDay(text, reading, min)).toBe(day)
})

test('the locale decides whether the day comes before the month', () => {
  expect(['de-DE', 'en-GB', 'en-US'].map(isDayFirst)).toEqual([true, true, false])
})

test('a person is a year older from the birthday on', () => {
  expect(ageOn('1984-03-02T00:00:00.000Z', '2026-03-01')).toBe(41)
  expect(ageOn('1984-03-02T00:00:00.000Z', '2026-03-02')).toBe(42)
  expect(ageOn('2024-02-29', '2026-02-28')).toBe(1)
  expect(ageOn('2026-03-02', '2026-03-02')).toBe(0)
})

const typed: readonly [string, readonly object[]][] = [
  ['müll zo', [{ search: 'müll zo' }]],
  ['Müller, Zoé', [{ search: 'Müller, Zoé' }]],
  ['3.5.84', [{ dob: '1984-05-03' }]],
  ['müller 3.5.84', [{ search: 'müller', dob: '1984-05-03' }]],
  ['03/05/1984 müller', [{ search: 'müller', dob: '1984-05-03' }]],
  ['1984-05-03', [{ dob: '1984-05-03' }]],
  ['1984', [{ birthYear: 1984 }, { phone: '1984' }]],
  [
    'müller 1984',
    [
      { search: 'müller', birthYear: 1984 },
      { search: 'müller', phone: '1984' },
    ],
  ],
  ['2031', [{ phone: '2031' }]],
  ['030584', [{ dob: '1984-05-03' }, { phone: '030584' }]],
  ['0151 234', [{ phone: '0151 234' }]],
  ['+49 (0)151/2345-678', [{ phone: '+49 (0)151/2345-678' }]],
  ['01.02.03 456', [{ phone: '01.02.03 456' }]],
  ['anna@', [{ email: 'anna@' }]],
  ['Anna.Weber@Example.org', [{ email: 'Anna.Weber@Example.org' }]],
  ['weber anna@example.org', [{ search: 'weber', email: 'anna@example.org' }]],
  ['p003', [{ search: 'p003' }]],
  ['3.', []],
  ['12', []],
  ['@', []],
  ['  ', []],
  ['–', []],
]
test.each(typed)('the search text %p sends the queries %p', (text, queries) => {
  expect(asksOf(text, british)).toEqual([...queries])
})
