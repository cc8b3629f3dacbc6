import { ofRecord } from '../../domain/audit.ts'
import { answerIn, type PatientAnswer, withAnswer } from '../../domain/reminders/answer.ts'
import {
  isVisitAct,
  readTicket,
  signTicket,
  type VisitAct,
  type VisitStep,
  youngestTicketMs,
} from '../../domain/reminders/visit-ticket.ts'
import { formatInstant } from '../../domain/time.ts'
import type { Saw } from '../../http/sights.ts'
import { languageIdOf, languages } from '../../messages/languages.ts'
import { findEntry, updateEntry } from '../../store/calendar/entries.ts'
import type { WriteScope } from '../../store/engine/scope.ts'
import { findNoticeSettings } from '../../store/notices/notice-settings.ts'
import { findNotice } from '../../store/notices/notices.ts'
import { cancelEntry } from '../calendar/cancelling.ts'
import { type Coming, type LinkTarget, targetOf, type VisitStore } from '../shared/link-target.ts'
import { changeConsent } from './consent.ts'
import { nowhere, type PatientPage, visitIn } from './view.ts'

/** The answer to each request of the page. */
interface VisitAnswer extends PatientPage {
  /**
   * The ticket with which the page can press a button, once the ticket is old enough. Null for a link that leads
   * nowhere.
   */
  readonly ticket: string | null
  /** Whether the request did what it asked for. False when the page only reads. */
  readonly accepted: boolean
  /** The ticket with which the page takes the next step. Null when there is no next step. */
  readonly next: string | null
  /** How old a ticket must be before it counts, in milliseconds. */
  readonly waitMs: number
}

/** A link's token, with a ticket for one step. */
interface Ticketed {
  readonly token: string
  readonly ticket: string
}

/** Reads what the page shows. This changes nothing. */
export function lookAtVisit(store: VisitStore, coming: Coming, token: string, saw: Saw): VisitAnswer {
  const place = targetOf(store, coming, token, 'answer', saw)
  if (place === null) return lost
  const { now } = coming
  return told(place, token, visitIn(place.practice.read, place.noticeId, now), now)
}

/** Answers the press of a button. The press counts only when the page confirms it with the ticket in `next`. */
export function pressButton(
  store: VisitStore,
  coming: Coming,
  { token, ticket }: Ticketed,
  act: VisitAct,
  saw: Saw,
): VisitAnswer {
  const place = targetOf(store, coming, token, 'answer', saw)
  if (place === null) return lost
  const { now } = coming
  const visit = visitIn(place.practice.read, place.noticeId, now)
  const accepted = readTicket(place.key, token, ticket, now) === 'look' && allows(visit, act)
  return told(place, token, visit, now, accepted ? { next: act } : undefined)
}

/**
 * Carries out a press: saves the patient's answer, cancels the visit, or stores that the patient wants no more
 * messages.
 */
export async function confirmPress(
  store: VisitStore,
  coming: Coming,
  { token, ticket }: Ticketed,
  saw: Saw,
): Promise<VisitAnswer> {
  const place = targetOf(store, coming, token, 'answer', saw)
  if (place === null) return lost
  const { practice, noticeId, key } = place
  const { now } = coming
  const act = readTicket(key, token, ticket, now)
  const { practiceId } = practice.read
  const doer =
    act === 'cancel' ? store.practices.of(practiceId, { ...place.act, action: 'cancelVisit' }) : practice
  return doer.write((tx) => {
    const before = visitIn(tx, noticeId, now)
    if (!isVisitAct(act) || !allows(before, act)) return told(place, token, before, now)
    if (act === 'opt_out') changeConsent(tx, findNotice(tx, noticeId)!, { wanted: false }, now)
    else if (act === 'cancel') cancelOwn(tx, noticeId, now)
    else saveAnswer(tx, noticeId, act, now)
    const next = act === 'opt_out' ? 'undo' : null
    return told(place, token, visitIn(tx, noticeId, now), now, { next })
  })
}

/** Takes back the wish for no more messages, for the page on which the patient has just expressed this wish. */
export async function takeBackOptOut(
  store: VisitStore,
  coming: Coming,
  { token, ticket }: Ticketed,
  saw: Saw,
): Promise<VisitAnswer> {
  const place = targetOf(store, coming, token, 'answer', saw)
  if (place === null) return lost
  const { practice, noticeId, key } = place
  const { now } = coming
  const allowed = readTicket(key, token, ticket, now) === 'undo'
  return practice.write((tx) => {
    if (allowed) changeConsent(tx, findNotice(tx, noticeId)!, { wanted: true }, now)
    return told(place, token, visitIn(tx, noticeId, now), now, allowed ? { next: null } : undefined)
  })
}

const allows = ({ when, own, messages }: PatientPage, act: VisitAct): boolean =>
  act === 'opt_out' ? messages !== null : (act === 'cancel' ? own : when) !== null

/** Cancels a visit that the patient booked online. A visit that the practice marked as done or missed stays. */
function cancelOwn(tx: WriteScope, noticeId: string, now: number): void {
  const entry = findEntry(tx, findNotice(tx, noticeId)!.entryId)!
  const { reason } = languages[languageIdOf(findNoticeSettings(tx).language)].page.own
  cancelEntry(tx, null, entry, { reason, by: 'patient', proof: 'link' }, now)
}

/**
 * Saves the answer of a patient. An answer that is sent twice, for example on a bad line, keeps the time of the first
 * one.
 */
function saveAnswer(tx: WriteScope, noticeId: string, answer: PatientAnswer, now: number): void {
  const entry = findEntry(tx, findNotice(tx, noticeId)!.entryId)!
  if (answerIn(entry.metadata) === answer) return
  const metadata = withAnswer(entry.metadata, { answer, at: formatInstant(now) })
  updateEntry(tx, entry.id, { metadata, updatedAt: now })
  tx.record({ kind: 'write', ...ofRecord('appointment', entry, { ...entry, metadata }) })
}

const lost: VisitAnswer = { ...nowhere, ticket: null, accepted: false, next: null, waitMs: youngestTicketMs }

/** `accepted` is left out for a request that did nothing. Otherwise it names the next step. */
const told = (
  { key }: LinkTarget,
  token: string,
  visit: PatientPage,
  now: number,
  accepted?: { readonly next: VisitStep | null },
): VisitAnswer => ({
  ...visit,
  ticket: signTicket(key, token, 'look', now),
  accepted: accepted !== undefined,
  next: accepted?.next ? signTicket(key, token, accepted.next, now) : null,
  waitMs: youngestTicketMs,
})
