import { newId } from '../../domain/id.ts'
import { type NoticeChannel, noticeChannels } from '../../domain/reminders/notice.ts'
import type { Occasion } from '../../domain/reminders/occasion.ts'
import { afterStep, type NoticePlan, type NoticeStep } from '../../domain/reminders/plan.ts'
import type { WriteScope } from '../engine/scope.ts'
import {
  insertNotices,
  listRemindersOf,
  type NewNotice,
  type NoticeRow,
  unleased,
  untried,
  updateNotice,
} from './notices.ts'

/**
 * Writes the steps that `planNotices` returned, in the transaction of the change that caused them. A new entry has no
 * reminders yet, so the database is not searched for reminders.
 */
export function applyNoticeSteps(
  tx: WriteScope,
  entryId: string,
  steps: readonly NoticeStep[],
  now: number,
  { isNew }: { readonly isNew: boolean },
): void {
  const planned: PlannedReminder[] = []
  let read: { readonly occasion: NoticeStep; readonly notices: NoticeRow[] } | undefined
  for (const step of steps) {
    if (read?.occasion.startAt !== step.startAt || read.occasion.patientId !== step.patientId)
      read = { occasion: step, notices: isNew ? [] : listRemindersOf(tx, entryId, step) }
    const { notices } = read
    if (step.do === 'cancel') {
      for (const notice of notices) planned.push({ reminder: notice, plan: afterStep(notice, step, now) })
      continue
    }
    for (const channel of noticeChannels) {
      const notice = notices.find((one) => one.channel === channel && one.slot === step.slot)
      planned.push({
        reminder: notice ?? { entryId, ...step, channel },
        plan: afterStep(notice ?? null, step, now),
      })
    }
  }
  writePlans(tx, planned, now)
}

/** A reminder that does not exist yet. */
type NewReminder = Occasion & {
  readonly id?: undefined
  readonly entryId: string
  readonly channel: NoticeChannel
  readonly slot: number
}

/**
 * A reminder and the plan for it. Without a plan, the reminder stays as it is. The plan of a new reminder has times.
 */
export interface PlannedReminder {
  readonly reminder: NoticeRow | NewReminder
  readonly plan: NoticePlan | null
}

/**
 * Writes the plans for reminders of an entry. After the existing reminders have changed, one statement adds the new
 * ones.
 */
export function writePlans(tx: WriteScope, planned: readonly PlannedReminder[], now: number): void {
  const added: NewNotice[] = []
  for (const { reminder, plan } of planned) {
    if (plan === null) continue
    const { state, reason, times } = plan
    if (reminder.id === undefined) added.push(newReminder(reminder, plan, now))
    else updateNotice(tx, reminder.id, { state, reason, ...times, ...(times && unleased), updatedAt: now })
  }
  insertNotices(tx, added)
}

const newReminder = (
  { entryId, patientId, startAt, channel, slot }: NewReminder,
  { state, reason, times }: NoticePlan,
  now: number,
): NewNotice => ({
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
