import { join } from 'node:path'
import { openDatabase } from '../../db/open.ts'
import { newId } from '../../src/domain/id.ts'
import { packTemplates } from '../../src/domain/pack.ts'
import { noticeIdOf } from '../../src/domain/reminders/delivery-key.ts'
import { bookEntry, deleteEntry, editEntry } from '../../src/features/calendar/appointments/actions.ts'
import { cancelAppointment } from '../../src/features/calendar/cancellations/actions.ts'
import { createPatient } from '../../src/features/patients/actions.ts'
import { createPractice } from '../../src/features/shared/create-practice.ts'
import { findEntry } from '../../src/store/calendar/entries.ts'
import { saveNoticeSettings } from '../../src/store/notices/notice-settings.ts'
import { listNotices, type NoticeRow } from '../../src/store/notices/notices.ts'
import { createStore, type Practice, type Store } from '../../src/store/store.ts'
import { byTest } from '../support/by-test.ts'
import { anyHour } from '../support/clinic.ts'
import { mailServer } from '../support/mail-server.ts'
import { newDatabasePath } from '../support/server.ts'
import { smsGateway } from '../support/sms-gateway.ts'
import { type Life, type Step, steps } from './reminder-process.ts'

export interface ReminderFigures {
  readonly reminders: number
  /** How many times the process was killed, by step. */
  readonly kills: Readonly<Record<Step, number>>
  readonly calls: number
  /** Calls that repeated an earlier call, with the same key. */
  readonly repeated: number
  /** Appointments that were deleted while the process sent, or moved, cancelled or deleted after it was killed. */
  readonly changed: number
  /**
   * How many pairs of an appointment that changed and a channel had a message. The last message of each pair tells the
   * change.
   */
  readonly toldOfChanges: number
  readonly states: Readonly<Record<string, number>>
  readonly seconds: number
}

/** A change of an appointment, and the moment at which it was acknowledged. */
interface Change {
  readonly became: 'moved' | 'cancelled'
  readonly acknowledged: number
  /** The start of the appointment before the change. */
  readonly startAt: number
}

/** A message that arrived at a provider. */
interface Call {
  readonly to: string
  readonly key: string
  /** The time by the clock of the process that sent the message. */
  readonly at: number
}

const minute = 60_000
const day = 24 * 60 * minute
/**
 * Longer than a lease of the process, so that the next process takes over the reminders of the killed one. In
 * milliseconds.
 */
const betweenLives = 17_000
/**
 * The process checks the appointment last, and then begins the delivery. In between, the machine may run other
 * processes for this time, in milliseconds.
 */
const heldUp = 1_000
/** Patients get no message about a change when the start is nearer than this, in milliseconds. */
const nearStart = 15 * minute

/**
 * Sends the reminders of many appointments by a process that is killed (`kill -9`) again and again, at every step
 * between claim and finish. Meanwhile, appointments are deleted. After a kill, appointments whose reminders were
 * claimed are moved, cancelled and deleted, before the next process takes over. Throws when a reminder does not reach a
 * final state. Throws when a message is repeated under another key, or is sent after the start or after an acknowledged
 * change. Throws also when a patient's last message about an appointment does not tell its change.
 */
