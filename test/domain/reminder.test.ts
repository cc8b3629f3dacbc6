import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { entryTypes } from '../../src/domain/entry.ts'
import { planReminder, type Remindable, type ReminderStep } from '../../src/domain/reminder.ts'

const minute = 60_000
const lead = 1440
const now = Date.parse('2026-03-02T08:00:00Z')
const inDays = (days: number) => now + days * 1440 * minute

const visit = (startAt: number, patientId: string | null = 'zoe'): Remindable => ({
  type: 'appointment',
  patientId,
  startAt,
})
const of = (type: Remindable['type'], startAt: number): Remindable => ({ type, patientId: 'zoe', startAt })

const schedule = (startAt: number, patientId = 'zoe'): ReminderStep => ({
  do: 'schedule',
  patientId,
  startAt,
  dueAt: startAt - lead * minute,
})
const skip = (startAt: number, patientId = 'zoe'): ReminderStep => ({
  do: 'skip',
  patientId,
  startAt,
  dueAt: startAt - lead * minute,
  reason: 'inside_lead',
})
const cancel = (startAt: number): ReminderStep => ({ do: 'cancel', patientId: 'zoe', startAt })

const table: [string, Remindable | null, Remindable | null, ReminderStep[]][] = [
  ['a booking schedules a reminder', null, visit(inDays(3)), [schedule(inDays(3))]],
  ['a booking inside the lead skips the reminder', null, visit(inDays(0.5)), [skip(inDays(0.5))]],
  ['a booking at the moment the reminder falls due skips it', null, visit(inDays(1)), [skip(inDays(1))]],
  [
    'a booking a minute before that moment schedules the reminder',
    null,
    visit(inDays(1) + minute),
    [schedule(inDays(1) + minute)],
  ],
  ['a booking in the past skips the reminder', null, visit(inDays(-3)), [skip(inDays(-3))]],
  ['a booking without a patient has no reminder', null, visit(inDays(3), null), []],
  ['a calendar entry of type reminder sends no reminder', null, of('reminder', inDays(3)), []],
  ['an unavailable block has no reminder', null, of('unavailable', inDays(3)), []],
  [
    'a move cancels the old reminder and schedules a new one',
    visit(inDays(3)),
    visit(inDays(4)),
    [cancel(inDays(3)), schedule(inDays(4))],
  ],
  [
    'a move into the lead cancels the old reminder and skips the new one',
    visit(inDays(3)),
    visit(inDays(0.5)),
    [cancel(inDays(3)), skip(inDays(0.5))],
  ],
  ['a change of other fields leaves the reminder as it was', visit(inDays(3)), visit(inDays(3)), []],
  [
    'a new patient cancels the old reminder and schedules their own',
    visit(inDays(3)),
    visit(inDays(3), 'anna'),
    [cancel(inDays(3)), schedule(inDays(3), 'anna')],
  ],
  [
    'a new patient inside the lead counts as a new booking and skips the reminder',
    visit(inDays(0.5)),
    visit(inDays(0.5), 'anna'),
    [cancel(inDays(0.5)), skip(inDays(0.5), 'anna')],
  ],
  [
    'removing the patient cancels the reminder',
    visit(inDays(3)),
    visit(inDays(3), null),
    [cancel(inDays(3))],
  ],
  ['adding a patient schedules a reminder', visit(inDays(3), null), visit(inDays(3)), [schedule(inDays(3))]],
  [
    'an appointment that becomes a block cancels the reminder',
    visit(inDays(3)),
    of('unavailable', inDays(3)),
    [cancel(inDays(3))],
  ],
  [
    'a block that becomes an appointment schedules a reminder',
    of('unavailable', inDays(3)),
    visit(inDays(3)),
    [schedule(inDays(3))],
  ],
  ['deleting an appointment cancels its reminder', visit(inDays(3)), null, [cancel(inDays(3))]],
  ['deleting an entry without a reminder does nothing', of('reminder', inDays(3)), null, []],
  [
    'a start at the beginning of the epoch is a time like any other',
    visit(0),
    visit(inDays(3)),
    [cancel(0), schedule(inDays(3))],
  ],
]

test.each(table)('%s', (_, before, after, steps) => {
  expect(planReminder(before, after, lead, now)).toEqual(steps)
})

test('a lead of 0 skips every reminder and records the reason', () => {
  const [step] = planReminder(null, visit(inDays(3)), 0, now)
  expect(step).toMatchObject({ do: 'skip', reason: 'switched_off' })
})

describe('after any changes to an entry', () => {
  const entry = fc.option(
    fc.record({
      type: fc.constantFrom(...entryTypes),
      patientId: fc.constantFrom(null, 'zoe', 'anna'),
      startAt: fc.integer({ min: -5, max: 5 }).map((days) => inDays(days)),
    }),
  )
  const leads = fc.integer({ min: 0, max: 10_000 })

  test('the only live reminder is for the entry’s present patient and start', () => {
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 8 }), leads, (states, leadMinutes) => {
        const live = new Set<string>()
        let before: Remindable | null = null
        for (const after of states) {
          for (const step of planReminder(before, after, leadMinutes, now)) {
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
        const [step] = planReminder(null, visit(now + minutesAhead * minute), leadMinutes, now)
        expect(step!.do).toBe(minutesAhead > leadMinutes && leadMinutes > 0 ? 'schedule' : 'skip')
      }),
      { numRuns: 300 },
    )
  })
})
