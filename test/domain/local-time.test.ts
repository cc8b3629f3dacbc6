import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  formatInstant,
  isCalendarDate,
  isClockTime,
  isTimeZone,
  localDay,
  localTime,
} from '../../src/domain/time.ts'

const hour = 3_600_000
const hoursOf = (date: string, zone: string) => {
  const day = localDay(date, zone)
  return (day.endAt - day.startAt) / hour
}
const at = (date: string, time: string, zone: string) => formatInstant(localTime(date, time, zone))

describe('a local day', () => {
  test.each([
    ['2026-03-28', 'Europe/Berlin', 24],
    ['2026-03-29', 'Europe/Berlin', 23],
    ['2026-10-25', 'Europe/Berlin', 25],
    ['2026-10-04', 'Australia/Lord_Howe', 23.5],
    ['2026-04-05', 'Australia/Lord_Howe', 24.5],
    ['2026-04-24', 'Africa/Cairo', 23],
    ['2026-09-06', 'America/Santiago', 23],
    ['2026-04-04', 'America/Santiago', 25],
    ['2011-12-29', 'Pacific/Apia', 24],
    ['2011-12-30', 'Pacific/Apia', 0],
    ['2026-03-29', 'UTC', 24],
  ])('the day %s in %s has %d hours', (date, zone, hours) => {
    expect(hoursOf(date, zone)).toBe(hours)
  })

  test('a day whose midnight is skipped begins at its first real moment', () => {
    expect(formatInstant(localDay('2026-09-06', 'America/Santiago').startAt)).toBe('2026-09-06T04:00:00.000Z')
    expect(formatInstant(localDay('2026-04-24', 'Africa/Cairo').startAt)).toBe('2026-04-23T22:00:00.000Z')
  })

  test('a day begins at the moment at which the day before it ends', () => {
    const zone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'))
    const date = fc.date({ min: new Date('1990-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(zone, date, (timeZone, someDate) => {
        const day = someDate.toISOString().slice(0, 10)
        const next = Temporal.PlainDate.from(day).add({ days: 1 }).toString()
        expect(localDay(day, timeZone).endAt).toBe(localDay(next, timeZone).startAt)
      }),
    )
  })
})

describe('a local time', () => {
  test.each([
    ['2026-01-15', '09:00', 'Europe/Berlin', '2026-01-15T08:00:00.000Z'],
    ['2026-07-15', '09:00', 'Europe/Berlin', '2026-07-15T07:00:00.000Z'],
    ['2026-07-15', '09:00', 'Asia/Kathmandu', '2026-07-15T03:15:00.000Z'],
  ])('the local time %s %s in %s is %s', (date, time, zone, instant) => {
    expect(at(date, time, zone)).toBe(instant)
  })

  test.each([
    ['2026-03-29', '02:00', 'Europe/Berlin', '2026-03-29T01:00:00.000Z'],
    ['2026-03-29', '02:30', 'Europe/Berlin', '2026-03-29T01:00:00.000Z'],
    ['2026-03-29', '02:59', 'Europe/Berlin', '2026-03-29T01:00:00.000Z'],
    ['2026-10-04', '02:15', 'Australia/Lord_Howe', '2026-10-03T15:30:00.000Z'],
    ['2026-04-24', '00:00', 'Africa/Cairo', '2026-04-23T22:00:00.000Z'],
    ['2026-09-06', '00:30', 'America/Santiago', '2026-09-06T04:00:00.000Z'],
    ['2011-12-30', '09:00', 'Pacific/Apia', '2011-12-30T10:00:00.000Z'],
  ])(
    'a local time that the clocks skip, %s %s in %s, is the moment at which they jump, %s',
    (date, time, zone, instant) => {
      expect(at(date, time, zone)).toBe(instant)
    },
  )

  test.each([
    ['2026-10-25', '02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
    ['2026-04-05', '01:45', 'Australia/Lord_Howe', '2026-04-04T14:45:00.000Z'],
    ['2026-04-04', '23:30', 'America/Santiago', '2026-04-05T02:30:00.000Z'],
  ])(
    'a local time that occurs twice, %s %s in %s, is its first occurrence, %s',
    (date, time, zone, instant) => {
      expect(at(date, time, zone)).toBe(instant)
    },
  )

  test('the time 24:00 is the end of the day, also when its last hour repeats or the next midnight is skipped', () => {
    for (const [date, zone] of [
      ['2026-03-29', 'Europe/Berlin'],
      ['2026-04-04', 'America/Santiago'],
      ['2026-04-23', 'Africa/Cairo'],
    ] as const)
      expect(localTime(date, '24:00', zone)).toBe(localDay(date, zone).endAt)
  })
})

test.each(['2026-01-31', '2024-02-29', '0004-02-29', '9999-12-31'])(
  'the text %s is a calendar date',
  (text) => {
    expect(isCalendarDate(text)).toBe(true)
  },
)

test.each([
  '2026-02-29',
  '1900-02-29',
  '2026-04-31',
  '2026-00-10',
  '2026-13-01',
  '2026-01-00',
  '2026-1-1',
  '20260101',
  '2026-01-01T00:00:00Z',
  '2026-01-01\n',
  ' 2026-01-01',
  '-002026-01-01',
  '２０２６-01-01',
  '',
])('the text %j is not a calendar date', (text) => {
  expect(isCalendarDate(text)).toBe(false)
})

test('a time of day has two-digit hours and minutes and ends at 23:59', () => {
  for (const text of ['00:00', '09:30', '19:59', '23:59']) expect(isClockTime(text)).toBe(true)
  for (const text of ['24:00', '9:00', '09:60', '09:0', '0900', '09:00:00', '09:00\n', ''])
    expect(isClockTime(text)).toBe(false)
})

test('a time zone is a name that the runtime knows, and not an offset', () => {
  for (const zone of ['Europe/Berlin', 'UTC', 'America/Argentina/Buenos_Aires', 'europe/berlin'])
    expect(isTimeZone(zone)).toBe(true)
  for (const zone of ['+01:00', 'Mars/Olympus', '', 'Europe/Berlin ', 'Z'])
    expect(isTimeZone(zone)).toBe(false)
})

test('the service can compute with every accepted zone', () => {
  for (const zone of [...Intl.supportedValuesOf('timeZone'), 'EST', 'PST8PDT', 'Etc/GMT+5', 'GMT']) {
    expect(isTimeZone(zone)).toBe(true)
    expect(hoursOf('2026-01-15', zone)).toBe(24)
  }
})
