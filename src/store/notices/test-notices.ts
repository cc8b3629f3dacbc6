import type { NoticeChannel } from '../../domain/reminders/notice.ts'
import type { WriteScope } from '../engine/scope.ts'
import { insertNotice, unleased, untried, updateNotice } from './notices.ts'

/**
 * Keeps a test message that is being sent, so that it counts for the ceiling of the local day `countedOn`. It is kept
 * as a cancelled notice of no entry and no patient. So no sender takes it, and no list shows it.
 */
export const insertTestNotice = (
  tx: WriteScope,
  { id, channel, countedOn, now }: { id: string; channel: NoticeChannel; countedOn: string; now: number },
): void =>
  insertNotice(tx, {
    id,
    entryId: id,
    patientId: '',
    channel,
    kind: 'reminder',
    slot: 0,
    startAt: now,
    dueAt: now,
    nextAttemptAt: now,
    state: 'cancelled',
    reason: null,
    ...untried,
    attempts: 1,
    lease: id,
    countedOn,
    createdAt: now,
    updatedAt: now,
  })

/** Notes the end of a test message. A message that was not sent (`sentAt` is null) no longer counts. */
export const endTestNotice = (tx: WriteScope, id: string, sentAt: number | null, now: number): void =>
  updateNotice(tx, id, { ...unleased, sentAt, updatedAt: now })
