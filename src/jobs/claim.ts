import { internationalPhone, usualCountries } from '../delivery/phone.ts'
import { newId } from '../domain/id.ts'
import { dayOf, heldBack } from '../domain/reminders/ceiling.ts'
import { type Decision, type DueNotice, decide, type Phone } from '../domain/reminders/due.ts'
import type { NoticeChannel, NoticeStatus } from '../domain/reminders/notice.ts'
import { afterFailedTry, type FailedTry } from '../domain/reminders/retry.ts'
import { sendHoursOf } from '../domain/reminders/send-window.ts'
import type { NoticeOf } from '../store/due-notices.ts'
import { type EntryRow, findEntry } from '../store/entries.ts'
import { replanIfBehind } from '../store/notice-replan.ts'
import { findNoticeSettings, type NoticeSettings } from '../store/notice-settings.ts'
import { findNotice, type NoticeRow, reachesCeiling, updateNotice } from '../store/notices.ts'
import { findPatient, type PatientRow } from '../store/patients.ts'
import { findPractice, type PracticeRow } from '../store/practice.ts'
import type { WriteScope } from '../store/scope.ts'
import { troubleOf } from '../store/trouble.ts'
import { NoticeFault } from './notice-fault.ts'
import type { SenderDeps } from './sender-deps.ts'

/** A notice that this sender delivers, with everything that goes into its message. */
export interface Claimed {
  readonly to: string
  readonly lease: string
  readonly notice: NoticeRow
  readonly entry: EntryRow
  readonly patient: PatientRow
  readonly practice: PracticeRow
  readonly settings: NoticeSettings
}

/**
 * What came of looking for the next notice.
 * - `claimed`: it is ours to deliver.
 * - `not sent`: it was skipped, cancelled, given up or postponed. Others may be due.
 * - `none due`: there is nothing more to do in this round.
 */
export type Next =
  | { readonly outcome: 'claimed'; readonly claimed: Claimed }
  | { readonly outcome: 'not sent' }
  | { readonly outcome: 'none due' }

/** How much longer than a delivery its lease lasts, in milliseconds. */
const leaseMargin = 15_000

/** How long a lease lasts, in milliseconds. */
export const leaseMs = ({ deliveryMs }: SenderDeps): number => deliveryMs + leaseMargin

/** Takes the notice of this channel that has been due longest, and claims it if it is to be sent. */
export async function claimNext(deps: SenderDeps, channel: NoticeChannel): Promise<Next> {
  let taking: NoticeOf | undefined
  try {
    const next = await deps.store.dueNotices.takeNext<Next>(channel, deps.now(), (tx, id) => {
      taking = { practiceId: tx.practiceId, id }
      return claim(deps, tx, id)
    })
    return next ?? { outcome: 'none due' }
  } catch (error) {
    // On a full disk the notice cannot be postponed either.
    if (taking === undefined || troubleOf(error)) throw error
    if (await postpone(deps, taking)) deps.report(new NoticeFault(error, taking.id))
    return { outcome: 'not sent' }
  }
}

function claim(deps: SenderDeps, tx: WriteScope, id: string): Next {
  const now = deps.now()
  replanIfBehind(tx, id, now)
  const notice = findNotice(tx, id)!
  if (notice.state !== 'scheduled' || notice.nextAttemptAt > now) return { outcome: 'not sent' }
  const entry = findEntry(tx, notice.entryId)
  const patient = findPatient(tx, notice.patientId)
  const practice = findPractice(tx)!
  const settings = findNoticeSettings(tx)
  const hours = sendHoursOf(settings, practice.timezone)
  const configured = deps.channels[notice.channel] !== null
  const due = {
    notice,
    entry,
    patient,
    phone: phoneFor(notice, patient, practice),
    allowedCountries: settings.allowedCountries ?? usualCountries(practice.timezone),
    configured,
    hours,
  }
  const decision = decide(due, now)
  if (decision.do !== 'send') {
    updateNotice(tx, id, { ...endOf(decision), updatedAt: now })
    return { outcome: 'not sent' }
  }
  // What is only noted in the log is not sent, and does not count.
  const countedOn = deps.channels.logOnly ? null : dayOf(now, practice.timezone)
  const most = deps.ceilings[notice.channel]
  if (countedOn !== null && most > 0 && reachesCeiling(tx, notice.channel, countedOn, most)) {
    updateNotice(tx, id, { ...heldBack(notice, now, hours), updatedAt: now })
    return { outcome: 'not sent' }
  }
  const lease = newId(now)
  const running = { state: 'running', reason: null, lease, leaseUntil: now + leaseMs(deps) } as const
  const changes = { ...running, attempts: notice.attempts + 1, countedOn }
  updateNotice(tx, id, { ...changes, updatedAt: now })
  const claimed = { to: decision.to, lease, notice: { ...notice, ...changes }, practice, settings }
  return { outcome: 'claimed', claimed: { ...claimed, entry: entry!, patient: patient! } }
}

const phoneFor = (
  { channel }: DueNotice['notice'],
  patient: PatientRow | null,
  { timezone }: PracticeRow,
): Phone | null =>
  channel === 'sms' && patient?.phoneMobile
    ? internationalPhone(patient.phoneMobile, patient.country, timezone)
    : null

function endOf(decision: Exclude<Decision, { do: 'send' }>): Partial<NoticeRow> & NoticeStatus {
  switch (decision.do) {
    case 'wait':
      return { state: 'scheduled', reason: null, nextAttemptAt: decision.until }
    case 'skip':
      return { state: 'skipped', reason: decision.reason }
    case 'give up':
      return { state: 'dead', reason: 'gave_up' }
    case 'cancel':
      return { state: 'cancelled', reason: null }
  }
}

/** An error in the service itself. It counts as a try, and another one follows. */
export const fault: FailedTry = { error: 'fault', verdict: 'failed' }

/**
 * Treats an error of ours before the delivery like a failed try, so that other notices have their turn. Answers
 * false when another worker has done this already.
 */
const postpone = (deps: SenderDeps, { practiceId, id }: NoticeOf): Promise<boolean> =>
  deps.store.practices.of(practiceId).write((tx): boolean => {
    const now = deps.now()
    const notice = findNotice(tx, id)
    if (notice?.state !== 'scheduled' || notice.nextAttemptAt > now) return false
    const attempts = notice.attempts + 1
    const hours = sendHoursOf(findNoticeSettings(tx), findPractice(tx)!.timezone)
    const after = afterFailedTry({ ...notice, attempts }, fault, hours, now, deps.chance())
    updateNotice(tx, id, { attempts, reason: null, ...after, lastError: fault.error, updatedAt: now })
    return true
  })
