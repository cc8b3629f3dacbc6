import { Database } from 'bun:sqlite'
import { channelCodes, kindCodes, stateCodes } from '../../db/codes.ts'
import { openDatabase } from '../../db/open.ts'
import { storedId } from '../../db/stored-id.ts'
import { newId } from '../../src/domain/id.ts'
import { noticeChannels } from '../../src/domain/reminders/notice.ts'
import { createPatient } from '../../src/features/patients/actions.ts'
import { editSettings } from '../../src/features/reminders/settings.ts'
import { insertEntry } from '../../src/store/calendar/entries.ts'
import { retiredAfter } from '../../src/store/notices/notice-upkeep.ts'
import { insertNotice, unleased, untried, updateNotice } from '../../src/store/notices/notices.ts'
import { createStore, type Practice, type Store } from '../../src/store/store.ts'
import { byTest } from '../support/by-test.ts'
import { freePort } from '../support/free-port.ts'
import { makePractice } from '../support/practice.ts'
import { newDatabasePath, startServer } from '../support/server.ts'

/** Percentiles, in milliseconds. */
interface Spread {
  readonly p50: number
  readonly p99: number
  readonly max: number
}

const minute = 60_000
const day = 1440 * minute

/**
 * A practice has this number of waiting reminders, and this number of sent ones. Returns the durations of claims and of
 * readings of the metrics. Returns also the duration of each step, when the leads change and when old reminders are
 * removed. `bookDuring` is the duration of bookings while the leads change. Throws when a change does not reach every
 * reminder.
 */
export async function manyRemindersDrill({ waiting, done }: { waiting: number; done: number }) {
  const path = newDatabasePath()
  const { practiceId, ownerId, token } = await makePractice(path)

  const now = Date.now()
  const store = createStore(openDatabase(path))
  const practice = store.practices.of(practiceId, byTest)
  const settings = { moreLeadMinutes: [60], sendFrom: '00:00', sendUntil: '24:00' }
  await editSettings(practice, { sendFrom: '00:00', sendUntil: '24:00' }, 'https://clinic.example', now)
  const patientId = await fill(practice, ownerId, now, waiting)
  fillDone(path, practiceId, patientId, now, done)
  const claim = await timeClaims(store, practice, now)
  const addLead = await timeChange(store, () =>
    editSettings(practice, settings, 'https://clinic.example', now),
  )
  requireLeads(path, waiting * 2, [1440, 60])
  const removeLead = await timeChange(store, () =>
    editSettings(practice, { moreLeadMinutes: [] }, 'https://clinic.example', now),
  )
  await store.close()

  const port = await freePort()
  const env = { DATABASE_PATH: path, METRICS_PORT: port, RATE_LIMIT: 'off' }
  await using server = await startServer(env)
  const call = server.as(token)
  const scrapes: number[] = []
  for (let i = 0; i < 5; i++) scrapes.push(await timed(() => scrape(port)))
  const book = bookings(call, patientId)
  const bookBefore: number[] = []
  for (let i = 0; i < 200; i++) bookBefore.push(await timed(book))
  const began = performance.now()
  const bookDuring: number[] = []
  let under = true
  const change = timed(() => expectOk(call('PATCH', '/api/v1/practice', { reminderLeadMinutes: 2880 })))
  const reached = change.then(async () => {
    while (isUnderWay(path)) await Bun.sleep(50)
    under = false
  })
  while (under) {
    bookDuring.push(await timed(book))
    await Bun.sleep(5)
  }
  await reached
  const changedInSeconds = (performance.now() - began) / 1_000
  requireLeads(path, waiting, [2880])
  await server.stop()

  const after = createStore(openDatabase(path))
  const retire = await timeRetirement(after, now + 2 * retiredAfter)
  await after.close()
  return {
    waiting,
    done,
    claim,
    metrics: spread(scrapes),
    addLead,
    removeLead,
    changeRequest: await change,
    changedInSeconds,
    bookBefore: spread(bookBefore),
    bookDuring: spread(bookDuring),
    retire,
  }
}

/** Makes half as many appointments as reminders: one appointment a minute, the first in three days. */
async function fill(practice: Practice, userId: string, now: number, waiting: number): Promise<string> {
  const { id: patientId } = await createPatient(practice, { firstName: 'A', lastName: 'B' }, now)
  await practice.write((tx) => {
    for (let i = 0; i < waiting / 2; i++) {
      const [entryId, startAt] = [newId(now), now + 3 * day + i * minute]
      const blank = {
        title: null,
        color: null,
        serviceRef: null,
        notes: null,
        metadata: {},
        chairId: null,
        practitionerId: null,
        seriesId: null,
        appointmentTypeId: null,
      }
      const times = { startAt, endAt: startAt + minute, createdAt: now, updatedAt: now }
      insertEntry(tx, { id: entryId, patientId, type: 'appointment', ...blank, ...times, createdBy: userId })
      for (const channel of noticeChannels)
        insertNotice(tx, {
          id: newId(now),
          entryId,
          patientId,
          channel,
          kind: 'reminder',
          slot: 0,
          startAt,
          dueAt: startAt - day,
          nextAttemptAt: startAt - day,
          state: 'scheduled',
          reason: null,
          ...untried,
          createdAt: now,
          updatedAt: now,
        })
    }
  })
  return patientId
}

