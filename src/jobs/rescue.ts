import { bookkeepingAct } from '../domain/act.ts'
import type { NoticeChannel } from '../domain/reminders/notice.ts'
import type { WriteScope } from '../store/engine/scope.ts'
import { troubleOf } from '../store/engine/trouble.ts'
import type { NoticeOf } from '../store/notices/due-notices.ts'
import { planNewsAfterDelivery } from '../store/notices/notice-news.ts'
import { findNotice, unleased, updateNotice } from '../store/notices/notices.ts'
import { recordOutcome } from '../store/notices/record-outcome.ts'
import { NoticeFault } from './notice-fault.ts'
import type { SenderDeps } from './sender-deps.ts'

type RescueDeps = Pick<SenderDeps, 'store' | 'now' | 'pace' | 'report'>

/**
 * Takes over the notices of a channel from a process that died or lost its lease. `ours` holds the ids of the notices
 * that this process delivers now. These notices stay as they are.
 * @throws DatabaseUnavailable when the database takes no writes.
 */
export async function rescue(
  deps: RescueDeps,
  channel: NoticeChannel,
  ours: ReadonlySet<string>,
): Promise<void> {
  const { store, now, pace } = deps
  await store.dueNotices.shortenLeases(channel, now() + pace.leaseMs)
  const lost = store.dueNotices.listLost(channel, now()).filter(({ id }) => !ours.has(id))
  await Promise.all(lost.map((one) => takeOver(deps, one)))
}

/** Takes over one notice in a transaction of its own, so that an error in one notice does not hold up the others. */
async function takeOver({ store, now, report }: RescueDeps, { practiceId, id }: NoticeOf): Promise<void> {
  const practice = store.practices.of(practiceId, bookkeepingAct('sendMessage'))
  try {
    await practice.write((tx) => giveBack(tx, id, now()))
  } catch (error) {
    if (troubleOf(error)) throw error
    report(new NoticeFault(error, id))
    const uncertain = { state: 'uncertain', reason: null, uncertainAt: now(), ...unleased } as const
    await practice.write((tx) => updateNotice(tx, id, uncertain))
  }
}

/**
 * Ends a delivery that another process did not finish. Nobody knows whether the patient has the message, so the service
 * assumes that they have it. A notice that still applies is tried again. A notice that was cancelled meanwhile is
 * uncertain, and the patient gets a message about the change.
 */
function giveBack(tx: WriteScope, id: string, now: number): void {
  const notice = findNotice(tx, id)
  // The process that held the notice has ended the delivery after all, or another process has taken it over.
  if (notice === null || notice.leaseUntil === null || notice.leaseUntil > now) return
  const nextAttemptAt = Math.max(Math.min(notice.dueAt, notice.nextAttemptAt), now)
  const end =
    notice.state === 'running'
      ? ({ state: 'scheduled', nextAttemptAt } as const)
      : ({ state: 'uncertain', reason: null } as const)
  // The notice keeps the sequence number from its claim, because messages that were sent since then are newer.
  updateNotice(tx, id, { ...end, uncertainAt: now, ...unleased, lastError: 'interrupted', updatedAt: now })
  recordOutcome(tx, notice, { reason: null, ...end })
  planNewsAfterDelivery(tx, id, now)
}
