import { expect, test } from 'bun:test'
import { keepSame, repaint } from '../../src/desk/live/keep-same.ts'
import { breadthOf, lanesOf } from '../../src/desk/screens/board/lanes.ts'
import { dayTowards, fullnessOf, weeksOf } from '../../src/desk/screens/board/month-days.ts'
import { entryTowards, standsAt, tabStopOf } from '../../src/desk/screens/board/roving.ts'
import { sayDaysOf } from '../../src/desk/screens/board/said-days.ts'
import { cancelledOf, dayIn, entryOf } from './board-days.ts'

/** An entry on 2 March 2026 between two times in UTC. */
const from = (id: string, start: string, end: string, more = {}) =>
  entryOf({ id, startAt: `2026-03-02T${start}:00.000Z`, endAt: `2026-03-02T${end}:00.000Z`, ...more })

test('the calendar of a month has whole weeks, which begin on the first weekday of the locale', () => {
  const monday = weeksOf('2026-03-01', 1)
  expect([monday.length, monday[0]![0], monday.at(-1)!.at(-1)]).toEqual([6, '2026-02-23', '2026-04-05'])
  const sunday = weeksOf('2026-03-01', 7)
  expect([sunday.length, sunday[0]![0], sunday.at(-1)!.at(-1)]).toEqual([5, '2026-03-01', '2026-04-04'])
  expect(monday.every((week) => week.length === 7)).toBe(true)
})

test('keys in the calendar of a month move by days, weeks and months', () => {
  for (const [key, to] of [
    ['ArrowLeft', '2026-03-30'],
    ['ArrowRight', '2026-04-01'],
    ['ArrowUp', '2026-03-24'],
    ['ArrowDown', '2026-04-07'],
    ['Home', '2026-03-30'],
    ['End', '2026-04-05'],
    ['PageUp', '2026-02-28'],
    ['PageDown', '2026-04-30'],
  ] as const)
    expect([key, dayTowards('2026-03-31', key, 1)]).toEqual([key, to])
  expect(dayTowards('2026-03-31', 'Enter', 1)).toBeUndefined()
})

test('the week names its days with entries, and names days in a row by the first and the last', () => {
  const week = weeksOf('2026-03-01', 1)[1]!.map((date) => ({ date: date! }))
  const on = (...days: number[]) =>
    sayDaysOf(
      week,
      days.map((day) => week[day]!),
    )
  expect(on(0)).toBe('Mon · ')
  expect(on(0, 1, 2, 4)).toBe('Mon–Wed, Fri · ')
  expect(on(5, 6)).toBe('Sat–Sun · ')
  expect(on(1)).toBe('Tue · ')
  expect(on(2, 3, 4)).toBe('Wed–Fri · ')
  expect(on(0, 6)).toBe('Mon, Sun · ')
  expect(sayDaysOf(week.slice(0, 1), week.slice(0, 1))).toBe('')
})

test('the fullness of a day is the booked part of its open time', () => {
  const counted = { date: '2026-03-02', open: true, cancelled: 0, closures: [] }
  const full = (appointments: number, bookedMinutes: number, freeMinutes: number) =>
    fullnessOf({ ...counted, appointments, bookedMinutes, freeMinutes })
  expect(full(3, 90, 270)).toBe(0.25)
  expect(full(0, 0, 480)).toBe(0)
  expect(full(0, 0, 0)).toBe(0)
  expect(full(1, 0, 0)).toBe(1)
})

test('entries that do not overlap have the whole width of their column', () => {
  const lanes = lanesOf([from('a', '08:00', '09:00'), from('b', '09:00', '10:00')])
  expect([...lanes.values()]).toEqual([
    { left: 0, width: 1 },
    { left: 0, width: 1 },
  ])
})

test('entries without a chair that overlap share the width of their column', () => {
  const lanes = lanesOf([
    from('a', '08:00', '10:00'),
    from('b', '08:30', '09:00'),
    from('c', '09:00', '09:30'),
    from('d', '10:00', '11:00'),
  ])
  expect(lanes.get('a')).toEqual({ left: 0, width: 0.5 })
  expect(lanes.get('b')).toEqual({ left: 0.5, width: 0.5 })
  expect(lanes.get('c')).toEqual({ left: 0.5, width: 0.5 })
  expect(lanes.get('d')).toEqual({ left: 0, width: 1 })
})

test('a reminder is narrow beside an appointment', () => {
  const lanes = lanesOf([from('a', '08:00', '09:00'), from('r', '08:15', '08:30', { type: 'reminder' })])
  const [appointment, reminder] = [lanes.get('a')!, lanes.get('r')!]
  expect(reminder.width).toBeLessThan(appointment.width)
  expect(appointment.left + appointment.width).toBe(reminder.left)
  expect(reminder.left + reminder.width).toBe(1)
})

test('a cancelled appointment is narrow beside an appointment, which keeps its width', () => {
  const { startAt, endAt } = from('a', '08:00', '09:00')
  const all = [from('a', '08:00', '09:00'), cancelledOf({ id: 'gone', startAt, endAt })]
  const lanes = lanesOf(all)
  expect(lanes.get('gone')!.width).toBeLessThan(lanes.get('a')!.width)
  expect(breadthOf(all, lanes) * lanes.get('a')!.width).toBeCloseTo(1)
})