export async function remindersDrill(options: {
  appointments: number
  killsEach: number
}): Promise<ReminderFigures> {
  const calls: Call[] = []
  let ahead = 0
  let kill: (() => void) | undefined
  const heard = (to: string, key: string) => {
    calls.push({ to, key, at: Date.now() + ahead })
    kill?.()
  }
  await using gateway = smsGateway(({ headers, body }) => {
    heard(JSON.parse(body).data.to, headers.get('webhook-id')!)
    return new Response()
  })
  await using mail = await mailServer({
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const key = /^Message-ID: <(.*)@/im.exec(Buffer.concat(chunks).toString())![1]!
        heard(session.envelope.rcptTo[0]!.address, key)
        done()
      })
    },
  })
  const path = newDatabasePath()
  const store = createStore(openDatabase(path))
  const { practice, ownerId, entryIds } = await fill(store, options.appointments)
  const began = performance.now()
  const secret = `whsec_${Buffer.alloc(24, 1).toString('base64')}`
  const begun = `${path}.begun`
  const life = {
    path,
    begun,
    mail: { url: mail.url, from: 'reminders@clinic.example' },
    webhook: { url: gateway.url, secret },
  }

  const changes = new Map<string, Change>()
  const isClaimed = (entryId: string) =>
    !changes.has(entryId) && listNotices(practice.read, entryId).some(({ state }) => state === 'running')
  const change = async (entryId: string, how: (typeof ways)[number]) => {
    const { startAt } = findEntry(practice.read, entryId)!
    const at = Date.now() + ahead
    const became = how === 'move' ? 'moved' : 'cancelled'
    changes.set(entryId, { became, startAt, acknowledged: Number.POSITIVE_INFINITY })
    if (how === 'delete') await deleteEntry(practice, entryId, at)
    else if (how === 'cancel')
      await cancelAppointment(practice, ownerId, entryId, { reason: 'Ill', by: 'patient' }, at)
    else await editEntry(practice, entryId, timesAt(startAt + 3 * day), at)
    changes.set(entryId, { became, startAt, acknowledged: Date.now() })
  }
  const kills = Object.fromEntries(steps.map((step) => [step, 0])) as Record<Step, number>
  for (let i = 0; i < options.killsEach * steps.length; i++) {
    const step = steps[i % steps.length]!
    const times = 1 + Math.floor(Math.random() * 6)
    const child = start({ ...life, ahead, end: { step, times } })
    if (step === 'answering') {
      let left = times
      kill = () => --left === 0 && child.kill('SIGKILL')
    }
    for (let n = 0; n < 2; n++) {
      await Bun.sleep(Math.random() * 80)
      const any = entryIds[Math.floor(Math.random() * entryIds.length)]!
      const entryId = n === 0 ? any : (entryIds.find(isClaimed) ?? any)
      if (!changes.has(entryId)) await change(entryId, 'delete')
    }
    // When only few reminders are still due, the process may not reach the step often enough. Such a kill does not
    // count.
    let starved = false
    const patience = setTimeout(() => {
      starved = true
      child.kill('SIGKILL')
    }, 10_000)
    await child.exited
    clearTimeout(patience)
    kill = undefined
    if (!starved) kills[step]++
    for (const entryId of entryIds.filter(isClaimed).slice(0, ways.length))
      await change(entryId, ways[changes.size % 3]!)
    ahead += betweenLives
  }
  // The last processes send the remaining reminders without a kill.
  for (let i = 0; i < 5; i++) {
    const code = await start({ ...life, ahead, end: null }).exited
    if (code !== 0) throw new Error(`the last process ended with ${code}`)
    ahead += betweenLives + 2 * minute
  }

  const notices = entryIds.flatMap((id) => listNotices(practice.read, id))
  // Patients who were reminded also get messages about deletions. Here, the drill looks only at reminders. Reminders
  // for a new start are not due yet.
  const isNewStart = ({ entryId, startAt }: NoticeRow) =>
    startAt - (changes.get(entryId)?.startAt ?? startAt) > day
  const jobs = notices.filter((notice) => notice.kind === 'reminder' && !isNewStart(notice))
  const news = new Set(notices.filter(({ kind }) => kind !== 'reminder').map(({ id }) => id))
  await store.close()
  const beginnings = (await Bun.file(begun).text()).trimEnd().split('\n')
  const isReminder = (key: string) => !news.has(noticeIdOf(key))
  inspect(
    jobs,
    calls.filter(({ key }) => isReminder(key)),
    beginnings.filter((line) => isReminder(line.split(' ')[0]!)),
    changes,
  )
  // Messages about changes wait behind the due reminders. So only messages about appointments that are still ahead
  // count.
  const toldOfChanges = inspectNews(notices, calls, changes, Date.now() + ahead)
  const states = Object.fromEntries(
    [...Map.groupBy(jobs, ({ state, reason }) => (reason === null ? state : `${state} ${reason}`))].map(
      ([state, all]) => [state, all.length],
    ),
  )
  return {
    reminders: jobs.length,
    kills,
    calls: calls.length,
    repeated: calls.length - new Set(calls.map(({ key }) => key)).size,
    changed: changes.size,
    toldOfChanges,
    states,
    seconds: (performance.now() - began) / 1000,
  }
}

/**
 * Makes appointments whose reminders are due, each with its own patient. Some appointments begin while the drill runs.
 */
