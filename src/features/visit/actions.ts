import {
  answerIn,
  type VisitAnswer,
  type VisitState,
  visitState,
  withAnswer,
} from '../../domain/reminders/answer.ts'
import { readVisit } from '../../domain/reminders/answer-link.ts'
import { formatInstant } from '../../domain/time.ts'
import { dateOf, timeOf } from '../../messages/compose.ts'
import { type LanguageId, languageIdOf, languages } from '../../messages/languages.ts'
import { findEntry, updateEntry } from '../../store/entries.ts'
import { findReminderSettings } from '../../store/notice-settings.ts'
import { findReminderJob } from '../../store/notices.ts'
import { findPractice } from '../../store/practice.ts'
import type { Scope } from '../../store/scope.ts'
import type { Store } from '../../store/store.ts'

export type VisitStore = Pick<Store, 'practices' | 'dueReminders' | 'keys'>

/** What the page behind the link of a reminder is told. */
export interface Visit {
  readonly state: VisitState | 'invalid'
  /** The practice's; null where it is not known whose the link is. */
  readonly language: LanguageId | null
  /** Only while it is the appointment that the patient was reminded of, and still to come. */
  readonly when: { readonly practice: string; readonly date: string; readonly time: string } | null
  readonly answer: VisitAnswer | null
}

const nothing: Visit = { state: 'invalid', language: null, when: null, answer: null }

/** What a link shows. Looking changes nothing. */
export async function lookAtVisit(store: VisitStore, token: string, now: number): Promise<Visit> {
  const at = await placeOf(store, token, now)
  return at === null ? nothing : visitIn(store.practices.of(at.practiceId).read, at.reminderId, now)
}

/** Records a patient's answer with the appointment, unless there is one already. Answers what stands then. */
export async function answerVisit(
  store: VisitStore,
  token: string,
  answer: VisitAnswer,
  now: number,
): Promise<Visit> {
  const at = await placeOf(store, token, now)
  if (at === null) return nothing
  return store.practices.of(at.practiceId).write((tx) => {
    const before = visitIn(tx, at.reminderId, now)
    if (before.state !== 'open') return before
    const entry = findEntry(tx, findReminderJob(tx, at.reminderId)!.entryId)!
    const metadata = withAnswer(entry.metadata, { answer, at: formatInstant(now) })
    updateEntry(tx, entry.id, { metadata, updatedAt: now })
    return visitIn(tx, at.reminderId, now)
  })
}

/** Whose reminder a link is of; null for a link that is none of ours. */
async function placeOf({ keys, dueReminders }: VisitStore, token: string, now: number) {
  const reminderId = readVisit(await keys.of('visit', now), token)
  const practiceId = reminderId && dueReminders.practiceOf(reminderId)
  return reminderId && practiceId ? { practiceId, reminderId } : null
}

function visitIn(scope: Scope, reminderId: string, now: number): Visit {
  const job = findReminderJob(scope, reminderId)!
  const entry = findEntry(scope, job.entryId)
  const { name, timezone } = findPractice(scope)!
  const state = visitState(job, entry, now)
  const id = languageIdOf(findReminderSettings(scope).language)
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
