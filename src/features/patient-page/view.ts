import {
  type AnswerLinkState,
  answerIn,
  answerLinkState,
  isAnswerable,
  type PatientAnswer,
} from '../../domain/reminders/answer.ts'
import type { NoticeChannel } from '../../domain/reminders/notice.ts'
import { dateOf, timeOf } from '../../messages/compose.ts'
import { type LanguageId, languageIdOf, languages } from '../../messages/languages.ts'
import { findEntry } from '../../store/calendar/entries.ts'
import type { Scope } from '../../store/engine/scope.ts'
import { addresseeOf } from '../../store/notices/addressee.ts'
import { findNoticeSettings } from '../../store/notices/notice-settings.ts'
import { findNotice } from '../../store/notices/notices.ts'
import { findPatient } from '../../store/patients/patients.ts'
import { findPractice } from '../../store/practice/practice.ts'
import { wantsMessages } from './consent.ts'

/** What the page of a patient shows for a link. Everything but the state is null for a link that leads nowhere. */
export interface PatientPage {
  readonly state: AnswerLinkState | 'invalid'
  /** The language of the patient, or else of the practice. */
  readonly language: LanguageId | null
  readonly practice: {
    readonly name: string
    readonly phone: string | null
    readonly address: string | null
  } | null
  /** Null when the appointment has begun or differs from its notice. */
  readonly when: { readonly date: string; readonly time: string } | null
  readonly answer: PatientAnswer | null
  /** The channel of the notice, and whether the patient wants messages by it. Null once the patient is deleted. */
  readonly messages: { readonly channel: NoticeChannel; readonly wanted: boolean } | null
}

export const nowhere: PatientPage = {
  state: 'invalid',
  language: null,
  practice: null,
  when: null,
  answer: null,
  messages: null,
}

export function visitIn(scope: Scope, noticeId: string, now: number): PatientPage {
  const notice = findNotice(scope, noticeId)
  // The notice was retired since the link was read.
  if (notice === null) return nowhere
  const entry = findEntry(scope, notice.entryId)
  const patient = findPatient(scope, notice.patientId)
  const addressee = patient && addresseeOf(scope, notice, patient)
  const { name, timezone } = findPractice(scope)!
  const { language: practices, phone, address } = findNoticeSettings(scope)
  const state = answerLinkState(notice, entry, now)
  const id = languageIdOf(addressee?.preferredLanguage ?? null, practices)
  const language = languages[id]
  const shown = isAnswerable(state)
  return {
    state,
    language: id,
    practice: { name, phone, address },
    when: shown
      ? { date: dateOf(language, notice.startAt, timezone), time: timeOf(language, notice.startAt, timezone) }
      : null,
    answer: shown ? answerIn(entry!.metadata) : null,
    messages: addressee && { channel: notice.channel, wanted: wantsMessages(addressee, notice.channel) },
  }
}