async function fill(
  store: Store,
  appointments: number,
): Promise<{ practice: Practice; ownerId: string; entryIds: string[] }> {
  const now = Date.now()
  const practice = store.practices.of(newId(now), byTest)
  const owner = { id: newId(now), name: 'Owner', email: 'owner@example.org' }
  const settings = { timezone: 'Europe/Berlin', pack: packTemplates.general, workingHours: null }
  await practice.write((tx) => {
    createPractice(tx, { name: 'Drill', ...settings, owner }, now - 3 * day)
    saveNoticeSettings(tx, anyHour, now - 3 * day)
  })
  const entryIds = await Promise.all(
    Array.from({ length: appointments }, async (_, i) => {
      const patient = {
        firstName: 'A',
        lastName: 'B',
        email: `patient${i}@example.org`,
        phoneMobile: `+4915551${String(100_000 + i)}`,
        notifyBySms: true,
      }
      const { id: patientId } = await createPatient(practice, patient, now - 3 * day)
      const startAt = now + 11 * minute + i * Math.min(minute, (20 * 60 * minute) / appointments)
      const body = {
        type: 'appointment' as const,
        patientId,
        ...timesAt(startAt),
      }
      const { id } = await bookEntry(practice, owner.id, body, now - 2 * day, newId(now))
      return id
    }),
  )
  return { practice, ownerId: owner.id, entryIds }
}

/** The ways to change an appointment. */
const ways = ['move', 'cancel', 'delete'] as const

const timesAt = (startAt: number) => ({
  startAt: new Date(startAt).toISOString(),
  endAt: new Date(startAt + 15 * minute).toISOString(),
})

const start = (life: Life) =>
  Bun.spawn([process.execPath, join(import.meta.dir, 'reminder-process.ts'), JSON.stringify(life)], {
    env: { PATH: process.env.PATH },
    stdin: 'ignore',
    stdout: 'inherit',
    stderr: 'inherit',
  })

function inspect(
  jobs: readonly NoticeRow[],
  calls: readonly Call[],
  beginnings: readonly string[],
  changes: ReadonlyMap<string, Change>,
): void {
  const byId = new Map(jobs.map((job) => [job.id, job]))
  const keysOf = new Map<string, string>()
  for (const { to, key, at } of calls) {
    const job = byId.get(noticeIdOf(key))
    if (job === undefined) throw new Error(`a message to ${to} came under a key that is no reminder's`)
    if ((keysOf.get(to) ?? key) !== key) throw new Error(`messages to ${to} came under two keys`)
    keysOf.set(to, key)
    if (at >= job.startAt) throw new Error(`a message to ${to} came after the start`)
  }
  for (const [key, at] of beginnings.map((line) => line.split(' ') as [string, string])) {
    const { acknowledged } = changes.get(byId.get(noticeIdOf(key))!.entryId) ?? unchanged
    if (Number(at) > acknowledged + heldUp)
      throw new Error(`${key} was delivered ${Number(at) - acknowledged} ms after its appointment changed`)
  }
  const called = new Set(calls.map(({ key }) => noticeIdOf(key)))
  for (const { id, entryId, state, reason, startAt, updatedAt } of jobs) {
    if (!['sent', 'skipped', 'cancelled', 'dead', 'uncertain'].includes(state))
      throw new Error(`${id} is still ${state}`)
    if (state === 'sent' && !called.has(id)) throw new Error(`${id} counts as sent and nobody heard of it`)
    const calledOff = state === 'cancelled' || state === 'uncertain'
    if (calledOff && !changes.has(entryId)) throw new Error(`${id} is ${state}, and nothing changed`)
    const missed = reason === 'missed_window' && updatedAt >= startAt - 10 * minute
    if (state === 'skipped' && !missed) throw new Error(`${id} was skipped: ${reason}`)
  }
}

const unchanged = { acknowledged: Number.POSITIVE_INFINITY }

/**
 * Checks that the last message about each changed appointment tells the change, for each channel. Returns the number of
 * checked pairs.
 */
function inspectNews(
  notices: readonly NoticeRow[],
  calls: readonly Call[],
  changes: ReadonlyMap<string, Change>,
  endedAt: number,
): number {
  const byId = new Map(notices.map((notice) => [notice.id, notice]))
  const heard = Map.groupBy(
    calls.map(({ key }) => byId.get(noticeIdOf(key))!),
    ({ entryId, channel }) => `${entryId} ${channel}`,
  )
  let told = 0
  for (const [listener, messages] of heard) {
    const { entryId, kind } = messages.at(-1)!
    const change = changes.get(entryId)
    if (change === undefined || change.startAt < endedAt + nearStart) continue
    if (kind !== change.became) throw new Error(`${listener} was ${change.became}, and heard last: ${kind}`)
    told++
  }
  return told
}
