import { expect, test } from 'bun:test'
import { dragged, snap, spanned, stepped } from '../../src/desk/screens/board/acts/place.ts'
import { at, columnOn, monday } from './acts-columns.ts'

const column = monday({ key: 'one' })
const other = monday({ key: 'two', chairId: 'other' })
const place = { column: 'one', from: at('09:00'), to: at('10:00') }
/** A place on the board as text: its column and its times. */
const say = ({ column, from, to }: { column: string; from: number; to: number }) =>
  `${column} ${new Date(from).toISOString().slice(11, 16)}–${new Date(to).toISOString().slice(11, 16)}`

test('a drag on the board ends at the nearest line', () => {
  expect(say(dragged(place, 'whole', column, at('10:37'), at('09:30')))).toBe('one 10:00–11:00')
  expect(say(dragged(place, 'whole', column, at('10:38'), at('09:30')))).toBe('one 10:15–11:15')
})

test('a drag of less than half a row changes nothing, also for an entry that starts between two lines', () => {
  const odd = { column: 'one', from: at('09:05'), to: at('09:35') }
  expect(dragged(odd, 'whole', column, at('09:17'), at('09:10'))).toBe(odd)
  expect(say(dragged(odd, 'whole', column, at('09:30'), at('09:10')))).toBe('one 09:30–10:00')
})

test('a drag to another chair keeps the time and the length', () => {
  const odd = { column: 'one', from: at('09:05'), to: at('09:35') }
  expect(say(dragged(odd, 'whole', other, at('09:12'), at('09:10')))).toBe('two 09:05–09:35')
})

test('a drag cannot move an entry beyond the start or the end of the board', () => {
  expect(say(dragged(place, 'whole', column, at('23:50'), at('09:30')))).toBe('one 23:00–00:00')
  expect(say(dragged(place, 'whole', column, at('00:00'), at('09:30')))).toBe('one 00:00–01:00')
})

test('dragging an edge of an entry moves only this edge, and leaves at least one row', () => {
  expect(say(dragged(place, 'end', column, at('10:31'), at('10:00')))).toBe('one 09:00–10:30')
  expect(say(dragged(place, 'end', column, at('08:00'), at('10:00')))).toBe('one 09:00–09:15')
  expect(say(dragged(place, 'start', column, at('08:29'), at('09:00')))).toBe('one 08:30–10:00')
  expect(say(dragged(place, 'start', column, at('12:00'), at('09:00')))).toBe('one 09:45–10:00')
})

test('a drag over free time marks whole rows, up or down', () => {
  expect(say(spanned(column, at('09:07'), at('09:07')))).toBe('one 09:00–09:15')
  expect(say(spanned(column, at('09:07'), at('10:01')))).toBe('one 09:00–10:15')
  expect(say(spanned(column, at('10:01'), at('09:07')))).toBe('one 09:00–10:15')
})

test('keys move an entry by rows, hours and columns', () => {
  const columns = [column, other]
  const after = (key: string, shift = false) => say(stepped(place, columns, key, shift)!)
  expect(after('ArrowDown')).toBe('one 09:15–10:15')
  expect(after('ArrowUp')).toBe('one 08:45–09:45')
  expect(after('PageDown')).toBe('one 10:00–11:00')
  expect(after('ArrowRight')).toBe('two 09:00–10:00')
  expect(after('ArrowLeft')).toBe('one 09:00–10:00')
  expect(stepped(place, columns, 'a', false)).toBeUndefined()
  expect(stepped({ ...place, column: 'gone' }, columns, 'ArrowUp', false)).toBeUndefined()
})

test('arrow keys with Shift change the length of an entry, down to one row', () => {
  const longer = stepped(place, [column], 'ArrowDown', true)!
  expect(say(longer)).toBe('one 09:00–10:15')
  const short = { ...place, to: at('09:15') }
  expect(say(stepped(short, [column], 'ArrowUp', true)!)).toBe('one 09:00–09:15')
})

test('an entry that moves to the next day keeps its local time, also when the clocks change', () => {
  const saturday = columnOn('2026-03-28', 'Europe/Berlin')
  const sunday = columnOn('2026-03-29', 'Europe/Berlin')
  const from = Date.parse('2026-03-28T10:00:00+01:00')
  const moved = stepped(
    { column: saturday.key, from, to: from + 3_600_000 },
    [saturday, sunday],
    'ArrowRight',
    false,
  )!
  expect(moved).toEqual({
    column: sunday.key,
    from: Date.parse('2026-03-29T10:00:00+02:00'),
    to: Date.parse('2026-03-29T11:00:00+02:00'),
  })
})

test('the lines of the board are one row apart, counted from the top', () => {
  expect(snap(column.grid, at('09:07'))).toBe(at('09:00'))
  expect(snap(column.grid, at('09:08'))).toBe(at('09:15'))
})
