import { type Delivery, DeliveryFailure } from '../delivery/delivery.ts'
import type { NoticeOutcome } from '../domain/reminders/outcome.ts'
import { type AfterFailedTry, afterFailedTry } from '../domain/reminders/retry.ts'
import { tooLateFrom } from '../domain/reminders/window.ts'
import { findNotice, holdsNotice, type NoticeRow, unleased, updateNotice } from '../store/notices.ts'
import { type Claimed, fault } from './claim.ts'
import { composeNotice } from './compose-notice.ts'
import { keepLease } from './lease.ts'
import { NoticeFault } from './notice-fault.ts'
import type { ProviderWatch } from './provider-watch.ts'
import type { SenderDeps } from './sender-deps.ts'

/** What a delivery changes in its notice, and how it is counted. */
interface Result {
  readonly outcome: NoticeOutcome
  readonly changes: Partial<NoticeRow> & Pick<NoticeRow, 'state'>
}

const missed: Result = { outcome: 'skipped', changes: { state: 'skipped', reason: 'missed_window' } }

/** The reason of a signal that breaks a delivery off because the service stops. */
export const stopped = 'the service stops'

/**
 * Delivers a claimed notice and writes the outcome. `breakOff` ends the delivery early; `stopped` is its reason when
 * the service stops.
 */
export async function deliver(
  deps: SenderDeps,
  provider: ProviderWatch,
  claimed: Claimed,
  breakOff: AbortController,
): Promise<void> {
  const { notice, practice, lease } = claimed
  // Nothing is awaited between the claim and this look, nor between this look and the start of the delivery. So an
  // appointment that was deleted or moved, and whose client has the answer, gets no message.
  if (!holdsNotice(deps.store.practices.of(practice.id).read, notice.id, lease)) return
  if (deps.now() >= tooLateFrom(notice)) return await finish(deps, claimed, missed)
  using _ = keepLease(deps, claimed, () => breakOff.abort())
  await finish(deps, claimed, await resultOf(deps, provider, claimed, breakOff))
}

async function resultOf(
  deps: SenderDeps,
  provider: ProviderWatch,
  claimed: Claimed,
  breakOff: AbortController,
): Promise<Result> {
  const { notice, practice } = claimed
  const { signal } = breakOff
  // Even a slow delivery must not arrive after the start.
  const end = setTimeout(() => breakOff.abort(), Math.min(deps.pace.deliveryMs, notice.startAt - deps.now()))
  const repeated = notice.attempts > 1 || notice.lastError !== null
  try {
    const send = composeNotice(deps, claimed)
    await untilLeft(
      send({ key: notice.id, practiceId: practice.id, repeated, signal }),
      signal,
      deps.pace.partingMs,
    )
    provider.answered()
    const { logOnly } = deps.channels
    return {
      outcome: logOnly ? 'log_only' : 'sent',
      changes: { state: 'sent', reason: logOnly ? 'log_only' : null, sentAt: deps.now(), lastError: null },
    }
  } catch (error) {
    if (!(error instanceof DeliveryFailure)) deps.report(new NoticeFault(error, notice.id))
    return afterFailure(deps, provider, notice, error, signal.reason === stopped)
  } finally {
    clearTimeout(end)
  }
}

/**
 * Waits for a delivery. After its signal was aborted it has `partingMs` to say what came of it. One that says nothing
 * is left to itself, and nobody knows what came of it.
 */
async function untilLeft(
  sending: Promise<void>,
  signal: Delivery['signal'],
  partingMs: number,
): Promise<void> {
  const { promise: silence, reject } = Promise.withResolvers<never>()
  let parting: ReturnType<typeof setTimeout> | undefined
  const part = () => {
    parting = setTimeout(
      () => reject(new DeliveryFailure({ error: 'timeout', verdict: 'unknown' })),
      partingMs,
    )
  }
  signal.addEventListener('abort', part, { once: true })
  try {
    await Promise.race([sending, silence])
  } finally {
    signal.removeEventListener('abort', part)
    clearTimeout(parting)
  }
}

function afterFailure(
  deps: SenderDeps,
  provider: ProviderWatch,
  notice: NoticeRow,
  error: unknown,
  interrupted: boolean,
): Result {
  const now = deps.now()
  const failed = error instanceof DeliveryFailure ? error : fault
  const { verdict } = failed
  if (interrupted && (verdict === 'away' || verdict === 'failed')) {
    const again = { state: 'scheduled', nextAttemptAt: now, attempts: notice.attempts - 1 } as const
    return { outcome: 'interrupted', changes: { ...again, lastError: 'interrupted' } }
  }
  if (verdict === 'away') provider.wasAway(failed.error)
  else if (failed !== fault && verdict !== 'unknown') provider.answered()
  const after = afterFailedTry(notice, failed, now, deps.chance())
  return { outcome: outcomeAfter(after, verdict === 'away'), changes: { ...after, lastError: failed.error } }
}

const outcomeAfter = ({ state }: AfterFailedTry, away: boolean): NoticeOutcome =>
  state !== 'scheduled' ? state : away ? 'away' : 'failed'

/** Writes the outcome of a delivery, unless another sender holds the notice by now. */
async function finish(
  deps: SenderDeps,
  { notice, practice, lease }: Claimed,
  { outcome, changes }: Result,
): Promise<void> {
  const written = await deps.store.practices.of(practice.id).write((tx): boolean => {
    const current = findNotice(tx, notice.id)
    if (current?.lease !== lease) return false
    // A notice that was cancelled during its delivery stays cancelled. Whether it went out is kept all the same.
    const kept = current.state === 'running' ? changes : { sentAt: changes.sentAt ?? null }
    updateNotice(tx, notice.id, { ...kept, ...unleased, updatedAt: deps.now() })
    return true
  })
  if (written) deps.count(notice.channel, outcome)
}
