import { beforeAll, expect, test } from 'bun:test'
import { addDays } from '../../src/desk/base/time/dates.ts'
import { allIn, columnsOf, weekColumnsOf } from '../../src/desk/screens/board/column.ts'
import { clockChangeOf, gridOf, hoursOf, rowsOf, rowsTo } from '../../src/desk/screens/board/grid.ts'
import { words } from '../../src/desk/words/words.ts'
import { cancelledOf, chairOn, dayIn, entryOf, iso } from './board-days.ts'
import { en } from './words.ts'

beforeAll(() => {
  words.value = en
})

/** An entry at night, so that the whole night is on the board. */
const night = (date: string) => {
  const start = Date.parse(dayIn(date).dayStart)
  return [entryOf({ startAt: iso(start), endAt: iso(start + 6 * hour) })]
}
const hour = 3_600_000
const labels = (date: string) =>
  hoursOf(gridOf(dayIn(date, { entries: night(date) }), 15)).map((row) => row.label)

test('the board of a day begins an hour before the first entry and ends an hour after the last entry', () => {
  const grid = gridOf(dayIn('2026-03-02', { entries: [entryOf()] }), 15)
  expect(grid.rows[0]!.label).toBe('08:30')
  expect(grid.rows.at(-1)!.label).toBe('10:45')
  expect(rowsOf(grid)).toBe(10)
  expect(rowsTo(grid, Date.parse(entryOf().startAt))).toBe(4)
})

test('the board of a day without entries and hours shows the hours of a usual working day', () => {
  const { rows } = gridOf(dayIn('2026-03-02'), 15)
  expect([rows[0]!.label, rows.at(-1)!.label]).toEqual(['08:00', '17:45'])
})

test('the board of a day of 23 hours leaves out the hour that the clocks skip', () => {
  expect(labels('2026-03-29')).toEqual(['00:00', '01:00', '03:00', '04:00', '05:00', '06:00', '07:00'])
  const change = clockChangeOf(dayIn('2026-03-29'))!
  expect([iso(change.at), change.minutes]).toEqual(['2026-03-29T01:00:00.000Z', 60])
})

test('the board of a day of 25 hours shows one hour twice, one below the other', () => {
  expect(labels('2026-10-25')).toEqual(['00:00', '01:00', '02:00', '02:00', '03:00', '04:00', '05:00'])
  const day = dayIn('2026-10-25', { entries: night('2026-10-25') })
  const grid = gridOf(day, 15)
  expect(clockChangeOf(day)!.minutes).toBe(-60)
  const first = rowsTo(grid, Date.parse('2026-10-25T00:30:00Z'))
  expect(rowsTo(grid, Date.parse('2026-10-25T01:30:00Z')) - first).toBe(4)
})

test('§24 A day that the time zone skipped has no rows on the board, by itself and in its week.', () => {
  const days = ['2011-12-29', '2011-12-30', '2011-12-31'].map((date) =>
    dayIn(date, { chairs: [chairOn('a')] }, 15, 'Pacific/Apia'),
  )
  expect(rowsOf(gridOf(days[1]!, 15))).toBe(0)
  expect(columnsOf(days[1]!, 15)).toHaveLength(1)
  expect(weekColumnsOf(days, { chairId: 'a' }, 15).map(({ grid }) => rowsOf(grid))).toEqual([40, 0, 40])
})

test('the board of a whole day has a row for each quarter of an hour of the day, also when the clocks change', () => {
  for (const [date, hours] of [
    ['2026-03-02', 24],
    ['2026-03-29', 23],
    ['2026-10-25', 25],
  ] as const) {
    const { dayStart, dayEnd } = dayIn(date)
    const grid = gridOf(dayIn(date, { entries: [entryOf({ startAt: dayStart, endAt: dayEnd })] }), 15)
    expect(rowsOf(grid)).toBe(hours * 4)
  }
})

test('the board marks a clock change of half an hour, and begins a new hour there', () => {
  const day = dayIn('2026-04-05', {}, 30, 'Australia/Lord_Howe')
  expect(clockChangeOf(day)!.minutes).toBe(-30)
  const whole = entryOf({ startAt: day.dayStart, endAt: day.dayEnd })
  const hours = hoursOf(gridOf({ ...day, entries: [whole] }, 30))
  expect(hours.slice(0, 4).map(({ label }) => label)).toEqual(['00:00', '01:00', '01:30', '02:00'])
})

test('the board of a day ends with the day, also when an entry lasts longer', () => {
  const day = dayIn('2026-03-02', {
    entries: [entryOf({ startAt: '2026-02-28T08:00:00.000Z', endAt: '2026-03-05T08:00:00.000Z' })],
  })
  const grid = gridOf(day, 15)
  expect([iso(grid.from), iso(grid.to)]).toEqual([day.dayStart, day.dayEnd])
})

