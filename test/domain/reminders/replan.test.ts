import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { noticeReasons, noticeStates } from '../../../src/domain/reminders/notice.ts'
import { type Replannable, replanned } from '../../../src/domain/reminders/replan.ts'

const minute = 60_000
/** Midnight. The send window opens at eight o'clock. */
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

/** The new plan of a reminder for an appointment at noon. The rules are the table in `domain/reminders/replan.ts`. */
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
  ['whose times stay the same does not change', notice(), 60, null],
  ['is switched off by a lead of 0', notice(), 0, off],
  [
    'keeps its pause after a failed try',
    notice({ lastError: 'timeout', nextAttemptAt: at('11:30') }),
    120,
    planned(at('10:00'), at('11:30')),
  ],
  [
    'that the ceiling of the day held back is planned for its due time again',
    notice({ reason: 'over_ceiling', nextAttemptAt: at('11:30') }),
    60,
    planned(at('11:00')),
  ],
  [
    'booked inside the old lead comes back when it is outside the new lead',
    notice(outside),
    60,
    planned(at('11:00')),
  ],
  [
    'booked inside the old lead stays skipped when it is inside the new lead, too',
    notice(outside),
    1440,
    null,
  ],
  ['booked inside the old lead stays skipped while the lead is off', notice(outside), 0, null],
  ['that was switched off comes back with a new lead', notice(off), 120, planned(at('10:00'))],
  [
    'that was switched off and booked in time goes out at once',
    notice(off),
    1440,
    planned(at('12:00') - 1440 * minute),
  ],
  [
    'that was switched off and booked too late stays skipped',
    notice({ ...off, createdAt: now - minute }),
    1440,
    null,
  ],
  ['that did not exist before is planned', null, 60, planned(at('11:00'))],
  [
    'that did not exist before is skipped when its time is over',
    null,
    1440,
    { ...outside, times: { dueAt: at('12:00') - 1440 * minute, nextAttemptAt: at('12:00') - 1440 * minute } },
  ],
  ['that did not exist before is not planned while the lead is off', null, 0, null],
  [
    'that was cancelled is planned when its appointment is there again',
    notice({ state: 'cancelled' }),
    60,
    planned(at('11:00')),
  ],
]

test.each(table)('a reminder %s', (_, given, lead, expected) => {
  expect(to(lead, given)).toEqual(expected)
})

test('a reminder is skipped when the new send window leaves no moment for it, and comes back with another window', () => {
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

test('a new lead changes no reminder that was sent or has ended, and planning a second time changes nothing', () => {
  fc.assert(
    fc.property(anyNotice, leads, (given, lead) => {
      const plan = to(lead, given)
      if (given.state === 'sent' || given.state === 'running' || given.state === 'dead')
        expect(plan).toBe(null)
      if (plan === null) return
      const { times, ...status } = plan
      expect(to(lead, { ...given, ...status, ...times })).toBe(null)
    }),
    { numRuns: 2_000 },
  )
})
