import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { Problem } from '../../src/domain/problem.ts'
import {
  type KeptProgress,
  lastNoted,
  nothingNoted,
  noting,
  type ProgressState,
  type ProgressStep,
  progressOf,
  progressSteps,
  requireStep,
  stepsThatLeave,
  without,
} from '../../src/domain/progress.ts'

const minute = 60_000
const start = Date.parse('2026-03-10T09:00:00.000Z')
const entry = { type: 'appointment', patientId: 'zoe', startAt: start, metadata: {} } as const
const answered = (answer: string, at = '2026-03-09T09:00:00.000Z') => ({
  ...entry,
  metadata: { patientAnswer: { answer, at } },
})
const kept = (changes: Partial<KeptProgress>): KeptProgress => ({ ...nothingNoted, version: 1, ...changes })

test('a visit about which nobody has noted anything is expected, and has version 1', () => {
  expect(progressOf(entry, null, start - minute)).toEqual({
    state: 'expected',
    late: false,
    lateMinutes: 0,
    waitingSince: null,
    waitedMinutes: null,
    steps: [],
    note: null,
    version: 1,
  })
  expect(progressOf(entry, kept({}), start - minute).version).toBe(2)
})

test('a patient is late from the start of the visit until they arrive or are noted as missing', () => {
  const late = (row: KeptProgress | null, now: number, of: Parameters<typeof progressOf>[0] = entry) => {
    const { late, lateMinutes } = progressOf(of, row, now)
    return [late, lateMinutes]
  }
  expect(late(null, start)).toEqual([false, 0])
  expect(late(null, start + 1)).toEqual([true, 0])
  expect(late(kept({ confirmedAt: 1 }), start + 7 * minute)).toEqual([true, 7])
  for (const step of ['arrivedAt', 'inChairAt', 'doneAt', 'noShowAt'])
    expect(late(kept({ [step]: start }), start + 7 * minute)).toEqual([false, 0])
  expect(late(null, start + minute, { ...entry, type: 'reminder' })).toEqual([false, 0])
  // Nobody noted whether the patient came. A day after the start, the patient no longer counts as late.
  expect(late(null, start + 1_440 * minute - 1)).toEqual([true, 1_439])
  expect(late(null, start + 1_440 * minute)).toEqual([false, 0])
})

test("§23 A patient's wait is counted from the arrival until they are in the chair.", () => {
  const waits = (row: Partial<KeptProgress>, now: number) => {
    const { waitingSince, waitedMinutes } = progressOf(entry, kept(row), now)
    return [waitingSince, waitedMinutes]
  }
  expect(waits({ confirmedAt: start }, start + minute)).toEqual([null, null])
  expect(waits({ arrivedAt: start }, start + 9.9 * minute)).toEqual([start, 9])
  expect(waits({ arrivedAt: start, inChairAt: start + 4 * minute }, start + 9 * minute)).toEqual([null, 4])
  expect(waits({ arrivedAt: start, doneAt: start + 5 * minute }, start + 9 * minute)).toEqual([null, 5])
  expect(waits({ inChairAt: start }, start + 9 * minute)).toEqual([null, null])
  // Nobody noted the end of the wait. A day after the arrival, the patient no longer counts as waiting.
  expect(waits({ arrivedAt: start }, start + 1_440 * minute - 1)).toEqual([start, 1_439])
  expect(waits({ arrivedAt: start }, start + 1_440 * minute)).toEqual([null, null])
  expect(waits({ arrivedAt: start, inChairAt: start + minute }, start + 1_440 * minute)).toEqual([null, 1])
  // The clock was set back after the arrival.
  expect(waits({ arrivedAt: start }, start - minute)).toEqual([start, 0])
})

