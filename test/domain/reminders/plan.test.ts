import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { entryTypes } from '../../../src/domain/entry.ts'
import type { Notifiable } from '../../../src/domain/reminders/occasion.ts'
import { type NoticeStep, planNotices } from '../../../src/domain/reminders/plan.ts'

const minute = 60_000
const lead = 1440
const now = Date.parse('2026-03-02T08:00:00Z')
const inDays = (days: number) => now + days * 1440 * minute

const visit = (startAt: number, patientId: string | null = 'zoe'): Notifiable => ({
  type: 'appointment',
  patientId,
  startAt,
})
const of = (type: Notifiable['type'], startAt: number): Notifiable => ({ type, patientId: 'zoe', startAt })

const schedule = (startAt: number, patientId = 'zoe'): NoticeStep => ({
  do: 'schedule',
  patientId,
  startAt,
  dueAt: startAt - lead * minute,
})
const skip = (startAt: number, patientId = 'zoe'): NoticeStep => ({
  do: 'skip',
  patientId,
  startAt,
  dueAt: startAt - lead * minute,
  reason: 'inside_lead',
})
const cancel = (startAt: number): NoticeStep => ({ do: 'cancel', patientId: 'zoe', startAt })

const table: [string, Notifiable | null, Notifiable | null, NoticeStep[]][] = [
  ['booking schedules', null, visit(inDays(3)), [schedule(inDays(3))]],
  ['booking inside the lead is skipped', null, visit(inDays(0.5)), [skip(inDays(0.5))]],
  ['booking at the very moment the reminder is due is skipped', null, visit(inDays(1)), [skip(inDays(1))]],
  ['booking a minute before that schedules', null, visit(inDays(1) + minute), [schedule(inDays(1) + minute)]],
  ['booking in the past is skipped', null, visit(inDays(-3)), [skip(inDays(-3))]],
  ['booking without a patient does nothing', null, visit(inDays(3), null), []],
  ['booking a reminder does nothing', null, of('reminder', inDays(3)), []],
  ['booking an unavailable block does nothing', null, of('unavailable', inDays(3)), []],
  [
    'moving cancels and schedules',
    visit(inDays(3)),
    visit(inDays(4)),
    [cancel(inDays(3)), schedule(inDays(4))],
  ],
  ['moving into the lead', visit(inDays(3)), visit(inDays(0.5)), [cancel(inDays(3)), skip(inDays(0.5))]],
  ['changing neither time, type nor patient does nothing', visit(inDays(3)), visit(inDays(3)), []],
  [
    'another patient is another’s reminder',
    visit(inDays(3)),
    visit(inDays(3), 'anna'),
    [cancel(inDays(3)), schedule(inDays(3), 'anna')],
  ],
  [
    'another patient inside the lead has only just been booked',
    visit(inDays(0.5)),
    visit(inDays(0.5), 'anna'),
    [cancel(inDays(0.5)), skip(inDays(0.5), 'anna')],
  ],
  ['taking the patient off cancels', visit(inDays(3)), visit(inDays(3), null), [cancel(inDays(3))]],
  ['giving it a patient schedules', visit(inDays(3), null), visit(inDays(3)), [schedule(inDays(3))]],
  ['becoming a block cancels', visit(inDays(3)), of('unavailable', inDays(3)), [cancel(inDays(3))]],
  ['ceasing to be a block schedules', of('unavailable', inDays(3)), visit(inDays(3)), [schedule(inDays(3))]],
  ['deleting cancels', visit(inDays(3)), null, [cancel(inDays(3))]],
  ['deleting what has no reminder does nothing', of('reminder', inDays(3)), null, []],
  [
    'moving at the start of the epoch counts like any other time',
    visit(0),
    visit(inDays(3)),
    [cancel(0), schedule(inDays(3))],
  ],
]

test.each(table)('%s', (_, before, after, steps) => {
  expect(planNotices(before, after, lead, now)).toEqual(steps)
})

test('a lead of 0 means no reminders, which is recorded', () => {
  const [step] = planNotices(null, visit(inDays(3)), 0, now)
  expect(step).toMatchObject({ do: 'skip', reason: 'switched_off' })
})

describe('whatever happens to an entry', () => {
  const entry = fc.option(
    fc.record({
      type: fc.constantFrom(...entryTypes),
      patientId: fc.constantFrom(null, 'zoe', 'anna'),
      startAt: fc.integer({ min: -5, max: 5 }).map((days) => inDays(days)),
    }),
  )
  const leads = fc.integer({ min: 0, max: 10_000 })

  test('the patients and start times with a live reminder are those of the entry as it stands', () => {
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 8 }), leads, (states, leadMinutes) => {
        const live = new Set<string>()
        let before: Notifiable | null = null
        for (const after of states) {
          for (const step of planNotices(before, after, leadMinutes, now)) {
            const occasion = `${step.patientId} ${step.startAt}`
            if (step.do === 'cancel') expect(live.delete(occasion)).toBe(true)
            else live.add(occasion)
          }
          before = after
          const wanted =
            after?.type === 'appointment' && after.patientId !== null
              ? [`${after.patientId} ${after.startAt}`]
              : []
          expect([...live]).toEqual(wanted)
        }
      }),
      { numRuns: 500 },
    )
  })

  test('a reminder is scheduled exactly when it would be due in the future', () => {
    fc.assert(
      fc.property(fc.integer({ min: -20_000, max: 20_000 }), leads, (minutesAhead, leadMinutes) => {
        const [step] = planNotices(null, visit(now + minutesAhead * minute), leadMinutes, now)
        expect(step!.do).toBe(minutesAhead > leadMinutes && leadMinutes > 0 ? 'schedule' : 'skip')
      }),
      { numRuns: 300 },
    )
  })
})
