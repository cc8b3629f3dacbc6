import { DeliveryFailure } from '../delivery/delivery.ts'
import { bookkeepingAct } from '../domain/act.ts'
import { deliveryKey } from '../domain/reminders/delivery-key.ts'
import { calledOff } from '../domain/reminders/news.ts'
import type { NoticeOutcome } from '../domain/reminders/outcome.ts'
import { type AfterFailedTry, afterFailedTry } from '../domain/reminders/retry.ts'
import { sendHoursOf } from '../domain/reminders/send-window.ts'
import { undoMs } from '../domain/reminders/undo.ts'
import { tooLateFrom } from '../domain/reminders/window.ts'
import { PracticeFrozen } from '../store/engine/frozen.ts'
import { troubleOf } from '../store/engine/trouble.ts'
import { planNewsAfterDelivery } from '../store/notices/notice-news.ts'
import {
  findNotice,
  holdsNotice,
  type NoticeRow,
  nextSequenceOf,
  unleased,
  updateNotice,
} from '../store/notices/notices.ts'
import { recordOutcome } from '../store/notices/record-outcome.ts'
import { BreakOff } from './break-off.ts'
import { type Claimed, fault } from './claim.ts'
import { composeNotice } from './compose-notice.ts'
import { keepLease } from './lease.ts'
import { NoticeFault } from './notice-fault.ts'
import type { ProviderWatch } from './provider-watch.ts'
import type { SenderDeps } from './sender-deps.ts'

/** The changes that a delivery makes to its notice, and the outcome that is counted. */
interface Result {
  readonly outcome: NoticeOutcome
  readonly changes: Partial<NoticeRow> & Pick<NoticeRow, 'state'>
}

const missed: Result = { outcome: 'skipped', changes: { state: 'skipped', reason: 'missed_window' } }

/**
 * The appointment changed after the claim, so the notice is cancelled and stays cancelled. If the appointment is
 * restored before this result is written, the notice is due again.
 */
const notBegun = ({ attempts }: NoticeRow, now: number): Result => ({
  outcome: 'cancelled',
  changes: { state: 'scheduled', nextAttemptAt: now + undoMs, attempts: attempts - 1 },
})

/** Delivers a claimed notice and writes the outcome. The delivery is broken off when `halt` is aborted. */
export async function deliver(
  deps: SenderDeps,
  provider: ProviderWatch,
  claimed: Claimed,
  halt: AbortSignal,
): Promise<void> {
  const { notice, practice, lease } = claimed
  // Nothing is awaited between the claim and this check, or between this check and the start of the delivery. So no
  // delivery begins after a client got the answer that the appointment was deleted or moved.
  const now = deps.now()
  if (!holdsNotice(deps.store.practices.of(practice.id).read, notice.id, lease))
    return await finish(deps, claimed, notBegun(notice, now), halt)
  if (now >= tooLateFrom(notice)) return await finish(deps, claimed, missed, halt)
  // Even a slow delivery must not arrive after the start of the appointment.
  using breakOff = new BreakOff(Math.min(deps.pace.deliveryMs, notice.firstStartAt - now), halt)
  using _ = keepLease(deps, claimed, breakOff.now)
  await finish(deps, claimed, await resultOf(deps, provider, claimed, breakOff), halt)
}

async function resultOf(
  deps: SenderDeps,
  provider: ProviderWatch,
  claimed: Claimed,
  breakOff: BreakOff,
): Promise<Result> {
  const { notice, practice } = claimed
  const { signal } = breakOff
  const repeated = notice.attempts > 1 || notice.lastError !== null
  try {
    const send = composeNotice(deps, claimed)
    const sending = send({
      key: deliveryKey(notice.id, claimed.to),
      practiceId: practice.id,
      repeated,
      signal,
    })
    await breakOff.outcomeOf(sending, deps.pace.partingMs)
    provider.answered()
    provider.rests.welcome(practice.id)
    const { logOnly } = deps.channels
    return {
      outcome: logOnly ? 'log_only' : 'sent',
      changes: { state: 'sent', reason: logOnly ? 'log_only' : null, sentAt: deps.now(), lastError: null },
    }
  } catch (error) {
    if (!(error instanceof DeliveryFailure)) deps.report(new NoticeFault(error, notice.id))
    return afterFailure(deps, provider, claimed, error, breakOff.isStop)
  }
}

