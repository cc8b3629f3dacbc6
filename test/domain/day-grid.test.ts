import { describe, expect, test } from 'bun:test'
import { dayGrid, dayOf, neighbourOf } from '../../src/domain/day-grid.ts'
import { changesOf } from './clock-changes.ts'

const year = 2026
const slot = 30
const hour = 3_600_000

const clocks = new Map<string, Intl.DateTimeFormat>()

/**
 * The local date and time, such as `2026-03-29 03:00 GMT+02:00`. Intl reads them, because the tested code uses
 * Temporal.
 */
function wall(instant: number, timeZone: string): string {
  let clock = clocks.get(timeZone)
  if (clock === undefined) {
    const form = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZoneName: 'longOffset' } as const
    const day = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
    clock = new Intl.DateTimeFormat('en-CA', { timeZone, ...day, ...form })
    clocks.set(timeZone, clock)
  }
  const parts = Object.fromEntries(clock.formatToParts(instant).map(({ type, value }) => [type, value]))
  const offset = parts.timeZoneName === 'GMT' ? 'GMT+00:00' : parts.timeZoneName
  return `${parts.year}-${parts.month}-${parts.day} ${parts.hour}:${parts.minute} ${offset}`
}

const labels = (date: string, zone: string, slotMinutes = 60) =>
  dayGrid(date, zone, slotMinutes).map(({ label, offset }) => `${label}${offset}`)

test('§24 The `grid` of a day has a row for each slot of elapsed time, and each row says what the clocks show.', () => {
  let days = 0
  for (const zone of Intl.supportedValuesOf('timeZone'))
    for (const change of changesOf(zone, year))
      for (const shift of [-1, 0, 1]) {
        const date = change.toPlainDate().add({ days: shift }).toString()
        const { startAt, endAt } = dayOf(date, zone)
        const rows = dayGrid(date, zone, slot)
        const told = rows.map(({ at, label, offset }) => [at, `${date} ${label} GMT${offset}`])
        const asked = Array.from({ length: Math.ceil((endAt - startAt) / slot / 60_000) }, (_, i) => {
          const at = startAt + i * slot * 60_000
          return [at, wall(at, zone)]
        })
        expect(told).toEqual(asked)
        days++
      }
  expect(days).toBeGreaterThan(500)
})

describe('the grid of a day', () => {
  test('a day of 23 hours leaves out the hour that the clocks skip', () => {
    const day = labels('2026-03-29', 'Europe/Berlin')
    expect(day).toHaveLength(23)
    expect(day.slice(0, 4)).toEqual(['00:00+01:00', '01:00+01:00', '03:00+02:00', '04:00+02:00'])
    expect(day.at(-1)).toBe('23:00+02:00')
  })

  test('§24 On a day of 25 hours, `grid` has one hour twice, with two offsets.', () => {
    const day = labels('2026-10-25', 'Europe/Berlin')
    expect(day).toHaveLength(25)
    expect(day.slice(1, 5)).toEqual(['01:00+02:00', '02:00+02:00', '02:00+01:00', '03:00+01:00'])
  })

  test('a day that is half an hour longer or shorter, as on Lord Howe Island, has one row of 30 minutes more or less', () => {
    const long = labels('2026-04-05', 'Australia/Lord_Howe', 30)
    expect(long).toHaveLength(49)
    expect(long.slice(2, 6)).toEqual(['01:00+11:00', '01:30+11:00', '01:30+10:30', '02:00+10:30'])
    const short = labels('2026-10-04', 'Australia/Lord_Howe', 30)
    expect(short).toHaveLength(47)
    expect(short.slice(2, 6)).toEqual(['01:00+10:30', '01:30+10:30', '02:30+11:00', '03:00+11:00'])
  })

  test('a day without midnight begins right after the clocks have jumped', () => {
    expect(labels('2026-09-06', 'America/Santiago').slice(0, 2)).toEqual(['01:00-03:00', '02:00-03:00'])
  })
})

test('the last row of a day may be shorter than the others', () => {
  const rows = dayGrid('2026-03-10', 'UTC', 420)
  expect(rows.map(({ label }) => label)).toEqual(['00:00', '07:00', '14:00', '21:00'])
})

test('slots of a whole day give one row, and slots of one minute give 1,440 rows', () => {
  expect(labels('2026-03-10', 'Asia/Kathmandu', 1_440)).toEqual(['00:00+05:45'])
  expect(dayGrid('2026-03-10', 'UTC', 1)).toHaveLength(1_440)
})

test('the calendar stops at its first and its last day, and requests can name every instant of these two days', () => {
  expect([neighbourOf('0001-01-01', -1), neighbourOf('9999-12-31', 1)]).toEqual([null, null])
  expect([neighbourOf('2024-03-01', -1), neighbourOf('2024-02-28', 1)]).toEqual(['2024-02-29', '2024-02-29'])
  for (const zone of ['UTC', 'Pacific/Honolulu', 'Pacific/Kiritimati'])
    for (const date of ['0001-01-01', '9999-12-31']) {
      const { startAt, endAt } = dayOf(date, zone)
      expect(endAt - startAt).toBeGreaterThan(12 * hour)
      for (const { at } of dayGrid(date, zone, 60)) expect(new Date(at).toISOString()).toHaveLength(24)
      expect(new Date(endAt).toISOString()).toHaveLength(24)
    }
})

test('a grid with a slot length of zero or less is refused', () => {
  for (const length of [0, -15]) expect(() => dayGrid('2026-03-02', 'UTC', length)).toThrow()
})
