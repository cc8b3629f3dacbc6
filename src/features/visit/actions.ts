import {
  type AnswerLinkState,
  answerIn,
  answerLinkState,
  type PatientAnswer,
  withAnswer,
} from '../../domain/reminders/answer.ts'
import { readAnswerLink } from '../../domain/reminders/answer-link.ts'
import { formatInstant } from '../../domain/time.ts'
import { dateOf, timeOf } from '../../messages/compose.ts'
import { type LanguageId, languageIdOf, languages } from '../../messages/languages.ts'
import { findEntry, updateEntry } from '../../store/entries.ts'
import { findNoticeSettings } from '../../store/notice-settings.ts'
import { findNotice } from '../../store/notices.ts'
import { findPractice } from '../../store/practice.ts'
import type { Scope } from '../../store/scope.ts'
import type { Store } from '../../store/store.ts'

export type VisitStore = Pick<Store, 'practices' | 'dueNotices' | 'keys'>

/** What the page behind the link of a reminder is told. */
export interface AnswerPage {
  readonly state: AnswerLinkState | 'invalid'
  /** The practice's; null where it is not known whose the link is. */
  readonly language: LanguageId | null
  /** Only while it is the appointment that the patient was reminded of, and still to come. */
  readonly when: { readonly practice: string; readonly date: string; readonly time: string } | null
  readonly answer: PatientAnswer | null
}

const nothing: AnswerPage = { state: 'invalid', language: null, when: null, answer: null }

/** What a link shows. Looking changes nothing. */
export async function lookAtVisit(store: VisitStore, token: string, now: number): Promise<AnswerPage> {
  const at = await placeOf(store, token, now)
  return at === null ? nothing : visitIn(store.practices.of(at.practiceId).read, at.reminderId, now)
}

/** Records a patient's answer with the appointment, unless there is one already. Answers what stands then. */
export async function answerVisit(
  store: VisitStore,
  token: string,
  answer: PatientAnswer,
  now: number,
): Promise<AnswerPage> {
  const at = await placeOf(store, token, now)
  if (at === null) return nothing
  return store.practices.of(at.practiceId).write((tx) => {
    const before = visitIn(tx, at.reminderId, now)
    if (before.state !== 'open') return before
    const entry = findEntry(tx, findNotice(tx, at.reminderId)!.entryId)!
    const metadata = withAnswer(entry.metadata, { answer, at: formatInstant(now) })
    updateEntry(tx, entry.id, { metadata, updatedAt: now })
    return visitIn(tx, at.reminderId, now)
  })
}

/** Whose reminder a link is of; null for a link that is none of ours. */
async function placeOf({ keys, dueNotices }: VisitStore, token: string, now: number) {
  const reminderId = readAnswerLink(await keys.of('visit', now), token)
  const practiceId = reminderId && dueNotices.practiceOf(reminderId)
  return reminderId && practiceId ? { practiceId, reminderId } : null
}

function visitIn(scope: Scope, reminderId: string, now: number): AnswerPage {
  const job = findNotice(scope, reminderId)!
  const entry = findEntry(scope, job.entryId)
  const { name, timezone } = findPractice(scope)!
  const state = answerLinkState(job, entry, now)
  const id = languageIdOf(findNoticeSettings(scope).language)
  const language = languages[id]
  const shown = state === 'open' || state === 'answered'
  return {
    state,
    language: id,
    when: shown
      ? {
          practice: name,
          date: dateOf(language, job.startAt, timezone),
          time: timeOf(language, job.startAt, timezone),
        }
      : null,
    answer: shown ? answerIn(entry!.metadata) : null,
  }
}
