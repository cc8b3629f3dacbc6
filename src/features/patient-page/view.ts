import { bookingPage } from '../../domain/online-booking.ts'
import {
  type AnswerLinkState,
  answerIn,
  answerLinkState,
  isAnswerable,
  type PatientAnswer,
} from '../../domain/reminders/answer.ts'
import type { NoticeChannel } from '../../domain/reminders/notice.ts'
import { calendarFile } from '../../messages/calendar.ts'
import { dateOf, timeOf } from '../../messages/compose.ts'
import { type LanguageId, languageIdOf, languages } from '../../messages/languages.ts'
import { findCancellation } from '../../store/calendar/cancellations.ts'
import { findEntry } from '../../store/calendar/entries.ts'
import type { Scope } from '../../store/engine/scope.ts'
import { addresseeOf } from '../../store/notices/addressee.ts'
import { findNoticeSettings } from '../../store/notices/notice-settings.ts'
import { findNotice, type NoticeRow } from '../../store/notices/notices.ts'
import { findPatient } from '../../store/patients/patients.ts'
import { findPractice } from '../../store/practice/practice.ts'
import { appointmentEvent } from '../shared/appointment-event.ts'
import { ownVisit } from '../shared/own-visit.ts'
import { wantsMessages } from './consent.ts'

/** What the page of a patient shows for a link. For a link that leads nowhere, every field except `state` is null. */
export interface PatientPage {
  readonly state: AnswerLinkState | 'cancelled' | 'recall' | 'invalid'
  /** The language of the patient, or else of the practice. */
  readonly language: LanguageId | null
  readonly practice: {
    readonly name: string
    readonly phone: string | null
    readonly address: string | null
  } | null
  /** Null when the appointment has begun or differs from its notice. */
  readonly when: { readonly date: string; readonly time: string; readonly minutes: number } | null
  readonly answer: PatientAnswer | null
  /**
   * Until when the patient may move or cancel the visit by themselves, because they booked it online. `moveAt` is the
   * address of the page for another time; null when the patient may not move the visit. `own` is null when they may do
   * neither.
   */
  readonly own: { readonly date: string; readonly time: string; readonly moveAt: string | null } | null
  /** The appointment as an iCalendar file. */
  readonly calendar: string | null
  /** The address of the booking page, for a message about coming again, when the practice has online booking. */
  readonly book?: string
  /**
   * The channel of the notice, and whether the patient wants messages by it. `recall`: the wish concerns only messages
   * about coming again. Null when the patient was deleted.
   */
  readonly messages: {
    readonly channel: NoticeChannel
    readonly wanted: boolean
    readonly recall?: true
  } | null
}

export const nowhere: PatientPage = {
  state: 'invalid',
  language: null,
  practice: null,
  when: null,
  answer: null,
  own: null,
  calendar: null,
  messages: null,
}

export function visitIn(scope: Scope, noticeId: string, now: number): PatientPage {
  const notice = findNotice(scope, noticeId)
  // The notice was removed after the link was read.
  if (notice === null) return nowhere
  const entry = findEntry(scope, notice.entryId)
  const patient = findPatient(scope, notice.patientId)
  const addressee = patient && addresseeOf(scope, notice, patient)
  const row = findPractice(scope)!
  const { name, timezone } = row
  const { language: practices, phone, address } = findNoticeSettings(scope)
  const isRecall = notice.kind === 'recall'
  const state = isRecall ? (now < notice.startAt ? 'recall' : 'expired') : answerLinkState(notice, entry, now)
  const id = languageIdOf(addressee?.preferredLanguage ?? null, practices)
  const language = languages[id]
  const shown = state !== 'recall' && isAnswerable(state)
  const book = state === 'recall' ? bookingPage('', row) : null
  const isCancelled = state === 'changed' && wasCancelled(scope, notice)
  const moment = (at: number) => ({
    date: dateOf(language, at, timezone),
    time: timeOf(language, at, timezone),
  })
  const own = shown ? ownVisit(scope, entry!, now) : null
  return {
    state: isCancelled ? 'cancelled' : state,
    language: id,
    practice: { name, phone, address },
    when: shown ? { ...moment(notice.startAt), minutes: (entry!.endAt - entry!.startAt) / 60_000 } : null,
    answer: shown ? answerIn(entry!.metadata) : null,
    own: own && { ...moment(own.until), moveAt: own.slug === null ? null : `/book/${own.slug}` },
    calendar: shown ? calendarFile(language, appointmentEvent(scope, entry!, now)).content : null,
    ...(book !== null && { book }),
    messages: addressee && {
      channel: notice.channel,
      wanted: isRecall ? patient.recallConsent : wantsMessages(addressee, notice.channel),
      ...(isRecall && { recall: true as const }),
    },
  }
}

function wasCancelled(scope: Scope, { entryId, patientId, startAt }: NoticeRow): boolean {
  const cancelled = findCancellation(scope, entryId)
  return cancelled?.patientId === patientId && cancelled.startAt === startAt
}
