import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  isLongEnough,
  knownSendHours,
  type SendHours,
  sendHoursOf,
  sendTime,
  tryTime,
  usefulSendTime,
} from '../../../src/domain/reminders/send-window.ts'
import { localTime } from '../../../src/domain/time.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const berlin: SendHours = { from: '08:00', until: '20:00', timeZone: 'Europe/Berlin' }
/** Winter time in Berlin is one hour ahead of UTC. */
const winter = (time: string) => Date.parse(`2026-03-10T${time}:00+01:00`)

/** The time at which the reminder goes out for an appointment that was booked a week before its start. */
const planned = (start: number, dueAt: number, hours = berlin) =>
  sendTime(hours, { startAt: start, dueAt }, start - 7 * day)

test('a reminder that falls due in the send window goes out at its due time, also at the moment of opening', () => {
  expect(planned(winter('15:00'), winter('08:00'))).toBe(winter('08:00'))
  expect(planned(winter('21:00'), winter('19:59'))).toBe(winter('19:59'))
})

test('a reminder that falls due outside the send window goes out at the next opening, if that is an hour or more before the start', () => {
  expect(planned(winter('09:00'), winter('07:59'))).toBe(winter('08:00'))
  expect(planned(winter('12:00') + day, winter('20:00'))).toBe(winter('08:00') + day)
})

test('when the next opening is too late, the reminder goes out an hour before the send window closes', () => {
  expect(planned(winter('08:59'), winter('07:59'))).toBe(winter('19:00') - day)
  expect(planned(winter('05:00'), winter('04:00'))).toBe(winter('19:00') - day)
  // At two in the night, the clocks go forward to three. So the window is shorter than an hour, and its opening is
  // used.
  const short = { ...berlin, from: '01:30', until: '03:00' }
  expect(
    planned(Date.parse('2026-03-29T03:30:00+02:00'), Date.parse('2026-03-29T03:10:00+02:00'), short),
  ).toBe(Date.parse('2026-03-29T01:30:00+01:00'))
})

test('an appointment that is booked after the last useful send time gets no reminder', () => {
  const notice = { startAt: winter('05:00'), dueAt: winter('04:00') }
  expect(sendTime(berlin, notice, winter('18:59') - day)).toBe(winter('19:00') - day)
  expect(sendTime(berlin, notice, winter('19:00') - day)).toBe(null)
})

test('a send window of the whole day moves no reminder', () => {
  const always = { ...berlin, from: '00:00', until: '24:00' }
  for (let at = winter('00:00'); at < winter('23:59'); at += 17 * minute) {
    expect(planned(at + 5 * minute, at, always)).toBe(at)
    expect(usefulSendTime(always, at, at)).toBe(at)
  }
})

test('outside the send window, a message waits for the next opening if that is at least an hour before the start', () => {
  expect(usefulSendTime(berlin, winter('12:00'), winter('10:00'))).toBe(winter('10:00'))
  expect(usefulSendTime(berlin, winter('09:00'), winter('07:00'))).toBe(winter('08:00'))
  expect(usefulSendTime(berlin, winter('08:59'), winter('07:00'))).toBe(null)
  expect(usefulSendTime(berlin, winter('08:01'), winter('08:00'))).toBe(winter('08:00'))
})

test('a further try moves to the next opening, or to the last minute before the send window closes', () => {
  expect(tryTime(berlin, winter('12:00'), winter('11:00'), winter('10:00'))).toBe(winter('11:00'))
  expect(tryTime(berlin, winter('12:00') + day, winter('20:10'), winter('19:50'))).toBe(winter('08:00') + day)
  expect(tryTime(berlin, winter('05:00') + day, winter('20:10'), winter('19:50'))).toBe(winter('19:59'))
  expect(tryTime(berlin, winter('05:00') + day, winter('20:10'), winter('19:59'))).toBe(null)
})

test('§6.1 The send window has at least an hour on the clock.', () => {
  const of = (from: string, until: string) => isLongEnough({ from, until })
  expect([of('08:00', '09:00'), of('23:00', '24:00'), of('00:00', '24:00')]).toEqual([true, true, true])
  expect([of('08:00', '08:59'), of('20:00', '08:00'), of('08:00', '08:00'), of('23:30', '24:00')]).toEqual([
    false,
    false,
    false,
    false,
  ])
})

test('the cache of send windows has a bounded size', () => {
  for (let i = 0; i < 60_000; i++) usefulSendTime(berlin, i * day, i * day + 12 * hour)
  expect(knownSendHours()).toBeLessThanOrEqual(20_000)
})

const zones = Intl.supportedValuesOf('timeZone')
const clocks = new Map<string, Intl.DateTimeFormat>()