test('a patient who confirmed by the link in a message counts as confirmed, and no member is named', () => {
  const at = Date.parse('2026-03-09T09:00:00.000Z')
  expect(progressOf(answered('confirmed'), null, start)).toMatchObject({
    state: 'confirmed',
    version: 1,
    steps: [{ step: 'confirmed', at, by: null }],
  })
  expect(
    progressOf(answered('confirmed'), kept({ arrivedAt: start, arrivedBy: 'ada' }), start).steps,
  ).toEqual([
    { step: 'confirmed', at, by: null },
    { step: 'arrived', at: start, by: 'ada' },
  ])
  const both = progressOf(answered('confirmed'), kept({ confirmedAt: 7, confirmedBy: 'ada' }), start)
  expect(both.steps).toEqual([{ step: 'confirmed', at: 7, by: 'ada' }])
  expect(progressOf(answered('cancel_requested'), null, start).state).toBe('expected')
  expect(progressOf(answered('confirmed', 'nonsense'), null, start).state).toBe('expected')
})

/** For each step, the states that it may follow. */
const follows: Readonly<Record<ProgressStep, readonly ProgressState[]>> = {
  confirmed: ['expected'],
  arrived: ['expected', 'confirmed'],
  inChair: ['expected', 'confirmed', 'arrived'],
  done: ['expected', 'confirmed', 'arrived', 'inChair'],
  noShow: ['expected', 'confirmed'],
}

const allows = (state: ProgressState, step: ProgressStep): boolean => {
  try {
    requireStep(state, step)
    return true
  } catch (error) {
    if (error instanceof Problem && error.code === 'conflict') return false
    throw error
  }
}

test('each step of a visit is accepted after the states that it may follow, and after no other state', () => {
  for (const state of ['expected', ...progressSteps] as const)
    for (const step of progressSteps)
      expect([state, step, allows(state, step)]).toEqual([state, step, follows[step].includes(state)])
})

test('the steps of a visit behave like a stack, for random steps and undos', () => {
  const move = fc.constantFrom<ProgressStep | 'back'>(...progressSteps, 'back', 'back')
  fc.assert(
    fc.property(fc.array(move, { maxLength: 30 }), (moves) => {
      const stack: ProgressStep[] = []
      let row = kept({})
      for (const [i, one] of moves.entries()) {
        const state = stack.at(-1) ?? 'expected'
        if (one === 'back') {
          const last = lastNoted(row)
          expect(last).toBe(stack.pop() ?? null)
          if (last !== null) row = { ...row, ...without([last]) }
        } else if (follows[one].includes(state)) {
          requireStep(state, one)
          row = { ...row, ...noting(one, i, 'ada', 'ill') }
          stack.push(one)
        } else expect(allows(state, one)).toBe(false)
        const { steps, note } = progressOf(entry, row, start)
        expect(steps.map(({ step }) => step)).toEqual(stack)
        expect(note).toBe(stack.at(-1) === 'noShow' ? 'ill' : null)
      }
    }),
    { numRuns: 500 },
  )
})

const all = kept({ confirmedAt: 1, arrivedAt: 2, inChairAt: 3, doneAt: 4, noShowAt: 5 })
const berlin = 'Europe/Berlin'

test('a move to another time of the same day removes the confirmation and the no-show, and keeps the other steps', () => {
  const leave = (change: object, zone = berlin, row = all) =>
    stepsThatLeave(entry, { ...entry, ...change }, row, zone)
  expect(leave({})).toEqual([])
  expect(leave({ startAt: start + minute })).toEqual(['confirmed', 'noShow'])
  expect(leave({ startAt: start + minute }, berlin, kept({ arrivedAt: 1 }))).toEqual([])
})

test('a move to another day in the practice time zone, another patient or another type removes all steps of the visit', () => {
  const leave = (change: object, zone = berlin) => stepsThatLeave(entry, { ...entry, ...change }, all, zone)
  const every = [...progressSteps]
  expect(leave({ startAt: start + 86_400_000 })).toEqual(every)
  for (const patientId of ['jonas', null]) expect(leave({ patientId })).toEqual(every)
  for (const type of ['reminder', 'unavailable']) expect(leave({ type })).toEqual(every)
  // The two instants are 22:59 and 23:00 in UTC. Midnight in Berlin is between them.
  const lateStart = Date.parse('2026-03-10T22:59:00.000Z')
  const late = { ...entry, startAt: lateStart }
  const next = { ...late, startAt: lateStart + minute }
  expect(stepsThatLeave(late, next, all, berlin)).toEqual(every)
  expect(stepsThatLeave(late, next, all, 'UTC')).toEqual(['confirmed', 'noShow'])
})
