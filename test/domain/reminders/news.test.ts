import { expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  canCarry,
  type LastNotice,
  type News,
  newsFor,
  newsGrace,
} from '../../../src/domain/reminders/news.ts'
import { type NoticeKind, noticeKinds } from '../../../src/domain/reminders/notice.ts'
import { drawUntil } from '../../support/draw-until.ts'
import { believedAfter, NewsWorld, type Outcome } from './news-world.ts'

const minute = 60_000
const now = Date.parse('2026-03-02T08:00:00Z')
const inMinutes = (minutes: number) => now + minutes * minute
const [early, near, soon, friday, later] = [-60, 10, 15, 6_000, 9_000].map(inMinutes) as [
  number,
  number,
  number,
  number,
  number,
]
const told = (startAt: number, kind: NoticeKind = 'reminder'): LastNotice => ({ kind, startAt, sequence: 1 })
const news = (kind: News['kind'], startAt: number, dueAt = now + newsGrace): News => ({
  kind,
  startAt,
  dueAt,
})

const table: [string, LastNotice | null, number | null, boolean, News | null][] = [
  ['a patient who knows the start hears nothing', told(friday), friday, false, null],
  ['a patient who knows another start hears of the move', told(friday), later, false, news('moved', later)],
  ['a patient whose appointment is gone hears that', told(friday), null, false, news('cancelled', friday)],
  [
    'a patient whose appointment was moved to the past hears that the known start is off',
    told(friday),
    early,
    false,
    news('cancelled', friday),
  ],
  ['a patient who was told nothing hears of no move', null, later, false, null],
  ['a patient who was told nothing hears of no cancellation', null, null, false, null],
  ['a new booking is told', null, friday, true, news('booked', friday)],
  ['a booking of the past is not told', null, early, true, null],
  ['a booking ten minutes ahead is not told', null, near, true, null],
  [
    'a patient who heard of the cancellation hears of no second one',
    told(friday, 'cancelled'),
    null,
    false,
    null,
  ],
  [
    'a patient who heard of the cancellation hears that the appointment is back',
    told(friday, 'cancelled'),
    friday,
    false,
    news('booked', friday),
  ],
  ['a known start in the past is left alone', told(early), null, false, null],
  ['a move away from the past is not told', told(early), friday, false, null],
  ['a known start ten minutes ahead is left alone', told(near), null, false, null],
  [
    'a move to ten minutes ahead is too late to tell, so only the known start is off',
    told(friday),
    near,
    false,
    news('cancelled', friday),
  ],
  [
    'shortly before the known start the grace is shorter',
    told(soon),
    friday,
    false,
    news('moved', friday, inMinutes(4)),
  ],
  [
    'shortly before the new start the grace is shorter',
    told(friday),
    soon,
    false,
    news('moved', soon, inMinutes(4)),
  ],
]

test.each(table)(
  '§6.6 News (messages about a change) go out five minutes after the change, earlier when the start is near. A further change in that time replaces them. %s',
  (_, last, startAt, newlyBooked, expected) => {
    expect(newsFor(last, startAt, { newlyBooked }, now)).toEqual(expected)
  },
)

const planned = { sentAt: null, uncertainAt: null, sequence: 5 }

test('a notice about a change is used again only if the patient got neither this notice nor a later message', () => {
  const at = (sequence: number): LastNotice => ({ ...told(friday), sequence })
  expect(canCarry(planned, null)).toBe(true)
  expect(canCarry(planned, at(4))).toBe(true)
  expect(canCarry(planned, at(6))).toBe(false)
  expect(canCarry({ ...planned, sentAt: now }, null)).toBe(false)
  expect(canCarry({ ...planned, uncertainAt: now }, null)).toBe(false)
})

test('a planned message about a change is due before the last ten minutes before each start that it names', () => {
  const start = fc.integer({ min: -200, max: 200 }).map(inMinutes)
  fc.assert(
    fc.property(
      fc.option(fc.record({ startAt: start, kind: fc.constantFrom<NoticeKind>('moved', 'cancelled') })),
      fc.option(start),
      fc.boolean(),
      (last, startAt, newlyBooked) => {
        const planned = newsFor(last && { ...last, sequence: 1 }, startAt, { newlyBooked }, now)
        if (planned === null) return
        expect(planned.dueAt).toBeGreaterThanOrEqual(now)
        expect(planned.dueAt).toBeLessThanOrEqual(now + newsGrace)
        const starts = [planned.startAt, ...(planned.kind === 'moved' ? [last!.startAt] : [])]
        for (const at of starts) expect(planned.dueAt).toBeLessThan(at - 10 * minute)
      },
    ),
    { numRuns: 2_000 },
  )
})

const steps = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.integer({ min: -4, max: 40 }).map((quarter) => ({ do: 'move' as const, quarter })),
    },
    { weight: 2, arbitrary: fc.constant({ do: 'take away' as const }) },
    {
      weight: 4,
      arbitrary: fc.integer({ min: 1, max: 40 }).map((minutes) => ({ do: 'wait' as const, minutes })),
    },
    { weight: 1, arbitrary: fc.constant({ do: 'remind' as const }) },
    { weight: 2, arbitrary: fc.constant({ do: 'begin' as const }) },
    {
      weight: 2,
      arbitrary: fc
        .constantFrom<Outcome[]>('sent', 'uncertain', 'failed')
        .map((outcome) => ({ do: 'end' as const, outcome })),
    },
  ),
  { minLength: 1, maxLength: 40, size: 'max' },
)

test('after random changes and deliveries, the last message that a patient gets is true, not repeated, and not about the past', async () => {
  // A recall message is left out, because it is not about an appointment.
  const kinds = noticeKinds.filter((kind) => kind !== 'recall')
  const said = new Map<string, number>()
  let judged = 0
  const round = () =>
    fc.assert(
      fc.property(fc.boolean(), fc.noBias(steps), (tellBooked, life) => {
        const world = new NewsWorld(now, tellBooked)
        for (const step of life) world.step(step)
        world.settle()
        for (const [i, message] of world.heard.entries()) {
          said.set(message.kind, (said.get(message.kind) ?? 0) + 1)
          expect(message.begunAt).toBeLessThan(message.startAt - 10 * minute)
          const before = world.heard[i - 1]
          // A delivery that began before the earlier message arrived could not take that message into account.
          if (before === undefined || message.kind === 'reminder' || message.begun < before.ended) continue
          expect(believedAfter(message)).not.toBe(believedAfter(before))
        }
        const last = world.heard.at(-1)
        if (last === undefined || last.startAt - 10 * minute <= world.now || world.gaveUp) return
        judged++
        const { startAt } = world
        const isTooNear = startAt !== null && startAt > world.now && startAt - 10 * minute <= world.now
        if (!isTooNear)
          expect(believedAfter(last)).toBe(startAt !== null && startAt > world.now ? startAt : null)
      }),
      { numRuns: 5_000 },
    )
  // The test draws until enough random runs sent messages of each kind. Runs without messages prove nothing.
  await drawUntil(() => judged > 1_000 && kinds.every((kind) => (said.get(kind) ?? 0) > 200), round)
})
