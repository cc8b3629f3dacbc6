import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { empty, type Hand, type HandEvent, next, type Press } from '../../src/desk/screens/board/acts/hand.ts'
import { at, columnOn, entryAt, monday } from './acts-columns.ts'

const column = monday()
const entry = entryAt('one', '09:00', '09:30')
const other = entryAt('other', '11:00', '11:30')
const placeOf = (from: string, to: string, key = column.key) => ({ column: key, from: at(from), to: at(to) })
const start = placeOf('09:00', '09:30')
const press: Press = { entry, start, hold: 'whole', grabbed: at('09:10'), touch: false, x: 100, y: 100 }

/** The state of the hand after these events. The hand is the present act on the board, such as a drag. */
const after = (...events: readonly HandEvent[]): Hand => events.reduce(next, empty)

const down = (more: Partial<Press> = {}): HandEvent => ({ is: 'press', press: { ...press, ...more } })
const pointer = (x: number, y: number): HandEvent => ({ is: 'pointer', x, y })
const key = (name: string, shift = false): HandEvent => ({ is: 'key', key: name, shift, columns: [column] })
const letGo: HandEvent = { is: 'let go' }
const takeUp: HandEvent = { is: 'take up', entry, place: start }
const mark: HandEvent = { is: 'mark', place: placeOf('10:00', '10:15') }
const swap: HandEvent = { is: 'swap', entry }

test('a mouse begins a drag after six pixels, and a shorter move is a click', () => {
  expect(after(down(), pointer(105, 100))).toMatchObject({ is: 'pressed' })
  expect(after(down(), pointer(106, 100))).toMatchObject({ is: 'drag', entry, place: start })
  expect(after(down(), pointer(105, 100), letGo)).toEqual(empty)
})

test('a finger begins a drag after a long press, and an earlier move scrolls', () => {
  const finger = down({ touch: true })
  expect(after(finger, pointer(100, 110))).toMatchObject({ is: 'pressed' })
  expect(after(finger, { is: 'long press' })).toMatchObject({ is: 'drag' })
  expect(after(finger, pointer(100, 111))).toEqual(empty)
  expect(after(finger, pointer(100, 111), { is: 'long press' })).toEqual(empty)
})

test('a drag follows the pointer until the button is released, and the next click event is ignored', () => {
  const place = placeOf('12:00', '12:30')
  const dragging = after(down(), pointer(200, 100), { is: 'lead', place })
  expect(dragging).toMatchObject({ is: 'drag', place })
  expect(next(dragging, { is: 'lead', place: { ...place } })).toBe(dragging)
  expect(next(dragging, letGo)).toEqual({ is: 'empty', clickFollows: true })
  expect(after(down(), pointer(200, 100), letGo, { is: 'down' })).toEqual(empty)
})

test('keys move an entry that was picked up, change its length, and move a marked free time', () => {
  expect(after(takeUp, key('ArrowDown'))).toMatchObject({ is: 'carry', place: placeOf('09:15', '09:45') })
  expect(after(takeUp, key('ArrowDown', true))).toMatchObject({ place: placeOf('09:00', '09:45') })
  expect(after(mark, key('PageDown'))).toMatchObject({ is: 'mark', place: placeOf('11:00', '11:15') })
  const carried = after(takeUp)
  expect(next(carried, key('q'))).toBe(carried)
})

test('an entry that was picked up follows the pointer to the row under it, and keeps its length', () => {
  const beside = columnOn('2026-03-02', 'UTC', { key: 'beside' })
  const hover: HandEvent = { is: 'hover', column: beside, at: at('14:08') }
  expect(after(takeUp, hover)).toMatchObject({ is: 'carry', place: placeOf('14:00', '14:30', 'beside') })
  expect(after(mark, hover)).toEqual(after(mark))
})

test('a new act on the board replaces the present act, but not while a pointer is down', () => {
  expect(after(takeUp, swap)).toEqual({ is: 'swap', entry })
  expect(after(swap, mark)).toMatchObject({ is: 'mark' })
  expect(after(mark, { ...takeUp, entry: other })).toMatchObject({ is: 'carry', entry: other })
  for (const event of [takeUp, mark, swap]) {
    expect(after(down(), event)).toMatchObject({ is: 'pressed' })
    expect(after(down(), pointer(200, 100), event)).toMatchObject({ is: 'drag' })
    expect(after(event, down())).toEqual(after(event))
  }
})

test('when the board shows other days, a drag goes on and any other act ends', () => {
  const otherDays: HandEvent = { is: 'other days' }
  expect(after(down(), pointer(200, 100), otherDays)).toMatchObject({ is: 'drag' })
  for (const event of [takeUp, mark, swap]) expect(after(event, otherDays)).toEqual(empty)
})

test('after any events, releasing the pointer ends the act, and a moved entry stays on the board', () => {
  const pixel = fc.integer({ min: 0, max: 200 })
  const any: fc.Arbitrary<HandEvent> = fc.oneof(
    fc.constantFrom<HandEvent>(
      ...[{ is: 'down' as const }, { is: 'long press' as const }, { is: 'other days' as const }],
      ...[letGo, takeUp, mark, swap, down(), down({ touch: true })],
    ),
    fc.record({ is: fc.constant('pointer' as const), x: pixel, y: pixel }),
    fc.constantFrom('ArrowUp', 'ArrowDown', 'ArrowLeft', 'PageUp', 'PageDown', 'x').map((name) => key(name)),
    fc.integer({ min: at('00:00'), max: at('23:59') }).map((at) => ({ is: 'hover' as const, column, at })),
  )
  fc.assert(
    fc.property(fc.array(any, { maxLength: 40 }), (events) => {
      const hand = after(...events)
      if ('place' in hand) {
        expect(hand.place.from).toBeGreaterThanOrEqual(column.grid.from)
        expect(hand.place.to).toBeLessThanOrEqual(column.grid.to)
        expect(hand.place.to).toBeGreaterThan(hand.place.from)
      }
      expect(next(hand, letGo).is).toBe('empty')
    }),
  )
})
