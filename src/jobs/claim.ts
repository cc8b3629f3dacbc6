import { internationalPhone, usualCountries } from '../delivery/phone.ts'
import { bookkeepingAct } from '../domain/act.ts'
import { newId } from '../domain/id.ts'
import { answerIn } from '../domain/reminders/answer.ts'
import { dayOf, heldBack } from '../domain/reminders/ceiling.ts'
import { type Decision, type DueNotice, decide, type Phone } from '../domain/reminders/due.ts'
import { calledOff } from '../domain/reminders/news.ts'
import type { NoticeChannel, NoticeStatus } from '../domain/reminders/notice.ts'
import { isNeedless } from '../domain/reminders/other-lead.ts'
import type { NoticeOutcome } from '../domain/reminders/outcome.ts'
import { afterFailedTry, type FailedTry } from '../domain/reminders/retry.ts'
import { sendHoursOf } from '../domain/reminders/send-window.ts'
import { isTimeZone } from '../domain/time.ts'
import { has } from '../messages/template.ts'
import { type EntryRow, findEntry } from '../store/calendar/entries.ts'
import { wasDeclined } from '../store/calendar/online-bookings.ts'
import type { WriteScope } from '../store/engine/scope.ts'
import { troubleOf } from '../store/engine/trouble.ts'
import { type Addressee, addresseeOf } from '../store/notices/addressee.ts'
import type { NoticeOf, PracticeRotation } from '../store/notices/due-notices.ts'
import { type TimedNotice, timed } from '../store/notices/notice-news.ts'
import { replanIfBehind } from '../store/notices/notice-replan.ts'
import { findNoticeSettings, type NoticeSettings } from '../store/notices/notice-settings.ts'
import {
  findNotice,
  listRemindersOf,
  type NoticeRow,
  nextSequenceOf,
  reachesCeiling,
  updateNotice,
} from '../store/notices/notices.ts'
import { standingOf } from '../store/notices/recall-notices.ts'
import { recordOutcome } from '../store/notices/record-outcome.ts'
import { findPatient } from '../store/patients/patients.ts'
import { type AppointmentTypeRow, findAppointmentType } from '../store/practice/appointment-types.ts'
import { findPractice, type PracticeRow } from '../store/practice/practice.ts'
import { NoticeFault } from './notice-fault.ts'
import type { PracticeRests } from './practice-rests.ts'
import type { SenderDeps } from './sender-deps.ts'

/** A notice that this sender delivers, with all data for its message. */
export interface Claimed {
  readonly to: string
  readonly lease: string
  readonly notice: TimedNotice
  /** The appointment. Null for a recall, and for a notice that the appointment is cancelled. */
  readonly entry: EntryRow | null
  /**
   * What patients should know before the appointment, by language. Null when the message does not contain this text.
   */
  readonly instructions: AppointmentTypeRow['instructions']
  readonly patient: Addressee
  /** Whether the patient only asked for the appointment online, and the practice did not accept it. */
  readonly isDeclined: boolean
  readonly practice: PracticeRow
  readonly settings: NoticeSettings
}

/**
 * The result of a search for the next notice.
 * - `claimed`: this sender delivers the notice.
 * - `not sent`: the notice is not sent now, for example because it was cancelled. `became` is its outcome. Other
 *   notices may be due.
 * - `none due`: no notice is due now.
 */
type Next =
  | { readonly outcome: 'claimed'; readonly claimed: Claimed }
  | { readonly outcome: 'not sent'; readonly became: NoticeOutcome }
  | { readonly outcome: 'none due' }

/**
 * Takes the notice that has been due longest at the next practice of the rotation. Claims the notice if it must be sent
 * now.
 */
export async function claimNext(
  deps: SenderDeps,
  channel: NoticeChannel,
  turn: PracticeRotation,
  rests: PracticeRests,
): Promise<Next> {
  const next = await takeNext(deps, channel, turn, rests)
  if (next.outcome === 'not sent') deps.count(channel, next.became)
  return next
}

async function takeNext(
  deps: SenderDeps,
  channel: NoticeChannel,
  turn: PracticeRotation,
  rests: PracticeRests,
): Promise<Next> {
  let taking: NoticeOf | undefined
  try {
    const next = await deps.store.dueNotices.takeNext<Next>(channel, deps.now(), turn, (tx, id) => {
      taking = { practiceId: tx.practiceId, id }
      const taken = claim(deps, tx, id)
      // This call is inside the transaction. So the next claim in the same transaction knows that the practice still
      // rests.
      if (taken.outcome === 'claimed') rests.begun(tx.practiceId, id)
      return taken
    })
    return next ?? { outcome: 'none due' }
  } catch (error) {
    if (taking !== undefined) rests.ended(taking.practiceId, taking.id)
    // On a full disk, the notice cannot even be postponed.
    if (taking === undefined || troubleOf(error)) throw error
    if (await postpone(deps, taking)) deps.report(new NoticeFault(error, taking.id))
    return { outcome: 'not sent', became: 'failed' }
  }
}

