import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { noticeReasons, noticeStates } from '../../../src/domain/reminders/notice.ts'
import { type Replannable, replanned } from '../../../src/domain/reminders/replan.ts'

const minute = 60_000
/** Midnight. The window opens at eight. */
const now = Date.parse('2026-03-02T00:00:00Z')
const hours = { from: '08:00', until: '20:00', timeZone: 'UTC' }
const at = (time: string) => Date.parse(`2026-03-02T${time}:00Z`)

const notice = (more: Partial<Replannable> = {}): Replannable => ({
  state: 'scheduled',
  reason: null,
  startAt: at('12:00'),
  dueAt: at('11:00'),
  nextAttemptAt: at('11:00'),
  createdAt: now - 10 * 1440 * minute,
  sentAt: null,
  uncertainAt: null,
  leaseUntil: null,
  lastError: null,
  ...more,
})

/** The table in `domain/reminders/replan.ts`, for an appointment at noon. */
const to = (lead: number, given: Replannable | null) =>
  replanned(given, 0, at('12:00'), { leads: [lead], hours }, now)
const off = { state: 'skipped', reason: 'switched_off' } as const
const outside = { state: 'skipped', reason: 'inside_lead' } as const
const planned = (dueAt: number, nextAttemptAt = dueAt) =>
  ({ state: 'scheduled', reason: null, times: { dueAt, nextAttemptAt } }) as const

const table: [string, Replannable | null, lead: number, ReturnType<typeof to>][] = [
  ['gets its new due time', notice(), 120, planned(at('10:00'))],
  ['whose new due time is at night waits for the opening', notice(), 300, planned(at('07:00'), at('08:00'))],
  ['whose new due time is over goes out at once', notice(), 1440, planned(at('12:00') - 1440 * minute)],
  ['whose times stay is left alone', notice(), 60, null],
  ['is switched off', notice(), 0, off],
  [
    'keeps its pause after a failed try',
    notice({ lastError: 'timeout', nextAttemptAt: at('11:30') }),
    120,
    planned(at('10:00'), at('11:30')),
  ],
  [
    'that the ceiling held back is decided anew',
    notice({ reason: 'over_ceiling', nextAttemptAt: at('11:30') }),
    60,
    planned(at('11:00')),
  ],
  ['booked inside the lead comes back', notice(outside), 60, planned(at('11:00'))],
  ['booked inside the lead stays skipped inside the new one', notice(outside), 1440, null],
  ['booked inside the lead stays skipped while the lead is off', notice(outside), 0, null],
  ['switched off comes back', notice(off), 120, planned(at('10:00'))],
  [
    'switched off and booked in time goes out at once',
    notice(off),
    1440,
    planned(at('12:00') - 1440 * minute),
  ],
  ['switched off and booked too late stays skipped', notice({ ...off, createdAt: now - minute }), 1440, null],
  ['that was not there is planned', null, 60, planned(at('11:00'))],
  [
    'that was not there sends nothing when its time is over',
    null,
    1440,
    { ...outside, times: { dueAt: at('12:00') - 1440 * minute, nextAttemptAt: at('12:00') - 1440 * minute } },
  ],
  ['that was not there stays away while the lead is off', null, 0, null],
  [
    'whose appointment came back while it was off is planned',
    notice({ state: 'cancelled' }),
    60,
    planned(at('11:00')),
  ],
]

test.each(table)('a reminder %s', (_, given, lead, expected) => {
  expect(to(lead, given)).toEqual(expected)
})

test('a reminder for which the new window leaves no moment is skipped, and comes back with another window', () => {
  const early = notice({ startAt: at('05:00'), dueAt: at('04:00'), nextAttemptAt: at('04:00') })
  const plan = (given: Replannable, from: string) =>
    replanned(given, 0, at('05:00'), { leads: [60], hours: { ...hours, from } }, now)
  expect(plan(early, '08:00')).toMatchObject(outside)
  expect(plan({ ...early, ...outside }, '03:00')).toEqual(planned(at('04:00')))
})

const anyNotice = fc.record({
  state: fc.constantFrom(...noticeStates),
  reason: fc.constantFrom(...noticeReasons, null),
  startAt: fc.constant(at('12:00')),
  dueAt: fc.integer({ min: -3_000, max: 700 }).map((minutes) => now + minutes * minute),
  nextAttemptAt: fc.integer({ min: -3_000, max: 700 }).map((minutes) => now + minutes * minute),
  createdAt: fc.integer({ min: -3_000, max: 0 }).map((minutes) => now + minutes * minute),
  sentAt: fc.constantFrom(null, now - minute),
  uncertainAt: fc.constantFrom(null, now - minute),
  leaseUntil: fc.constantFrom(null, now + minute),
  lastError: fc.constantFrom(null, 'timeout'),
})
const leads = fc.constantFrom(0, 5, 60, 300, 1440, 2880)

test('a change does not touch what was sent or came to an end by itself, and a second look changes nothing', () => {
  fc.assert(
    fc.property(anyNotice, leads, (given, lead) => {
      const plan = to(lead, given)
      if (
        given.state === 'sent' ||
        given.state === 'running' ||
        given.state === 'dead' ||
        given.sentAt !== null
      )
        if (given.state !== 'scheduled' && given.state !== 'skipped') expect(plan).toBe(null)
      if (plan === null) return
      const { times, ...status } = plan
      expect(to(lead, { ...given, ...status, ...times })).toBe(null)
    }),
    { numRuns: 2_000 },
  )
})
