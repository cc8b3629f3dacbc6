import { type Act, actBy, patientBy } from '../../domain/act.ts'
import { type LinkPurpose, mayHaveSigned, noticeIn, signerOf } from '../../domain/reminders/answer-link.ts'
import type { Site } from '../../domain/site.ts'
import type { Saw } from '../../http/sights.ts'
import { findNotice } from '../../store/notices/notices.ts'
import type { Practice, Store } from '../../store/store.ts'

export type VisitStore = Pick<Store, 'practices' | 'dueNotices' | 'keys'>

/** The notice to which a link leads. */
export interface LinkTarget {
  readonly practice: Practice
  /** The act of the request, with the patient as the actor. */
  readonly act: Act
  readonly noticeId: string
  /** The key that signed the link. */
  readonly key: Uint8Array
}

/** How a request with a link came in. */
export interface Coming {
  readonly made: Act
  readonly site: Site
  /** In epoch milliseconds. */
  readonly now: number
}

/**
 * Finds the notice to which a link of this purpose leads. Records in the audit trail that the patient saw this
 * notice. Returns null when this service did not make the link, the notice is gone, or the practice has another host.
 */
export function targetOf(
  { keys, dueNotices, practices }: VisitStore,
  { made, site, now }: Coming,
  token: string,
  purpose: LinkPurpose,
  saw: Saw,
): LinkTarget | null {
  const noticeId = noticeIn(token)
  const practiceId = noticeId && dueNotices.practiceOf(noticeId)
  if (!practiceId || !site.serves(practiceId)) return null
  const signer = signerOf(keys.all(practiceId, now), token, purpose)
  if (signer === undefined) return null
  const act = actBy(made, patientBy(noticeId))
  const practice = practices.of(practiceId, act)
  const notice = findNotice(practice.read, noticeId)
  if (notice === null || !mayHaveSigned(signer, notice)) return null
  saw({ patients: [notice.patientId], record: { kind: 'reminder', id: noticeId } }, { practiceId, act })
  return { practice, act, noticeId, key: signer.key }
}
