import { DeliveryFailure } from '../delivery/delivery.ts'
import { afterFailedTry } from '../domain/reminders/retry.ts'
import { sendHoursOf } from '../domain/reminders/send-window.ts'
import { tooLateFrom } from '../domain/reminders/window.ts'
import { findNotice, holdsNotice, type NoticeRow, unleased, updateNotice } from '../store/notices.ts'
import { type Claimed, fault } from './claim.ts'
import { composeNotice } from './compose-notice.ts'
import { NoticeFault } from './notice-fault.ts'
import type { SenderDeps } from './sender-deps.ts'

type Outcome = Partial<NoticeRow> & Pick<NoticeRow, 'state'>
const missed: Outcome = { state: 'skipped', reason: 'missed_window' }

/** Delivers a claimed notice and writes the outcome. */
export async function deliver(deps: SenderDeps, claimed: Claimed): Promise<void> {
  const { notice, practice, lease } = claimed
  // Nothing is awaited between the claim and this look, nor between this look and the start of the delivery. So an
  // appointment that was deleted or moved, and whose client has the answer, gets no message.
  if (!holdsNotice(deps.store.practices.of(practice.id).read, notice.id, lease)) return
  if (deps.now() >= tooLateFrom(notice)) return await finish(deps, claimed, missed)
  await finish(deps, claimed, await outcomeOf(deps, claimed))
}

async function outcomeOf(deps: SenderDeps, claimed: Claimed): Promise<Outcome> {
  const { notice, practice, settings } = claimed
  // Even a slow delivery must not arrive after the start.
  const signal = AbortSignal.timeout(Math.min(deps.deliveryMs, notice.startAt - deps.now()))
  const repeated = notice.attempts > 1 || notice.lastError !== null
  try {
    const send = composeNotice(deps, claimed)
    const delivery = { key: notice.id, practiceId: practice.id, repeated, signal }
    await Promise.race([send(delivery), timeout(signal)])
    const reason = deps.channels.logOnly ? 'log_only' : null
    return { state: 'sent', reason, sentAt: deps.now(), lastError: null }
  } catch (error) {
    if (!(error instanceof DeliveryFailure)) deps.report(new NoticeFault(error, notice.id))
    const failed = error instanceof DeliveryFailure ? error : fault
    const hours = sendHoursOf(settings, practice.timezone)
    return { ...afterFailedTry(notice, failed, hours, deps.now(), deps.chance()), lastError: failed.error }
  }
}

/** Rejects when the signal is aborted, in case the delivery does not obey the signal. */
const timeout = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () =>
      reject(new DeliveryFailure({ error: 'timeout', verdict: 'failed' })),
    )
  })

/** Writes the outcome of a delivery, unless another sender holds the notice by now. */
async function finish(
  deps: SenderDeps,
  { notice, practice, lease }: Claimed,
  outcome: Outcome,
): Promise<void> {
  await deps.store.practices.of(practice.id).write((tx) => {
    const current = findNotice(tx, notice.id)
    if (current?.lease !== lease) return
    // A notice that was cancelled during its delivery stays cancelled. Whether it went out is kept all the same.
    const changes = current.state === 'running' ? outcome : { sentAt: outcome.sentAt ?? null }
    updateNotice(tx, notice.id, { ...changes, ...unleased, updatedAt: deps.now() })
  })
}
