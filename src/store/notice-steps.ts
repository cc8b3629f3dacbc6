import { newId } from '../domain/id.ts'
import { type NoticeChannel, noticeChannels } from '../domain/reminders/notice.ts'
import { afterStep, type NoticeStep } from '../domain/reminders/plan.ts'
import { findNoticeOf, insertNotice, type NoticeRow, unleased, updateNotice } from './notices.ts'
import type { WriteScope } from './scope.ts'

/** Writes the steps of `planNotices`, in the transaction of the change that they follow from. */
export function applyNoticeSteps(
  tx: WriteScope,
  entryId: string,
  steps: readonly NoticeStep[],
  now: number,
): void {
  for (const step of steps) for (const channel of noticeChannels) applyStep(tx, entryId, step, channel, now)
}

function applyStep(
  tx: WriteScope,
  entryId: string,
  step: NoticeStep,
  channel: NoticeChannel,
  now: number,
): void {
  const { patientId, startAt } = step
  const notice = findNoticeOf(tx, entryId, step, channel)
  const plan = afterStep(notice, step, now)
  if (plan === null) return
  if (notice !== null) {
    const due = plan.dueAt === undefined ? {} : { nextAttemptAt: afterPause(notice, plan.dueAt), ...unleased }
    updateNotice(tx, notice.id, { ...plan, ...due, updatedAt: now })
  } else
    insertNotice(tx, {
      id: newId(now),
      entryId,
      patientId,
      channel,
      kind: 'reminder',
      slot: 0,
      startAt,
      state: plan.state,
      reason: plan.reason,
      dueAt: plan.dueAt!,
      nextAttemptAt: plan.dueAt!,
      attempts: 0,
      sentAt: null,
      countedOn: null,
      lastError: null,
      ...unleased,
      createdAt: now,
      updatedAt: now,
    })
}

/** When a notice with this due time goes out. A pause after a failed try is kept. */
const afterPause = ({ lastError, nextAttemptAt }: NoticeRow, dueAt: number): number =>
  lastError === null ? dueAt : Math.max(nextAttemptAt, dueAt)
