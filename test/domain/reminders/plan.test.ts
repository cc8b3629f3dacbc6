import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { entryTypes } from '../../../src/domain/entry.ts'
import type { Notifiable } from '../../../src/domain/reminders/occasion.ts'
import { type NoticeStep, planNotices } from '../../../src/domain/reminders/plan.ts'
import type { SendHours } from '../../../src/domain/reminders/send-window.ts'

const minute = 60_000
const lead = 1440
const hours: SendHours = { from: '00:00', until: '24:00', timeZone: 'UTC' }
const always = (...leads: number[]) => ({ leads, hours })
const now = Date.parse('2026-03-02T08:00:00Z')
const inDays = (days: number) => now + days * 1440 * minute

const appointment = (startAt: number, patientId: string | null = 'zoe'): Notifiable => ({
  type: 'appointment',
  patientId,
  startAt,
})
const of = (type: Notifiable['type'], startAt: number): Notifiable => ({ type, patientId: 'zoe', startAt })

const schedule = (startAt: number, patientId = 'zoe'): NoticeStep => ({
  do: 'schedule',
  patientId,
  startAt,
  slot: 0,
  dueAt: startAt - lead * minute,
  sendAt: startAt - lead * minute,
})
const skip = (startAt: number, patientId = 'zoe'): NoticeStep => ({
  do: 'skip',
  patientId,
  startAt,
  slot: 0,
  dueAt: startAt - lead * minute,
  reason: 'inside_lead',
})
const cancel = (startAt: number): NoticeStep => ({ do: 'cancel', patientId: 'zoe', startAt })

const table: [string, Notifiable | null, Notifiable | null, NoticeStep[]][] = [
  ['booking an appointment schedules a notice', null, appointment(inDays(3)), [schedule(inDays(3))]],
  [
    'an appointment booked inside the lead skips its notice',
    null,
    appointment(inDays(0.5)),
    [skip(inDays(0.5))],
  ],
  ['an appointment booked at the due time skips its notice', null, appointment(inDays(1)), [skip(inDays(1))]],
  [
    'an appointment booked a minute before the due time schedules a notice',
    null,
    appointment(inDays(1) + minute),
    [schedule(inDays(1) + minute)],
  ],
  ['an appointment booked in the past skips its notice', null, appointment(inDays(-3)), [skip(inDays(-3))]],
  ['booking an appointment without a patient does nothing', null, appointment(inDays(3), null), []],
  ['booking an entry of the type reminder does nothing', null, of('reminder', inDays(3)), []],
  ['booking an unavailable block does nothing', null, of('unavailable', inDays(3)), []],
  [
    'moving an appointment cancels the old notice and schedules a new one',
    appointment(inDays(3)),
    appointment(inDays(4)),
    [cancel(inDays(3)), schedule(inDays(4))],
  ],
  [
    'moving an appointment into the lead cancels the old notice and skips the new one',
    appointment(inDays(3)),
    appointment(inDays(0.5)),
    [cancel(inDays(3)), skip(inDays(0.5))],
  ],
  [
    'changing neither time, type nor patient does nothing',
    appointment(inDays(3)),
    appointment(inDays(3)),
    [],
  ],
  [
    'a change of the patient cancels the old notice and schedules one for the new patient',
    appointment(inDays(3)),
    appointment(inDays(3), 'anna'),
    [cancel(inDays(3)), schedule(inDays(3), 'anna')],
  ],
  [
    'a change of the patient inside the lead skips the notice of the new patient',
    appointment(inDays(0.5)),
    appointment(inDays(0.5), 'anna'),
    [cancel(inDays(0.5)), skip(inDays(0.5), 'anna')],
  ],
  [
    'removing the patient cancels the notice',
    appointment(inDays(3)),
    appointment(inDays(3), null),
    [cancel(inDays(3))],
  ],
  [
    'adding a patient schedules a notice',
    appointment(inDays(3), null),
    appointment(inDays(3)),
    [schedule(inDays(3))],
  ],
  [
    'an appointment that becomes a block cancels its notice',
    appointment(inDays(3)),
    of('unavailable', inDays(3)),
    [cancel(inDays(3))],
  ],
  [
    'a block that becomes an appointment schedules a notice',
    of('unavailable', inDays(3)),
    appointment(inDays(3)),
    [schedule(inDays(3))],
  ],
  ['deleting an appointment cancels its notice', appointment(inDays(3)), null, [cancel(inDays(3))]],
  ['deleting an entry without a notice does nothing', of('reminder', inDays(3)), null, []],
  [
    'moving an appointment from the first moment of the epoch cancels its notice',
    appointment(0),
    appointment(inDays(3)),
    [cancel(0), schedule(inDays(3))],
  ],
]

test.each(table)('%s', (_, before, after, steps) => {
  expect(planNotices(before, after, always(lead), now)).toEqual(steps)
})

test('with a lead of 0, the notice is skipped with the reason `switched_off`', () => {
  const [step] = planNotices(null, appointment(inDays(3)), always(0), now)
  expect(step).toMatchObject({ do: 'skip', reason: 'switched_off' })
})

const entry = fc.option(
  fc.record({
    type: fc.constantFrom(...entryTypes),
    patientId: fc.constantFrom(null, 'zoe', 'anna'),
    startAt: fc.integer({ min: -5, max: 5 }).map((days) => inDays(days)),
  }),
)
const leads = fc.integer({ min: 0, max: 10_000 })

test('after any changes of an entry, only its present patient and start time have a live notice', () => {
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 8 }), leads, (states, leadMinutes) => {
      const live = new Set<string>()
      let before: Notifiable | null = null
      for (const after of states) {
        for (const step of planNotices(before, after, always(leadMinutes), now)) {
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

test('a notice is scheduled exactly when its due time is in the future', () => {
  fc.assert(
    fc.property(fc.integer({ min: -20_000, max: 20_000 }), leads, (minutesAhead, leadMinutes) => {
      const [step] = planNotices(null, appointment(now + minutesAhead * minute), always(leadMinutes), now)
      expect(step!.do).toBe(minutesAhead > leadMinutes && leadMinutes > 0 ? 'schedule' : 'skip')
    }),
    { numRuns: 300 },
  )
})

test('an appointment plans a reminder for each lead that is on, and always one for the first lead', () => {
  const of = (...leads: number[]) =>
    planNotices(null, appointment(inDays(3)), always(...leads), now).map((step) =>
      step.do === 'cancel' ? step.do : `${step.slot} ${step.do} ${(inDays(3) - step.dueAt) / minute}`,
    )
  expect(of(1440, 60)).toEqual(['0 schedule 1440', '1 schedule 60'])
  expect(of(60, 0, 7 * 1440)).toEqual(['0 schedule 60', '2 skip 10080'])
  expect(of(0, 0, 0)).toEqual(['0 skip 0'])
})

test('a reminder that is due at night moves into the send window, and is skipped when no moment of the window is left', () => {
  const nights = { leads: [60], hours: { from: '08:00', until: '20:00', timeZone: 'UTC' } }
  const step = (startAt: string, at: string) =>
    planNotices(null, appointment(Date.parse(startAt)), nights, Date.parse(at))[0]
  expect(step('2026-03-05T05:00:00Z', '2026-03-04T18:59:59Z')).toMatchObject({
    do: 'schedule',
    dueAt: Date.parse('2026-03-05T04:00:00Z'),
    sendAt: Date.parse('2026-03-04T19:00:00Z'),
  })
  expect(step('2026-03-05T05:00:00Z', '2026-03-04T19:00:00Z')).toMatchObject({
    do: 'skip',
    reason: 'inside_lead',
  })
})