test('the board of a week has the same first and last time on every day, also when the clocks change', () => {
  const days = Array.from({ length: 7 }, (_, i) => addDays('2026-03-23', i)).map((date) => {
    const start = Date.parse(dayIn(date).dayStart)
    const open = { startAt: iso(start + 9 * hour), endAt: iso(start + 17 * hour) }
    return dayIn(date, { chairs: [chairOn('a', [open]), chairOn('b')] })
  })
  const columns = weekColumnsOf(days, { chairId: 'a' }, 15)
  expect(columns.map(({ key }) => key)).toEqual(days.map(({ date }) => date))
  const [usual, changed] = [columns[0]!, columns[6]!]
  expect(usual.grid.rows[0]!.label).toBe('08:00')
  // The night before the Sunday is an hour shorter. Its opening hours are later on the clock, but all days have the
  // same labels.
  expect(changed.grid.rows.map(({ label }) => label)).toEqual(usual.grid.rows.map(({ label }) => label))
  expect(changed.clockChange?.minutes).toBe(60)
})

test('entries without a chair have a separate column if there are any', () => {
  const day = dayIn('2026-03-02', { chairs: [chairOn('a')], entries: [entryOf()] })
  expect(columnsOf(day, 15).map(({ chairId, entries }) => [chairId, entries.length])).toEqual([['a', 1]])
  const loose = entryOf({ id: 'f', chairId: null })
  const columns = columnsOf({ ...day, withoutChair: [loose] }, 15)
  expect(columns.map(({ chairId }) => chairId)).toEqual(['a', null])
  expect(columns[1]!.entries).toEqual([loose])
})

test("the week of a member has the member's entries on all chairs and absences, and the week of all chairs has every entry", () => {
  const own = { practitionerId: 'zoe' }
  const at = (time: string) => ({
    startAt: `2026-03-02T${time}:00Z`,
    endAt: `2026-03-02T${time.slice(0, 2)}:30:00Z`,
  })
  const late = entryOf({ id: 'late', ...own, ...at('12:00') })
  const other = entryOf({ id: 'other', practitionerId: null, ...at('10:00') })
  const early = entryOf({ id: 'early', chairId: null, ...own, ...at('08:00') })
  const away = { id: 'x', practitionerId: 'zoe', name: 'Zoé', reason: null }
  const times = { startAt: '2026-03-02T14:00:00.000Z', endAt: '2026-03-02T15:00:00.000Z' }
  const day = dayIn('2026-03-02', {
    chairs: [chairOn('a'), chairOn('b')],
    entries: [other, late],
    withoutChair: [early],
    absences: [{ ...away, ...times }],
  })
  const ids = (of: { memberId?: string }) => weekColumnsOf([day], of, 15)[0]!.entries.map(({ id }) => id)
  expect(ids({ memberId: 'zoe' })).toEqual(['early', 'late'])
  expect(ids({})).toEqual(['early', 'other', 'late'])
  const [column] = weekColumnsOf([day], { memberId: 'zoe' }, 15)
  expect(column).toMatchObject({ chairId: null, closures: [{ id: 'x', name: 'Zoé', ...times }] })
})

test('a cancelled appointment is shown on its day and chair, and is not counted among the entries', () => {
  const early = { startAt: '2026-03-02T06:00:00.000Z', endAt: '2026-03-02T06:30:00.000Z' }
  const gone = cancelledOf({ id: 'gone', practitionerId: 'zoe', ...early })
  const loose = cancelledOf({ id: 'loose', chairId: null })
  const other = cancelledOf({ id: 'other', startAt: '2026-03-03T08:30:00.000Z' })
  const entry = entryOf()
  const day = dayIn('2026-03-02', { chairs: [chairOn('a'), chairOn('b')], entries: [entry] })
  const all = [gone, loose, other]
  const columns = columnsOf(day, 15, all)
  expect(columns.map(({ chairId, cancelled }) => [chairId, ...cancelled.map(({ id }) => id)])).toEqual([
    ['a', 'gone'],
    ['b'],
    [null, 'loose'],
  ])
  expect(columns[0]!.entries).toEqual([entry])
  expect(allIn(columns[0]!).map(({ id }) => id)).toEqual(['gone', 'e'])
  // The board begins early enough to show the cancelled appointment.
  expect(columns[0]!.grid.rows[0]!.label).toBe('06:00')
  const week = (of: { chairId?: string; memberId?: string }) =>
    weekColumnsOf([day, dayIn('2026-03-03')], of, 15, all).map(({ cancelled }) =>
      cancelled.map(({ id }) => id),
    )
  expect(week({})).toEqual([['gone', 'loose'], ['other']])
  expect(week({ chairId: 'a' })).toEqual([['gone'], ['other']])
  expect(week({ memberId: 'zoe' })).toEqual([['gone'], []])
  // An appointment that is in the calendar again is not shown as cancelled, even if an older answer contains it as
  // cancelled.
  expect(columnsOf(day, 15, [cancelledOf({ id: entry.id })])[0]!.cancelled).toEqual([])
})