function afterFailure(
  deps: SenderDeps,
  provider: ProviderWatch,
  { notice, practice, settings }: Claimed,
  error: unknown,
  interrupted: boolean,
): Result {
  const now = deps.now()
  const failed = error instanceof DeliveryFailure ? error : fault
  const { verdict } = failed
  if (interrupted && ['away', 'unwelcome', 'failed'].includes(verdict)) {
    const again = { state: 'scheduled', nextAttemptAt: now, attempts: notice.attempts - 1 } as const
    return { outcome: 'interrupted', changes: { ...again, lastError: 'interrupted' } }
  }
  const away = verdict === 'away' || verdict === 'unwelcome'
  if (verdict === 'unwelcome') provider.rests.refused(practice.id, notice.id)
  if (away || verdict === 'unanswered') provider.wasAway(failed.error, notice.id)
  else if (failed !== fault && verdict !== 'unknown') provider.answered()
  const hours = sendHoursOf(settings, practice.timezone)
  const after = afterFailedTry(notice, failed, hours, now, deps.chance())
  return { outcome: outcomeAfter(after, away), changes: { ...after, lastError: failed.error } }
}

const outcomeAfter = ({ state }: AfterFailedTry, away: boolean): NoticeOutcome =>
  state !== 'scheduled' ? state : away ? 'away' : 'failed'

/** Writes the outcome of a delivery, unless another sender holds the notice by now. */
async function finish(
  deps: SenderDeps,
  { notice, practice, lease }: Claimed,
  { outcome, changes }: Result,
  halt: AbortSignal,
): Promise<void> {
  const write = () =>
    deps.store.practices.of(practice.id, bookkeepingAct('sendMessage')).write((tx): boolean => {
      const current = findNotice(tx, notice.id)
      if (current?.lease !== lease) return false
      const now = deps.now()
      const end = endOf(current, changes)
      const isTold = changes.sentAt !== undefined || changes.uncertainAt !== undefined
      const numbered = isTold ? { sequence: nextSequenceOf(tx, notice.entryId, now) } : {}
      updateNotice(tx, notice.id, { ...end, ...numbered, ...unleased, updatedAt: now })
      recordOutcome(tx, notice, { reason: null, ...(changes.state === 'sent' ? changes : end) })
      planNewsAfterDelivery(tx, notice.id, now)
      return true
    })
  // A practice moves to another cell without waiting for a long delivery. In the new cell, the message is uncertain.
  const ended = () =>
    write().catch((error) => {
      if (error instanceof PracticeFrozen) return false
      throw error
    })
  if (await untilWritten(deps, ended, halt)) deps.count(notice.channel, outcome)
}

/**
 * The changes of a notice at the end of its delivery. The notice may have changed meanwhile. A notice that was
 * cancelled during its delivery stays cancelled. The notice still keeps the time when its message was sent. If the
 * patient may have the message, the notice is uncertain.
 */
function endOf(current: NoticeRow, changes: Result['changes']): Result['changes'] {
  if (current.state === 'running') return changes
  const { sentAt = null, uncertainAt = current.uncertainAt } = changes
  if (sentAt !== null) return { state: current.state, sentAt }
  return { ...calledOff({ sentAt, uncertainAt, leaseUntil: null }), uncertainAt }
}

/**
 * Tries a write again while the disk is full or the database is locked. Otherwise a message that was sent, but not
 * noted as sent, would be sent twice.
 */
async function untilWritten<T>(deps: SenderDeps, write: () => Promise<T>, halt: AbortSignal): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await write()
    } catch (error) {
      if (!troubleOf(error) || halt.aborted) throw error
      if (tries === 0) deps.report(error)
      await Bun.sleep(deps.pace.rewriteMs)
    }
  }
}
