import type { NoticeState } from '../../domain/reminders/notice.ts'
import type { WriteScope } from '../engine/scope.ts'
import type { NoticeRow } from './notices.ts'

/** The final outcome of a message. A message that still waits has none, and one that was cancelled does not count. */
const finals: readonly NoticeState[] = ['sent', 'skipped', 'dead', 'uncertain']

/** Says for the audit trail what became of a message, once it is final. The address is not kept. */
export function recordOutcome(
  tx: WriteScope,
  { id, patientId, channel, kind }: Pick<NoticeRow, 'id' | 'patientId' | 'channel' | 'kind'>,
  { state, reason }: Pick<NoticeRow, 'state' | 'reason'>,
): void {
  if (!finals.includes(state)) return
  const detail = { channel, kind, outcome: state, ...(reason !== null && { reason }) }
  tx.record({ kind: 'message', record: { kind: 'reminder', id }, patientId: patientId || null, detail })
}
