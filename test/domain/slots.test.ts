import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { freeSlots } from '../../src/domain/slots.ts'
import type { Interval } from '../../src/domain/time.ts'

const stretch = (startAt: number, endAt: number): Interval => ({ startAt, endAt })

/** The rule taken literally: it checks every candidate of every opening against every block (RULES §4.3). */
function slotsByTheBook(openings: Interval[], step: number, duration: number, busy: Interval[]): Interval[] {
  const slots: Interval[] = []
  for (const opening of openings)
    for (let k = 0; opening.startAt + k * step < opening.endAt; k++) {
      const slot = stretch(opening.startAt + k * step, opening.startAt + k * step + duration)
      const inside = slot.endAt <= opening.endAt
      const taken = busy.some((block) => block.startAt < slot.endAt && block.endAt > slot.startAt)
      if (inside && !taken) slots.push(slot)
    }
  return slots
}

/** Intervals that follow each other, some of them touching. Each has a random gap before it and a random length. */
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

test('free slots are the same as those of the rule taken literally', () => {
  const step = fc.integer({ min: 1, max: 20 })
  const duration = fc.integer({ min: 1, max: 25 })
  fc.assert(
    fc.property(stretches(4), step, duration, stretches(8), (openings, every, lasting, busy) => {
      expect(freeSlots(openings, every, lasting, busy)).toEqual(
        slotsByTheBook(openings, every, lasting, busy),
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

test('a slot starts on the grid of its opening and not at the end of a block', () => {
  expect(freeSlots([stretch(0, 60)], 15, 15, [stretch(0, 20)])).toEqual([stretch(30, 45), stretch(45, 60)])
})

test('a block counts when it begins before the opening or ends after it', () => {
  expect(freeSlots([stretch(60, 120)], 15, 15, [stretch(0, 70), stretch(100, 500)])).toEqual([
    stretch(75, 90),
  ])
})

test('one block may cover two openings', () => {
  expect(freeSlots([stretch(0, 10), stretch(20, 40)], 10, 10, [stretch(0, 30)])).toEqual([stretch(30, 40)])
})

test('an opening shorter than the duration has no slot', () => {
  expect(freeSlots([stretch(0, 29)], 15, 30, [])).toEqual([])
})

test('a step that leads nowhere is refused', () => {
  for (const step of [0, -5, Number.NaN]) expect(() => freeSlots([stretch(0, 10)], step, 1, [])).toThrow()
})
