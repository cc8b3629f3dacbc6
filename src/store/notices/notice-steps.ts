import { newId } from '../../domain/id.ts'
import { type NoticeChannel, noticeChannels } from '../../domain/reminders/notice.ts'
import type { Occasion } from '../../domain/reminders/occasion.ts'
import { afterStep, type NoticePlan, type NoticeStep } from '../../domain/reminders/plan.ts'
import type { WriteScope } from '../engine/scope.ts'
import { insertNotice, listRemindersOf, type NoticeRow, unleased, untried, updateNotice } from './notices.ts'

/**
 * Writes the steps of `planNotices`, in the transaction of the change that they follow from. An entry that is new has no
 * reminders yet, so none are looked for.
 */
export function applyNoticeSteps(
  tx: WriteScope,
  entryId: string,
  steps: readonly NoticeStep[],
  now: number,
  { isNew }: { readonly isNew: boolean },
): void {
  let read: { readonly occasion: NoticeStep; readonly notices: NoticeRow[] } | undefined
  for (const step of steps) {
    if (read?.occasion.startAt !== step.startAt || read.occasion.patientId !== step.patientId)
      read = { occasion: step, notices: isNew ? [] : listRemindersOf(tx, entryId, step) }
    const { notices } = read
    if (step.do === 'cancel') {
      for (const notice of notices) writePlan(tx, notice, afterStep(notice, step, now), now)
      continue
    }
    for (const channel of noticeChannels) {
      const notice = notices.find((one) => one.channel === channel && one.slot === step.slot)
      const plan = afterStep(notice ?? null, step, now)
      writePlan(tx, notice ?? { entryId, ...step, channel }, plan, now)
    }
  }
}

/** A reminder that is not there yet. */
type NewReminder = Occasion & {
  readonly id?: undefined
  readonly entryId: string
  readonly channel: NoticeChannel
  readonly slot: number
}

/** Writes what becomes of a reminder. Without a plan, everything stays. A new reminder's plan has times. */
export function writePlan(
  tx: WriteScope,
  reminder: NoticeRow | NewReminder,
  plan: NoticePlan | null,
  now: number,
): void {
  if (plan === null) return
  const { state, reason, times } = plan
  if (reminder.id !== undefined) {
    updateNotice(tx, reminder.id, { state, reason, ...times, ...(times && unleased), updatedAt: now })
    return
  }
  const { entryId, patientId, startAt, channel, slot } = reminder
  insertNotice(tx, {
    id: newId(now),
    entryId,
    patientId,
    channel,
    kind: 'reminder',
    slot,
    startAt,
    state,
    reason,
    ...times!,
    ...untried,
    createdAt: now,
    updatedAt: now,
  })
}