/** Decides what to do with a notice, and writes the decision. The sender that claims a notice delivers it. */
function claim(deps: SenderDeps, tx: WriteScope, id: string): Next {
  const now = deps.now()
  replanIfBehind(tx, id, now)
  const notice = timed(tx, findNotice(tx, id)!)
  // The practice changed its reminder times, and `replanIfBehind` has just changed this notice.
  if (notice.state !== 'scheduled' || notice.nextAttemptAt > now)
    return { outcome: 'not sent', became: notice.state === 'skipped' ? 'skipped' : 'held_back' }
  const known = knownOf(deps, tx, notice, now)
  const decision = decide(known, now)
  if (decision.do !== 'send') return notSent(tx, notice, endOf(decision, notice), now)
  // A message that is only written to the log does not count towards the daily ceiling.
  const countedOn = deps.channels.logOnly ? null : dayOf(now, known.practice.timezone)
  const most = deps.ceilings[notice.channel]
  if (countedOn !== null && most > 0 && reachesCeiling(tx, notice.channel, countedOn, most))
    return notSent(tx, notice, heldBack(notice, now, known.hours), now)
  const lease = newId(now)
  const running = { state: 'running', reason: null, lease, leaseUntil: now + deps.pace.leaseMs } as const
  const sequence = nextSequenceOf(tx, notice.entryId, now)
  const changes = { ...running, attempts: notice.attempts + 1, countedOn, sequence }
  updateNotice(tx, id, { ...changes, updatedAt: now })
  const { practice, settings } = known
  const [entry, patient] = [notice.kind === 'cancelled' ? null : known.entry, known.patient!]
  const claimed = {
    to: decision.to,
    lease,
    notice: { ...notice, ...changes },
    practice,
    settings,
    entry,
    instructions: saysInstructions(notice, settings) ? instructionsOf(tx, entry) : null,
    patient,
    isDeclined: notice.kind === 'cancelled' && wasDeclined(tx, notice.entryId),
  }
  return { outcome: 'claimed', claimed }
}

/** Only an e-mail reminder in the practice's own words can contain instructions. */
const saysInstructions = ({ kind, channel }: NoticeRow, { emailText }: NoticeSettings): boolean =>
  kind === 'reminder' && channel === 'email' && emailText !== null && has(emailText, 'instructions')

const instructionsOf = (tx: WriteScope, entry: EntryRow | null): AppointmentTypeRow['instructions'] =>
  entry?.appointmentTypeId ? (findAppointmentType(tx, entry.appointmentTypeId)?.instructions ?? null) : null

/** Reads everything that the decision about a notice depends on. */
function knownOf(deps: SenderDeps, tx: WriteScope, notice: TimedNotice, now: number) {
  const entry = findEntry(tx, notice.entryId)
  const record = findPatient(tx, notice.patientId)
  const patient = record && addresseeOf(tx, notice, record)
  const practice = findPractice(tx)!
  const settings = findNoticeSettings(tx)
  const configured = deps.channels[notice.channel] !== null
  return {
    notice,
    entry,
    patient,
    practice,
    settings,
    configured,
    phone: configured ? phoneFor(notice, patient, practice) : null,
    allowedCountries: settings.allowedCountries ?? usualCountries(practice.timezone),
    hours: sendHoursOf(settings, practice.timezone),
    answer: entry === null ? null : answerIn(entry.metadata),
    recall: notice.kind === 'recall' ? standingOf(tx, notice, now) : null,
    needless: notice.kind === 'reminder' && isNeedless(notice, remindersBeside(tx, notice), now),
  }
}

/** The new state of a notice that is not sent now. */
type End = Partial<NoticeRow> &
  NoticeStatus & { readonly state: 'scheduled' | 'skipped' | 'dead' | 'cancelled' | 'uncertain' }

function notSent(tx: WriteScope, notice: TimedNotice, end: End, now: number): Next {
  updateNotice(tx, notice.id, { ...end, updatedAt: now })
  recordOutcome(tx, notice, end)
  return { outcome: 'not sent', became: end.state === 'scheduled' ? 'held_back' : end.state }
}

/**
 * The reminders of this appointment for the same start and channel. There is one for each lead, the time before the
 * start.
 */
const remindersBeside = (tx: WriteScope, notice: NoticeRow) =>
  listRemindersOf(tx, notice.entryId, notice).filter(({ channel }) => channel === notice.channel)

const phoneFor = (
  { channel }: DueNotice['notice'],
  patient: Addressee | null,
  { timezone }: PracticeRow,
): Phone | null =>
  channel === 'sms' && patient?.phoneMobile
    ? internationalPhone(patient.phoneMobile, patient.country, timezone)
    : null

function endOf(decision: Exclude<Decision, { do: 'send' }>, notice: NoticeRow): End {
  switch (decision.do) {
    case 'wait':
      return { state: 'scheduled', reason: null, nextAttemptAt: decision.until }
    case 'skip':
      return { state: 'skipped', reason: decision.reason }
    case 'give up':
      // With `uncertainAt`, an earlier delivery has no known outcome, so the patient may have its message.
      return notice.uncertainAt === null
        ? { state: 'dead', reason: 'gave_up' }
        : { state: 'uncertain', reason: null }
    case 'cancel':
      return calledOff(notice)
  }
}

/** An error in the service itself. It counts as a failed try, and another try follows. */
export const fault: FailedTry = { error: 'fault', verdict: 'failed' }

/**
 * Treats an error of the service before the delivery like a failed try, so that the other notices are sent. Returns
 * false when another worker has already postponed the notice.
 */
const postpone = (deps: SenderDeps, { practiceId, id }: NoticeOf): Promise<boolean> =>
  deps.store.practices.of(practiceId, bookkeepingAct('sendMessage')).write((tx): boolean => {
    const now = deps.now()
    const notice = findNotice(tx, id)
    if (notice?.state !== 'scheduled' || notice.nextAttemptAt > now) return false
    const attempts = notice.attempts + 1
    const { timezone } = findPractice(tx)!
    // An unknown time zone may have caused the error. With UTC instead, this notice does not hold up the others.
    const hours = sendHoursOf(findNoticeSettings(tx), isTimeZone(timezone) ? timezone : 'UTC')
    const after = afterFailedTry({ ...timed(tx, notice), attempts }, fault, hours, now, deps.chance())
    updateNotice(tx, id, { attempts, reason: null, ...after, lastError: fault.error, updatedAt: now })
    recordOutcome(tx, notice, { reason: null, ...after })
    return true
  })
