import { type Channels, DeliveryFailure } from '../delivery/delivery.ts'
import { internationalPhone } from '../delivery/phone.ts'
import { newId } from '../domain/id.ts'
import { Problem } from '../domain/problem.ts'
import { decide } from '../domain/reminders/due.ts'
import type { NoticeChannel } from '../domain/reminders/notice.ts'
import { afterFailedTry } from '../domain/reminders/retry.ts'
import { tooLateFrom } from '../domain/reminders/window.ts'
import type { NoticeOf } from '../store/due-notices.ts'
import { findEntry } from '../store/entries.ts'
import { findNoticeSettings } from '../store/notice-settings.ts'
import { findNotice, holdsNotice, type NoticeRow, unleased, updateNotice } from '../store/notices.ts'
import { findPatient } from '../store/patients.ts'
import { findPractice } from '../store/practice.ts'
import type { WriteScope } from '../store/scope.ts'
import type { Store } from '../store/store.ts'
import { troubleOf } from '../store/trouble.ts'
import { composeNotice, type Ready } from './compose-notice.ts'
import { NoticeFault } from './notice-fault.ts'

export interface SenderDeps {
  readonly store: Pick<Store, 'practices' | 'dueNotices' | 'keys'>
  readonly channels: Channels
  /** Where patients reach us, without a slash at the end. */
  readonly origin: () => string
  readonly now: () => number
  /** From 0 up to 1. */
  readonly chance: () => number
  /** Told of faults that are ours. */
  readonly report: (error: unknown) => void
  /** The longest a delivery may take, in milliseconds. */
  readonly deliveryMs: number
}

/** How many are delivered at a time by one channel. */
const atOnce = 8
/** How much longer than a delivery can take it belongs to whoever began it. */
const leaseMargin = 15_000

/** Reminders that this process is delivering, so that a clock set forward does not take them from it. */
const delivering = new Set<string>()

/**
 * One round over the reminders of a channel that are due: each is claimed in a transaction that reads again
 * everything it depends on, delivered outside of any, and finished if it is still ours. Ends when nothing is due
 * or `stopping` says so, after what is being delivered.
 */
export async function sendReminders(
  deps: SenderDeps,
  channel: NoticeChannel,
  stopping?: AbortSignal,
): Promise<void> {
  const { dueNotices, keys } = deps.store
  await dueNotices.rescue(channel, deps.now(), leaseOf(deps), delivering)
  await dueNotices.forgetClockAhead(channel, deps.now())
  const key = await keys.of('visit', deps.now())
  const work = async () => {
    while (!stopping?.aborted) {
      const taken = await takeNext(deps, channel)
      if (taken === null) return
      if (taken.do === 'send') await deliver(deps, taken, key)
    }
  }
  // One that fails, as on a full disk, ends its own work; the others finish what they hold.
  const ended = await Promise.allSettled(Array.from({ length: atOnce }, work))
  const failed = ended.find((end) => end.status === 'rejected')
  if (failed) throw failed.reason
}

const leaseOf = ({ deliveryMs }: SenderDeps): number => deliveryMs + leaseMargin

type Taken = { readonly do: 'nothing more' } | ({ readonly do: 'send' } & Ready)

async function takeNext(deps: SenderDeps, channel: NoticeChannel): Promise<Taken | null> {
  let taking: NoticeOf | undefined
  try {
    return await deps.store.dueNotices.takeNext<Taken>(channel, deps.now(), (tx, id) => {
      taking = { practiceId: tx.practiceId, id }
      return take(deps, tx, id)
    })
  } catch (error) {
    // On a full disk nothing can be written about it either.
    if (taking === undefined || error instanceof Problem || troubleOf(error)) throw error
    if (await setBack(deps, taking)) deps.report(new NoticeFault(error, taking.id))
    return { do: 'nothing more' }
  }
}

/**
 * Has a reminder that cannot be decided about wait like one whose delivery failed, out of the others' way. False
 * when that was done already, for several may meet it at a time.
 */
const setBack = (deps: SenderDeps, { practiceId, id }: NoticeOf): Promise<boolean> =>
  deps.store.practices.of(practiceId).write((tx): boolean => {
    const now = deps.now()
    const job = findNotice(tx, id)
    if (job?.state !== 'scheduled' || job.nextAttemptAt > now) return false
    const attempts = job.attempts + 1
    const after = afterFailedTry({ ...job, attempts }, fault, now, deps.chance())
    updateNotice(tx, id, { attempts, ...after, lastError: fault.error, updatedAt: now })
    return true
  })

