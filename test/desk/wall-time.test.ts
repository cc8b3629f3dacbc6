import { expect, test } from 'bun:test'
import { clockOf, instantNear, instantsOf } from '../../src/desk/base/time/wall-time.ts'
import { dayGrid } from '../../src/domain/day-grid.ts'

/** A day as the API answers it. */
function dayIn(timezone: string, date: string, slotMinutes = 15) {
  const iso = (at: number) => new Date(at).toISOString()
  const grid = dayGrid(date, timezone, slotMinutes).map((row) => ({ ...row, at: iso(row.at) }))
  return { date, timezone, grid }
}

const instants = (timezone: string, date: string, time: string, slotMinutes?: number) =>
  instantsOf(dayIn(timezone, date, slotMinutes), time).map((at) => new Date(at).toISOString().slice(0, 16))

test('a local time on a usual day means one instant', () => {
  expect(instants('Europe/Berlin', '2026-03-02', '09:30')).toEqual(['2026-03-02T08:30'])
  expect(instants('Europe/Berlin', '2026-03-02', '00:00')).toEqual(['2026-03-01T23:00'])
  expect(instants('Europe/Berlin', '2026-03-02', '23:59')).toEqual(['2026-03-02T22:59'])
})

test('a local time that the clocks skip means no instant', () => {
  expect(instants('Europe/Berlin', '2026-03-29', '01:59')).toEqual(['2026-03-29T00:59'])
  expect(instants('Europe/Berlin', '2026-03-29', '02:00')).toEqual([])
  expect(instants('Europe/Berlin', '2026-03-29', '02:59')).toEqual([])
  expect(instants('Europe/Berlin', '2026-03-29', '03:00')).toEqual(['2026-03-29T01:00'])
})

test('a local time that the clocks show twice means two instants, in order', () => {
  expect(instants('Europe/Berlin', '2026-10-25', '02:30')).toEqual(['2026-10-25T00:30', '2026-10-25T01:30'])
  expect(instants('Europe/Berlin', '2026-10-25', '03:00')).toEqual(['2026-10-25T02:00'])
})

test('the nearest instant of a local time is the first of two, or the next row when the clocks skip the time', () => {
  const near = (date: string, time: string) =>
    new Date(instantNear(dayIn('Europe/Berlin', date), time)!).toISOString().slice(11, 16)
  expect(near('2026-03-02', '09:37')).toBe('08:37')
  expect(near('2026-03-29', '02:30')).toBe('01:00')
  expect(near('2026-10-25', '02:30')).toBe('00:30')
  expect(instantNear(dayIn('Pacific/Apia', '2011-12-30'), '09:00')).toBeUndefined()
})

test('local times are right when clocks change by half an hour, at midnight, or by a whole day', () => {
  expect(instants('Australia/Lord_Howe', '2026-04-05', '01:45')).toHaveLength(2)
  expect(instants('Australia/Lord_Howe', '2026-04-05', '01:15')).toHaveLength(1)
  expect(instants('Africa/Cairo', '2026-04-24', '00:30')).toEqual([])
  expect(instants('Asia/Kolkata', '2026-03-02', '09:00')).toEqual(['2026-03-02T03:30'])
  expect(instants('Pacific/Apia', '2011-12-30', '09:00')).toEqual([])
})

test('local times are right when the clocks change inside a row of the day', () => {
  expect(instants('Europe/Berlin', '2026-03-29', '02:30', 50)).toEqual([])
  expect(instants('Europe/Berlin', '2026-03-29', '03:05', 50)).toEqual(['2026-03-29T01:05'])
  expect(instants('Europe/Berlin', '2026-10-25', '02:10', 50)).toHaveLength(2)
})

test.each(['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'America/St_Johns'])(
  'every local time of a year in %s, by quarters of an hour, leads back to its instant',
  (zone) => {
    for (let day = 0; day < 365; day += 1) {
      const date = new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10)
      const shown = dayIn(zone, date)
      for (const { at, label } of shown.grid.filter((_, i) => i % 5 === day % 5)) {
        expect(clockOf(Date.parse(at), zone)).toBe(label)
        expect(instantsOf(shown, label)).toContain(Date.parse(at))
      }
    }
  },
)
