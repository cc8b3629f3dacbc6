import { type Act, actBy, patientBy } from '../../domain/act.ts'
import { type LinkPurpose, mayHaveSigned, readLink } from '../../domain/reminders/answer-link.ts'
import { findNotice } from '../../store/notices.ts'
import type { Practice, Store } from '../../store/store.ts'

export type VisitStore = Pick<Store, 'practices' | 'dueNotices' | 'keys'>

/** Where a link leads. */
export interface Place {
  readonly practice: Practice
  readonly noticeId: string
  /** The key that signed the link. */
  readonly key: Uint8Array
}

/** Where a link of this purpose leads, for the act of a request. Null for a link that this service did not make, or whose notice is gone. */
export function placeOf(
  { keys, dueNotices, practices }: VisitStore,
  made: Act,
  token: string,
  purpose: LinkPurpose,
): Place | null {
  const link = readLink(keys.all('visit'), token, purpose)
  const practiceId = link && dueNotices.practiceOf(link.noticeId)
  if (!practiceId) return null
  const { noticeId, signer } = link
  const practice = practices.of(practiceId, actBy(made, patientBy(noticeId)))
  return mayHaveSigned(signer, findNotice(practice.read, noticeId)!)
    ? { practice, noticeId, key: signer.key }
    : null
}
