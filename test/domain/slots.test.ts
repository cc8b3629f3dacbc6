import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { freeSlots } from '../../src/domain/slots.ts'
import type { Interval } from '../../src/domain/time.ts'

const stretch = (startAt: number, endAt: number): Interval => ({ startAt, endAt })

/** The rule in its simplest form: each possible slot of each open time is compared with each block (RULES §4.3). */
function slotsByTheBook(openTimes: Interval[], step: number, duration: number, busy: Interval[]): Interval[] {
  const slots: Interval[] = []
  for (const openTime of openTimes)
    for (let k = 0; openTime.startAt + k * step < openTime.endAt; k++) {
      const slot = stretch(openTime.startAt + k * step, openTime.startAt + k * step + duration)
      const inside = slot.endAt <= openTime.endAt
      const taken = busy.some((block) => block.startAt < slot.endAt && block.endAt > slot.startAt)
      if (inside && !taken) slots.push(slot)
    }
  return slots
}

/** Random intervals in order, with a random length and a random gap before each. Some of them touch. */
const stretches = (most: number) =>
  fc
    .array(fc.tuple(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 1, max: 30 })), { maxLength: most })
    .map((parts) => {
      let at = 0
      return parts.map(([gap, length]) => {
        const startAt = at + gap
        at = startAt + length
        return stretch(startAt, at)
      })
    })

test('free slots are the same as the slots of the simplest form of the rule', () => {
  const step = fc.integer({ min: 1, max: 20 })
  const duration = fc.integer({ min: 1, max: 25 })
  fc.assert(
    fc.property(stretches(4), step, duration, stretches(8), (openTimes, every, lasting, busy) => {
      expect(freeSlots(openTimes, every, lasting, busy)).toEqual(
        slotsByTheBook(openTimes, every, lasting, busy),
      )
    }),
    { numRuns: 2000 },
  )
})

test('slots that are longer than the step overlap each other', () => {
  expect(freeSlots([stretch(0, 60)], 15, 30, [])).toEqual([stretch(0, 30), stretch(15, 45), stretch(30, 60)])
})

test('§4.3.1 A slot that touches a block at a boundary is free.', () => {
  expect(freeSlots([stretch(0, 90)], 30, 30, [stretch(30, 60)])).toEqual([stretch(0, 30), stretch(60, 90)])
})

test('a slot starts on the grid of its open time and not at the end of a block', () => {
  expect(freeSlots([stretch(0, 60)], 15, 15, [stretch(0, 20)])).toEqual([stretch(30, 45), stretch(45, 60)])
})

test('a block that begins before the open time or ends after it still takes slots', () => {
  expect(freeSlots([stretch(60, 120)], 15, 15, [stretch(0, 70), stretch(100, 500)])).toEqual([
    stretch(75, 90),
  ])
})

test('one block may cover two open times', () => {
  expect(freeSlots([stretch(0, 10), stretch(20, 40)], 10, 10, [stretch(0, 30)])).toEqual([stretch(30, 40)])
})

test('an open time shorter than the duration has no slot', () => {
  expect(freeSlots([stretch(0, 29)], 15, 30, [])).toEqual([])
})

test('a step of zero, less than zero or no number is refused', () => {
  for (const step of [0, -5, Number.NaN]) expect(() => freeSlots([stretch(0, 10)], step, 1, [])).toThrow()
})
