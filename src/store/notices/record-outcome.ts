import type { NoticeState } from '../../domain/reminders/notice.ts'
import type { WriteScope } from '../engine/scope.ts'
import type { NoticeRow } from './notices.ts'

/** The final states of a message. A waiting message has no outcome yet, and a cancelled message does not count. */
const finals: readonly NoticeState[] = ['sent', 'skipped', 'dead', 'uncertain']

/** Adds the outcome of a message to the audit trail, once the outcome is final. The address is not kept. */
export function recordOutcome(
  tx: WriteScope,
  { id, patientId, channel, kind }: Pick<NoticeRow, 'id' | 'patientId' | 'channel' | 'kind'>,
  { state, reason }: Pick<NoticeRow, 'state' | 'reason'>,
): void {
  if (!finals.includes(state)) return
  const detail = { channel, kind, outcome: state, ...(reason !== null && { reason }) }
  tx.record({ kind: 'message', record: { kind: 'reminder', id }, patientId: patientId || null, detail })
}
