import { openDatabase } from '../../db/open.ts'
import { newId } from '../../src/domain/id.ts'
import { createPatient } from '../../src/features/patients/actions.ts'
import { saveNoticeSettings } from '../../src/store/notices/notice-settings.ts'
import { unleased, updateNotice } from '../../src/store/notices/notices.ts'
import { createStore, type Store } from '../../src/store/store.ts'
import { byTest } from '../support/by-test.ts'
import { anyHour } from '../support/clinic.ts'
import { makePractice } from '../support/practice.ts'
import { newDatabasePath, startServer } from '../support/server.ts'
import { smsGateway } from '../support/sms-gateway.ts'
import { until } from '../support/until.ts'
import { plantReminder } from './planted.ts'

/** Percentiles, in milliseconds. */
interface Spread {
  readonly p50: number
  readonly p99: number
  readonly max: number
}

export interface LoadFigures {
  readonly waiting: number
  readonly due: number
  /** The time to find and claim one reminder, without the commit. Several claims share one commit. */
  readonly claim: Spread
  /** The time of a claim and its commit, which is synced to disk. */
  readonly claimAndCommit: Spread
  /** The times of requests while no reminder is due, and while all due reminders are sent. */
  readonly readBefore: Spread
  readonly readDuring: Spread
  readonly bookBefore: Spread
  readonly bookDuring: Spread
  readonly sentInSeconds: number
}

const day = 86_400_000

/**
 * Many reminders wait and many are due. Measures the time of a claim, and whether the service still answers requests.
 */
export async function reminderLoadDrill({
  waiting,
  due,
}: {
  waiting: number
  due: number
}): Promise<LoadFigures> {
  const path = newDatabasePath()
  const { practiceId, ownerId, token } = await makePractice(path)

  const now = Date.now()
  const store = createStore(openDatabase(path))
  const { patientId, dueIds } = await fill(store, practiceId, ownerId, now, { waiting, due })
  const [claim, claimAndCommit] = await timeClaims(store, now)
  await store.close()

  await using gateway = smsGateway(async () => {
    await Bun.sleep(20)
    return new Response()
  })
  const secret = `whsec_${Buffer.alloc(24, 1).toString('base64')}`
  const sms = { SMS_WEBHOOK_URL: gateway.url, SMS_WEBHOOK_SECRET: secret, SMS_DAILY_LIMIT: '0' }
  const site = { PUBLIC_URL: 'https://clinic.example', CLIENT_ADDRESS_HEADER: 'none' }
  const env = { DATABASE_PATH: path, ...site, ...sms }
  const before = await (async () => {
    await postpone(path, practiceId, dueIds, now + 3_600_000)
    await using server = await startServer(env)
    return await timeRequests(server.as(token), patientId, 400)
  })()
  await postpone(path, practiceId, dueIds, now)
  await using server = await startServer(env)
  await until('the first reminder went out', () => gateway.asked.length > 0)
  const began = performance.now()
  const during = await timeRequests(server.as(token), patientId, 400)
  const deadline = performance.now() + 120_000
  while (gateway.asked.length < due && performance.now() < deadline) await Bun.sleep(20)
  if (gateway.asked.length !== due) throw new Error(`${gateway.asked.length} of ${due} were sent`)
  return {
    waiting,
    due,
    claim,
    claimAndCommit,
    readBefore: before.read,
    readDuring: during.read,
    bookBefore: before.book,
    bookDuring: during.book,
    sentInSeconds: (performance.now() - began) / 1000,
  }
}

async function fill(
  store: Store,
  practiceId: string,
  userId: string,
  now: number,
  { waiting, due }: { waiting: number; due: number },
): Promise<{ patientId: string; dueIds: string[] }> {
  const dueIds: string[] = []
  const practice = store.practices.of(practiceId, byTest)
  const person = { firstName: 'A', lastName: 'B', phoneMobile: '+4915551234567', notifyBySms: true }
  const { id: patientId } = await createPatient(practice, person, now)
  await practice.write((tx) => {
    saveNoticeSettings(tx, anyHour, now)
    for (let i = 0; i < waiting + due; i++) {
      const startAt = i < due ? now + day / 2 : now + 2 * day + i * 60_000
      const dueAt = startAt - day
      const id = plantReminder(tx, { patientId, userId, channel: 'sms', startAt, dueAt, now })
      if (i < due) dueIds.push(id)
    }
  })
  return { patientId, dueIds }
}

/** Claims a reminder and gives it back, many times. */
async function timeClaims(store: Store, now: number): Promise<[Spread, Spread]> {
  const inside: number[] = []
  const whole: number[] = []
  for (let i = 0; i < 300; i++) {
    const began = performance.now()
    await store.dueNotices.takeNext('sms', now, { last: 0 }, (tx, id) => {
      const claim = { state: 'running' as const, lease: newId(now), leaseUntil: now + 30_000, attempts: 1 }
      updateNotice(tx, id, { ...claim, updatedAt: now })
      inside.push(performance.now() - began)
      return { id }
    })
    whole.push(performance.now() - began)
  }
  return [spread(inside), spread(whole)]
}

/** Sets one due time for all due reminders, and removes all claims. */
async function postpone(
  path: string,
  practiceId: string,
  dueIds: readonly string[],
  nextAttemptAt: number,
): Promise<void> {
  const store = createStore(openDatabase(path))
  await store.practices.of(practiceId, byTest).write((tx) => {
    const fresh = { state: 'scheduled' as const, attempts: 0, nextAttemptAt, ...unleased }
    for (const id of dueIds) updateNotice(tx, id, fresh)
  })
  await store.close()
}

async function timeRequests(
  call: ReturnType<Awaited<ReturnType<typeof startServer>>['as']>,
  patientId: string,
  count: number,
): Promise<{ read: Spread; book: Spread }> {
  const read: number[] = []
  const book: number[] = []
  for (let i = 0; i < count; i++) {
    const startAt = new Date(Date.now() + 100 * day + i * 60_000).toISOString()
    const endAt = new Date(Date.now() + 101 * day + i * 60_000).toISOString()
    read.push(await timed(() => call('GET', `/api/v1/patients/${patientId}`), 200))
    const body = { type: 'appointment', patientId, startAt, endAt }
    book.push(await timed(() => call('POST', '/api/v1/appointments', body), 201))
  }
  return { read: spread(read), book: spread(book) }
}

async function timed(send: () => Promise<{ status: number; text: string }>, status: number): Promise<number> {
  const began = performance.now()
  const answer = await send()
  if (answer.status !== status) throw new Error(`${answer.status}: ${answer.text}`)
  return performance.now() - began
}

function spread(times: number[]): Spread {
  const sorted = times.sort((a, b) => a - b)
  const at = (share: number) => Number(sorted[Math.floor(share * (sorted.length - 1))]!.toFixed(3))
  return { p50: at(0.5), p99: at(0.99), max: at(1) }
}