const fault = { error: 'fault', permanent: false }

/** Decides about a due reminder, from everything as it stands in this transaction, and claims it if it is to go out. */
function take(deps: SenderDeps, tx: WriteScope, jobId: string): Taken {
  const now = deps.now()
  const job = findNotice(tx, jobId)!
  const entry = findEntry(tx, job.entryId)
  const patient = findPatient(tx, job.patientId)
  const practice = findPractice(tx)!
  const phone =
    job.channel === 'sms' && patient?.phoneMobile
      ? internationalPhone(patient.phoneMobile, patient.country, practice.timezone)
      : null
  const configured = deps.channels[job.channel] !== null
  const verdict = decide({ notice: job, entry, patient, phone, configured }, now)
  if (verdict.do !== 'send') {
    updateNotice(tx, jobId, { ...endOf(verdict), updatedAt: now })
    return { do: 'nothing more' }
  }
  const lease = newId(now)
  const attempts = job.attempts + 1
  const claim = { state: 'running' as const, reason: null, lease, leaseUntil: now + leaseOf(deps), attempts }
  updateNotice(tx, jobId, { ...claim, updatedAt: now })
  const settings = findNoticeSettings(tx)
  const claimed = { ...job, ...claim }
  return {
    do: 'send',
    to: verdict.to,
    job: claimed,
    lease,
    entry: entry!,
    patient: patient!,
    practice,
    settings,
  }
}

type Unsent = Exclude<ReturnType<typeof decide>, { do: 'send' }>

function endOf(verdict: Unsent): Pick<NoticeRow, 'state' | 'reason'> {
  switch (verdict.do) {
    case 'skip':
      return { state: 'skipped', reason: verdict.reason }
    case 'give up':
      return { state: 'dead', reason: 'gave_up' }
    case 'cancel':
      return { state: 'cancelled', reason: null }
  }
}

async function deliver(deps: SenderDeps, ready: Ready, key: Uint8Array): Promise<void> {
  const { job, practice } = ready
  delivering.add(job.id)
  try {
    // Nothing is awaited between the claim and this look, nor between this look and the delivery's beginning: who has deleted or moved the
    // appointment and was told so by now gets no message.
    if (!holdsNotice(deps.store.practices.of(practice.id).read, job.id, ready.lease)) return
    if (deps.now() >= tooLateFrom(job)) return await finish(deps, ready, missed)
    await finish(deps, ready, await outcomeOf(deps, ready, key))
  } finally {
    delivering.delete(job.id)
  }
}

type Changes = Partial<NoticeRow> & Pick<NoticeRow, 'state'>
const missed: Changes = { state: 'skipped', reason: 'missed_window' }

async function outcomeOf(deps: SenderDeps, ready: Ready, key: Uint8Array): Promise<Changes> {
  const { job, practice } = ready
  // Not even one that takes its time arrives after the start.
  const time = AbortSignal.timeout(Math.min(deps.deliveryMs, job.startAt - deps.now()))
  const repeated = job.attempts > 1 || job.lastError !== null
  try {
    const send = composeNotice(deps, ready, key)
    await Promise.race([send({ key: job.id, practiceId: practice.id, repeated, signal: time }), ended(time)])
    const reason = deps.channels.logOnly ? 'log_only' : null
    return { state: 'sent', reason, sentAt: deps.now(), lastError: null }
  } catch (error) {
    if (!(error instanceof DeliveryFailure)) deps.report(new NoticeFault(error, job.id))
    const failure = error instanceof DeliveryFailure ? error : fault
    return { ...afterFailedTry(job, failure, deps.now(), deps.chance()), lastError: failure.error }
  }
}

/** A delivery that does not heed its signal is waited for no longer either. */
const ended = (time: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    time.addEventListener('abort', () => reject(new DeliveryFailure({ error: 'timeout', permanent: false })))
  })

/** Writes what came of a delivery, unless the reminder is no longer ours. */
async function finish(deps: SenderDeps, { job, practice, lease }: Ready, changes: Changes): Promise<void> {
  await deps.store.practices.of(practice.id).write((tx) => {
    const current = findNotice(tx, job.id)
    if (current?.lease !== lease) return
    // Cancelled while it was on its way: it stays cancelled, but it is known if it went out.
    const outcome = current.state === 'running' ? changes : { sentAt: changes.sentAt ?? null }
    updateNotice(tx, job.id, { ...outcome, ...unleased, updatedAt: deps.now() })
  })
}