/** The local time of day of an instant, as `HH:MM`. Intl reads it, because the tested code uses Temporal. */
function wall(instant: number, zone: string): string {
  let clock = clocks.get(zone)
  if (clock === undefined) {
    clock = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, timeStyle: 'short' })
    clocks.set(zone, clock)
  }
  return clock.format(instant)
}

/** The moments of 2026 at which the clocks of a time zone change. */
function changesOf(zone: string): number[] {
  const changes: number[] = []
  let at = Temporal.PlainDate.from('2026-01-01').toZonedDateTime(zone).getTimeZoneTransition('next')
  while (at !== null && at.year === 2026) {
    changes.push(at.epochMilliseconds)
    at = at.getTimeZoneTransition('next')
  }
  return changes
}

/** Send windows, some at night. In no time zone do the clocks show one of these times twice on a day. */
const windows: [string, string][] = [
  ['08:00', '20:00'],
  ['06:30', '22:15'],
  ['04:00', '05:00'],
  ['00:00', '12:00'],
]

describe('in every zone, around every change of its clocks', () => {
  test("§6.1 Messages go out inside the practice's send window, by its local time, also on days when the clocks change.", () => {
    let checked = 0
    for (const zone of zones)
      for (const change of changesOf(zone))
        for (const [from, until] of windows) {
          const hours = { from, until, timeZone: zone }
          for (let dueAt = change - 30 * hour; dueAt < change + 30 * hour; dueAt += 67 * minute) {
            const startAt = dueAt + 3 * hour
            const at = sendTime(hours, { startAt, dueAt }, dueAt - 3 * day)!
            const clock = wall(at, zone)
            const inside = clock >= from && clock < until
            expect({ zone, from, until, dueAt, at, clock, inside }).toMatchObject({ inside: true })
            checked++
          }
        }
    expect(checked).toBeGreaterThan(20_000)
  })

  test('the send window opens and closes once on each day', () => {
    for (const zone of zones)
      for (const change of changesOf(zone)) {
        const hours = { from: '08:00', until: '20:00', timeZone: zone }
        const date = Temporal.Instant.fromEpochMilliseconds(change).toZonedDateTimeISO(zone).toPlainDate()
        const opens = localTime(date.toString(), '08:00', zone)
        const far = opens + 30 * day
        expect([zone, usefulSendTime(hours, far, opens - 1)]).toEqual([zone, opens])
        const closes = localTime(date.toString(), '20:00', zone)
        const next = localTime(date.add({ days: 1 }).toString(), '08:00', zone)
        expect([zone, usefulSendTime(hours, far, closes - 1), usefulSendTime(hours, far, closes)]).toEqual([
          zone,
          closes - 1,
          next,
        ])
      }
  })
})

test('in every time zone, a message goes out within the send window, before its appointment, and near its due time', () => {
  const year = Date.parse('2026-01-01T00:00:00Z')
  const minutes = (min: number, max: number) => fc.integer({ min, max }).map((count) => count * minute)
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.constantFrom(...windows),
      minutes(0, 365 * 1440),
      minutes(1, 3 * 1440),
      minutes(1, 5 * 1440),
      (timeZone, [from, until], after, lead, early) => {
        const hours = { from, until, timeZone }
        const dueAt = year + after
        const startAt = dueAt + lead
        const at = sendTime(hours, { startAt, dueAt }, dueAt - early)
        if (at === null) {
          // The appointment was booked after the last moment at which a reminder is useful.
          expect(early).toBeLessThan(day + hour)
          expect(lead).toBeLessThan(day + hour)
          return
        }
        const clock = wall(at, timeZone)
        expect(clock >= from && clock < until).toBe(true)
        expect(at).toBeLessThan(startAt)
        expect(at).toBeGreaterThan(dueAt - early)
        expect(Math.abs(at - dueAt)).toBeLessThan(day + hour)
        if (at > dueAt) expect(startAt - at).toBeGreaterThanOrEqual(hour)
      },
    ),
    { numRuns: 3_000 },
  )
})

test.each([
  ['20:00', '08:00'],
  ['24:00', '24:00'],
  ['21:00', null],
  ['25:00', '26:00'],
  ['noon', null],
  ['', ''],
])('a send window from %p until %p is invalid, so the standard window is used', (sendFrom, sendUntil) => {
  expect(sendHoursOf({ sendFrom, sendUntil }, 'Europe/Berlin')).toEqual(berlin)
})

test('the search for the next opening ends with an error when the send window never opens', () => {
  const never = { ...berlin, from: '20:00', until: '08:00' }
  expect(() => usefulSendTime(never, winter('12:00'), winter('10:00'))).toThrow(
    'does not open within 10 days',
  )
  expect(() =>
    tryTime({ ...never, from: '24:00', until: '24:00' }, winter('09:00'), winter('07:00'), 0),
  ).toThrow()
})