test('a column is at most as wide as four appointments side by side, and memos do not make it wider', () => {
  const breadth = (appointments: number, memos = 0) => {
    const entries = [
      ...Array.from({ length: appointments }, (_, i) => from(`a${i}`, '08:00', '09:00')),
      ...Array.from({ length: memos }, (_, i) => from(`r${i}`, '08:15', '08:30', { type: 'reminder' })),
    ]
    return breadthOf(entries, lanesOf(entries))
  }
  expect([0, 1, 2, 3, 4, 9].map((appointments) => breadth(appointments))).toEqual([1, 1, 2, 3, 4, 4])
  expect(breadth(0, 3)).toBe(1)
  // The appointment keeps the width that it has without the memo.
  expect(breadth(1, 1) * (1 - 0.32)).toBeCloseTo(1)
})

const columns = [
  { entries: [from('a1', '08:00', '09:00'), from('a2', '10:00', '11:00')] },
  { entries: [] },
  { entries: [from('b1', '08:30', '09:00'), from('b2', '10:15', '11:00')] },
]

test('arrow keys lead to the neighbours in the column, and to the nearest time in the next column with entries', () => {
  const to = (id: string, key: string) => entryTowards(columns, id, key)?.id
  expect(to('a1', 'ArrowDown')).toBe('a2')
  expect(to('a2', 'ArrowDown')).toBeUndefined()
  expect(to('a2', 'ArrowUp')).toBe('a1')
  expect(to('a2', 'ArrowRight')).toBe('b2')
  expect(to('b1', 'ArrowLeft')).toBe('a1')
  expect(to('a1', 'ArrowLeft')).toBeUndefined()
  expect(to('a2', 'Home')).toBe('a1')
  expect(to('b1', 'End')).toBe('b2')
  expect(to('gone', 'End')).toBeUndefined()
})

const dated = columns.map((column, i) => ({ ...column, key: `${i}`, date: '2026-03-02' }))

test('in a week, the left and right keys lead to the entry at the nearest time of day', () => {
  const tuesday = (id: string, start: string, end: string) =>
    entryOf({ id, startAt: `2026-03-03T${start}:00.000Z`, endAt: `2026-03-03T${end}:00.000Z` })
  const week = [columns[0]!, { entries: [tuesday('t1', '08:00', '09:00'), tuesday('t2', '10:00', '11:00')] }]
  expect(entryTowards(week, 'a2', 'ArrowRight')?.id).toBe('t2')
})

test('the Tab key reaches the entry that had the focus, or else the first entry that has not ended', () => {
  const now = Date.parse('2026-03-02T09:30:00Z')
  expect(tabStopOf(dated, null, now)).toBe('a2')
  expect(tabStopOf(dated, 'b1', now)).toBe('b1')
  expect(tabStopOf(dated, 'gone', now)).toBe('a2')
  expect(tabStopOf(dated, null, now + 86_400_000)).toBe('a1')
  expect(tabStopOf([{ ...dated[0]!, entries: [] }], null, now)).toBeNull()
})

test('when the entry with the focus is gone, the Tab key reaches the nearest entry in its column', () => {
  const now = Date.parse('2026-03-02T09:30:00Z')
  const stood = standsAt(dated, 'b1')!
  const left = dated.map((column) => ({ ...column, entries: column.entries.filter(({ id }) => id !== 'b1') }))
  expect(tabStopOf(left, 'b1', now, stood)).toBe('b2')
  expect(standsAt(left, 'b1')).toBeUndefined()
  // On another day, or when the column is empty, no entry is near.
  const onTuesday = left.map((column) => ({ ...column, date: '2026-03-03' }))
  expect(tabStopOf(onTuesday, 'b1', now, stood)).toBe('a2')
  const empty = left.map((column) => (column.key === stood.key ? { ...column, entries: [] } : column))
  expect(tabStopOf(empty, 'b1', now, stood)).toBe('a2')
})

test('a newer answer for a day keeps the objects of unchanged entries', () => {
  const [a, b] = [from('a', '08:00', '09:00'), from('b', '09:00', '10:00')]
  const older = dayIn('2026-03-02', { entries: [a, b] })
  const newer = dayIn('2026-03-02', { entries: [{ ...a }, { ...b, title: 'New' }] })
  const { entries } = keepSame(older, newer)
  expect(entries[0]).toBe(a)
  expect(entries[1]!.title).toBe('New')
})

test('a change of an entry is shown at once on every day that it touches, and other days stay as they are', () => {
  const a = from('a', '08:00', '09:00')
  const monday = dayIn('2026-03-02', { entries: [a] })
  const [tuesday, friday] = [dayIn('2026-03-03'), dayIn('2026-03-06')]
  const moved = {
    ...a,
    startAt: '2026-03-03T08:00:00.000Z',
    endAt: '2026-03-03T09:00:00.000Z',
    chairId: null,
  }
  const painted = repaint([monday, tuesday, friday], () => [moved])
  expect(painted[0]!.entries).toEqual([])
  expect(painted[1]!.withoutChair).toEqual([moved])
  expect(painted[2]).toBe(friday)
})
