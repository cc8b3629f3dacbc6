import {
  type AnswerLinkState,
  answerIn,
  answerLinkState,
  type PatientAnswer,
  withAnswer,
} from '../../domain/reminders/answer.ts'
import { mayHaveSigned, readAnswerLink } from '../../domain/reminders/answer-link.ts'
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

/** What the answer page shows for a link. */
export interface AnswerPage {
  readonly state: AnswerLinkState | 'invalid'
  /** The language of the practice. Null when the link belongs to no practice. */
  readonly language: LanguageId | null
  /** Null unless the appointment is ahead and still as its notice says. */
  readonly when: { readonly practice: string; readonly date: string; readonly time: string } | null
  readonly answer: PatientAnswer | null
}

const nothing: AnswerPage = { state: 'invalid', language: null, when: null, answer: null }

/** Reads what the answer page shows. Nothing changes. */
export function lookAtVisit(store: VisitStore, token: string, now: number): AnswerPage {
  const at = placeOf(store, token)
  return at === null ? nothing : visitIn(store.practices.of(at.practiceId).read, at.noticeId, now)
}

/** Saves a patient's answer with the appointment, unless it has one. Answers what the page shows afterwards. */
export async function answerVisit(
  store: VisitStore,
  token: string,
  answer: PatientAnswer,
  now: number,
): Promise<AnswerPage> {
  const at = placeOf(store, token)
  if (at === null) return nothing
  return store.practices.of(at.practiceId).write((tx) => {
    const before = visitIn(tx, at.noticeId, now)
    if (before.state !== 'open') return before
    const entry = findEntry(tx, findNotice(tx, at.noticeId)!.entryId)!
    const metadata = withAnswer(entry.metadata, { answer, at: formatInstant(now) })
    updateEntry(tx, entry.id, { metadata, updatedAt: now })
    return visitIn(tx, at.noticeId, now)
  })
}

/** The notice of a link and its practice. Null for a link that this service did not make. */
function placeOf({ keys, dueNotices, practices }: VisitStore, token: string) {
  const link = readAnswerLink(keys.all('visit'), token)
  const practiceId = link && dueNotices.practiceOf(link.noticeId)
  if (!practiceId) return null
  const { noticeId, signer } = link
  return mayHaveSigned(signer, findNotice(practices.of(practiceId).read, noticeId)!)
    ? { practiceId, noticeId }
    : null
}

function visitIn(scope: Scope, noticeId: string, now: number): AnswerPage {
  const notice = findNotice(scope, noticeId)
  // It was retired since the link was read.
  if (notice === null) return nothing
  const entry = findEntry(scope, notice.entryId)
  const { name, timezone } = findPractice(scope)!
  const state = answerLinkState(notice, entry, now)
  const id = languageIdOf(findNoticeSettings(scope).language)
  const language = languages[id]
  const shown = state === 'open' || state === 'answered'
  return {
    state,
    language: id,
    when: shown
      ? {
          practice: name,
          date: dateOf(language, notice.startAt, timezone),
          time: timeOf(language, notice.startAt, timezone),
        }
      : null,
    answer: shown ? answerIn(entry!.metadata) : null,
  }
}
