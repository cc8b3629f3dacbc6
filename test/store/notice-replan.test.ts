import { expect, test } from 'bun:test'
import { openDatabase } from '../../db/open.ts'
import { newId } from '../../src/domain/id.ts'
import { createUpkeep } from '../../src/jobs/upkeep.ts'
import { insertEntry } from '../../src/store/calendar/entries.ts'
import { insertNotice, listNotices } from '../../src/store/notices/notices.ts'
import { createStore } from '../../src/store/store.ts'
import { success } from '../support/answers.ts'
import { booked, reachable } from '../support/booked.ts'
import { byTest } from '../support/by-test.ts'
import { type Clinic, clinic, monday } from '../support/clinic.ts'
import { newEntry, newPatient } from '../support/records.ts'
import { reminding } from '../support/reminding.ts'
import { entryRow, hour, noticeRow } from './records.ts'

const minute = 60_000
const day = 24 * hour
/** The number of appointments. One transaction does not replan all of them. */
const many = 450

/** Adds appointments at each minute from Tuesday at nine, with the same reminders a day before as after a booking. */
async function fill(c: Clinic, count = many): Promise<string[]> {
  const { id: patientId } = await newPatient(c.owner.call, reachable)
  const ids = Array.from({ length: count }, () => newId(monday))
  await c.practice.write((tx) => {
    for (const [i, entryId] of ids.entries()) {
      const startAt = monday + 8 * day + i * minute
      const dueAt = startAt - day
      insertEntry(
        tx,
        entryRow(
          { userId: c.owner.userId, chairId: null as never },
          { id: entryId, patientId, startAt, endAt: startAt + minute },
        ),
      )
      for (const channel of ['email', 'sms'] as const)
        insertNotice(
          tx,
          noticeRow({
            entryId,
            patientId,
            channel,
            startAt,
            dueAt,
            nextAttemptAt: dueAt,
            state: 'scheduled',
            reason: null,
            attempts: 0,
            lease: null,
            lastError: null,
          }),
        )
    }
  })
  return ids
}

const settle = (c: Clinic, body: object, path = '/practice') =>
  c.owner.call('PATCH', `/api/v1${path}`, body).then((answer) => success(answer))
const upkeep = (c: Clinic, store = c.store) =>
  createUpkeep({ store, now: () => c.clock.now, report: () => {} })

/** The number of appointments with e-mail reminders of exactly these leads, in minutes. */
const countWith = (c: Clinic, ids: readonly string[], ...leads: number[]): number =>
  ids.filter((id) => {
    const live = listNotices(c.practice.read, id).filter(
      ({ channel, state }) => channel === 'email' && state === 'scheduled',
    )
    const found = live.map(({ startAt, dueAt }) => (startAt - dueAt) / minute)
    return Bun.deepEquals(found.sort(), [...leads].sort())
  }).length

test('§6.1 After a change of leads, send window or time zone, the reminders of the nearest appointments are planned again at once. The others follow little by little.', async () => {
  await using c = await clinic({ atAnyHour: true })
  const ids = await fill(c)
  await settle(c, { reminderLeadMinutes: 60 })
  expect(countWith(c, ids.slice(0, 50), 60)).toBe(50)
  expect(countWith(c, ids.slice(50), 1440)).toBe(many - 50)
  expect(await c.store.noticeUpkeep.replan(c.clock.now)).toBe(true)
  expect(countWith(c, ids, 60)).toBe(100)
  await upkeep(c).round()
  expect(countWith(c, ids, 60)).toBe(many)
  expect(await c.store.noticeUpkeep.replan(c.clock.now)).toBe(false)
})

test('a change of the leads goes on in another process after a crash', async () => {
  await using c = await clinic({ atAnyHour: true })
  const ids = await fill(c)
  await settle(c, { moreLeadMinutes: [60] }, '/practice/reminders')
  await c.store.noticeUpkeep.replan(c.clock.now)
  expect(countWith(c, ids, 1440, 60)).toBe(100)
  const other = createStore(openDatabase(c.path))
  await upkeep(c, other).round()
  await other.close()
  expect(countWith(c, ids, 1440, 60)).toBe(many)
})

test('two processes that carry out a change of the leads at once plan each reminder once', async () => {
  await using c = await clinic({ atAnyHour: true })
  const ids = await fill(c)
  await settle(c, { moreLeadMinutes: [60, 5] }, '/practice/reminders')
  const other = createStore(openDatabase(c.path))
  await Promise.all([upkeep(c).round(), upkeep(c, other).round()])
  await other.close()
  expect(countWith(c, ids, 1440, 60, 5)).toBe(many)
})

test('a second change of the lead during the first change applies to all appointments', async () => {
  await using c = await clinic({ atAnyHour: true })
  const ids = await fill(c)
  await settle(c, { reminderLeadMinutes: 0 })
  await c.store.noticeUpkeep.replan(c.clock.now)
  await settle(c, { reminderLeadMinutes: 120 })
  await upkeep(c).round()
  expect(countWith(c, ids, 120)).toBe(many)
})

test('appointments that are booked or moved during a change of the lead have the new reminder times', async () => {
  await using c = await clinic({ atAnyHour: true })
  const ids = await fill(c)
  await settle(c, { reminderLeadMinutes: 60 })
  const at = (days: number) => ({
    startAt: new Date(monday + days * day).toISOString(),
    endAt: new Date(monday + days * day + minute).toISOString(),
  })
  const made = [await booked(c, {}, at(3)), await booked(c, {}, at(20))].map(({ id }) => id)
  const moved = [ids[440]!, ids[0]!]
  await settle(c, at(4), `/appointments/${moved[0]}`)
  await settle(c, at(21), `/appointments/${moved[1]}`)
  const all = [...ids, ...made]
  expect(countWith(c, [...made, ...moved], 60)).toBe(4)
  await upkeep(c).round()
  expect(countWith(c, all, 60)).toBe(all.length)
})

test('§6.1 After a change of leads, send window or time zone, no reminder goes out at its old time.', async () => {
  await using c = await clinic({ atAnyHour: true })
  const ids = await fill(c)
  const last = ids.at(-1)!
  c.clock.now = monday + 8 * day + (many - 1) * minute - day
  // The reminders of the earlier appointments are due as well, and would be sent first.
  const r = reminding(c)
  await settle(c, { reminderLeadMinutes: 60 })
  await r.round()
  expect(r.emails.length + r.texts.length).toBe(0)
  expect(countWith(c, [last], 60)).toBe(1)
  await upkeep(c).round()
  expect(countWith(c, ids, 60)).toBe(many)
})

test('a change of the lead changes only the reminders of its practice, and several practices take turns', async () => {
  await using c = await clinic({ atAnyHour: true })
  const ids = await fill(c)
  await settle(c, { reminderLeadMinutes: 60 })
  const { id: patientId } = await newPatient(c.stranger.call, reachable)
  const { id } = await newEntry(c.stranger.call, { patientId })
  const theirs = () => listNotices(c.store.practices.of(c.stranger.practiceId, byTest).read, id)
  const before = theirs()
  await upkeep(c).round()
  expect(theirs()).toEqual(before)
  await c.stranger.call('PATCH', '/api/v1/practice', { reminderLeadMinutes: 5 })
  expect(theirs()[0]!.startAt - theirs()[0]!.dueAt).toBe(5 * minute)
  expect(countWith(c, ids, 60)).toBe(many)
})