/** Adds reminders that were sent in the last 80 days, without their appointments. */
function fillDone(path: string, practiceId: string, patientId: string, now: number, done: number): void {
  const database = openDatabase(path)
  const insert = database.prepare(`
    insert into reminder_jobs (practice_key, id, entry_id, patient_id, channel, kind, slot, start_at, due_at, state,
      attempts, next_attempt_at, sent_at, counted_on, created_at, updated_at)
    values ((select key from practices where id = ?1), ?2, ?3, ?4, ${channelCodes.email}, ${kindCodes.reminder}, 0, ?5, ?5, ${stateCodes.sent}, 1, ?5, ?5, ?6, ?5, ?5)`)
  database.transaction(() => {
    for (let i = 0; i < done; i++) {
      const at = now - 80 * day + Math.floor((i / done) * 79 * day)
      const countedOn = new Date(at).toISOString().slice(0, 10)
      insert.run(...[practiceId, newId(at), newId(at), patientId].map(storedId), at, countedOn)
    }
  })()
  insert.finalize()
  // Without this checkpoint here, the first claim would have to make it.
  database.run('pragma wal_checkpoint(truncate)')
  database.close()
}

/** Claims a reminder and gives it back, many times. Each time includes the commit. */
async function timeClaims(store: Store, practice: Practice, now: number): Promise<Spread> {
  const times: number[] = []
  for (let i = 0; i < 100; i++) {
    let id = ''
    let nextAttemptAt = 0
    times.push(
      await timed(async () => {
        await store.dueNotices.takeNext('email', now + 2 * day + minute, { last: 0 }, (tx, noticeId) => {
          id = noticeId
          nextAttemptAt = now + 2 * day
          updateNotice(tx, id, { state: 'running', lease: id, leaseUntil: now + minute })
          return { id }
        })
      }),
    )
    await practice.write((tx) => updateNotice(tx, id, { state: 'scheduled', nextAttemptAt, ...unleased }))
  }
  return spread(times)
}

/** The durations of the request that makes a change, and of the background steps after it, each with its commit. */
async function timeChange(store: Store, change: () => Promise<unknown>) {
  const request = await timed(change)
  const steps: number[] = []
  for (let more = true; more; )
    steps.push(
      await timed(async () => {
        more = await store.noticeUpkeep.replan(Date.now())
      }),
    )
  return { request, steps: steps.length, step: spread(steps) }
}

async function timeRetirement(store: Store, now: number) {
  const steps: number[] = []
  for (let after: string | null = ''; after !== null; )
    steps.push(
      await timed(async () => {
        after = await store.noticeUpkeep.retire(after!, now)
      }),
    )
  return { steps: steps.length, step: spread(steps) }
}

const isUnderWay = (path: string): boolean =>
  counted(path, 'select count(*) as count from reminder_replans') > 0

/** Throws unless the coming appointments have exactly the expected number of reminders with these leads. */
function requireLeads(path: string, expected: number, leads: readonly number[]): void {
  const dues = leads.map((lead) => lead * minute)
  const found = counted(
    path,
    `select count(*) as count from reminder_jobs
     where state = ${stateCodes.scheduled} and start_at - due_at in (${dues}) and entry_id in (
       select id from entries where title is null)`,
  )
  if (found !== expected) throw new Error(`${found} of ${expected} reminders have the new leads`)
}

function counted(path: string, query: string): number {
  using database = new Database(path, { readonly: true })
  database.run('pragma busy_timeout = 5000')
  return database.query<{ count: number }, []>(query).get()!.count
}

type Call = ReturnType<Awaited<ReturnType<typeof startServer>>['as']>

/** Returns a function that books appointments one after the other, far ahead. */
function bookings(call: Call, patientId: string) {
  let booked = 0
  return () => {
    const startAt = Date.now() + 700 * day + booked++ * minute
    const times = [startAt, startAt + minute].map((at) => new Date(at).toISOString())
    const body = { type: 'appointment', title: 'Booked', patientId, startAt: times[0], endAt: times[1] }
    return expectOk(call('POST', '/api/v1/appointments', body))
  }
}

async function expectOk(answer: ReturnType<Call>): Promise<void> {
  const { status, text } = await answer
  if (status >= 300) throw new Error(`${status}: ${text}`)
}

async function scrape(port: string): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`)
  if (!answer.ok) throw new Error(`the metrics answered ${answer.status}`)
  await answer.text()
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

function spread(times: number[]): Spread {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => Number(sorted[Math.floor(share * (sorted.length - 1))]!.toFixed(2))
  return { p50: at(0.5), p99: at(0.99), max: at(1) }
}
