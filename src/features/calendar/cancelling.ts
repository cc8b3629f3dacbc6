/** Cancels an appointment and brings it back, for every action that does this (RULES §23). */
import { ofRecord } from '../../domain/audit.ts'
import type { Canceller } from '../../domain/cancellation.ts'
import { isShortNotice } from '../../domain/cancellation.ts'
import { conflict, found } from '../../domain/problem.ts'
import { progressOf, stateTexts } from '../../domain/progress.ts'
import { settingsOf } from '../../domain/settings.ts'
import {
  type CancellationRow,
  findCancellation,
  insertCancellation,
  insertFromCancellation,
  removeCancellation,
} from '../../store/calendar/cancellations.ts'
import { type EntryRow, findEntry, removeEntry } from '../../store/calendar/entries.ts'
import { findProgress } from '../../store/calendar/progress.ts'
import type { WriteScope } from '../../store/engine/scope.ts'
import { findPractice } from '../../store/practice/practice.ts'
import {
  remindAnew,
  requireChairInUse,
  requireFreeChair,
  requireFreePractitioner,
  writeNotices,
} from './booking.ts'

/** Why an appointment is cancelled, and who wished the cancellation. */
export interface Cancelling {
  readonly reason: string
  readonly by: Canceller
  readonly note?: string | null | undefined
  /** How a patient who cancels by themselves proved who they are. */
  readonly proof?: 'link'
}

/**
 * Cancels an appointment: it leaves the calendar and its chair is free. It is kept with the reason under the same id.
 * The steps of its visit stay. A patient who knows of the appointment gets a message. This function records the
 * cancellation in the audit trail.
 * @param userId the member; null for a patient who cancels by themselves
 * @param now epoch milliseconds
 * @throws `conflict` when the entry is not an appointment, or when the visit is marked as done or missed.
 */
export function cancelEntry(
  tx: WriteScope,
  userId: string | null,
  entry: EntryRow,
  { reason, by, note, proof }: Cancelling,
  now: number,
): CancellationRow {
  requireCancellable(tx, entry, now)
  const { shortNoticeHours } = settingsOf(found(findPractice(tx)))
  insertCancellation(tx, entry.id, {
    cancelledAt: now,
    cancelledBy: userId,
    wishOf: by,
    reason,
    note: note ?? null,
    shortNotice: isShortNotice(entry.startAt, shortNoticeHours, now),
  })
  removeEntry(tx, entry.id)
  writeNotices(tx, entry.id, entry, null, now)
  const cancelled = found(findCancellation(tx, entry.id))
  record(tx, entry, cancelled, proof && { proof })
  return cancelled
}

function requireCancellable(tx: WriteScope, entry: EntryRow, now: number): void {
  if (entry.type !== 'appointment')
    throw conflict(`Only an appointment can be cancelled, and this is \`${entry.type}\`. Delete it instead.`)
  const { state } = progressOf(entry, findProgress(tx, entry.id), now)
  if (state === 'done' || state === 'noShow')
    throw conflict(`The visit is noted as \`${stateTexts[state]}\`. Take that step back first.`)
}

/**
 * Takes a cancellation back: the appointment is in the calendar again, as it was. Reminders are planned again. A
 * message about the cancellation that was not sent yet is dropped. This function records the return in the audit trail.
 * @param now epoch milliseconds
 * @throws `conflict` when the chair is taken, out of use or gone.
 */
export function undoCancellation(tx: WriteScope, cancelled: CancellationRow, now: number): EntryRow {
  const { id, chairId } = cancelled
  if (chairId !== null) requireChairInUse(tx, chairId)
  for (const requireFree of [requireFreeChair, requireFreePractitioner])
    requireFree(
      tx,
      { ...cancelled, type: 'appointment' },
      'First move or delete each entry that is in the way.',
    )
  insertFromCancellation(tx, id)
  removeCancellation(tx, id)
  const entry = found(findEntry(tx, id))
  if (entry.startAt > now) remindAnew(tx, entry, now)
  record(tx, cancelled, entry)
  return entry
}

/** Records a cancellation or its undoing as a change of the appointment. */
const record = (
  tx: WriteScope,
  before: EntryRow | CancellationRow,
  after: EntryRow | CancellationRow,
  detail?: { readonly proof: string },
) => {
  const type = 'appointment'
  const concerns = ofRecord('appointment', { ...before, type }, { ...after, type })
  tx.record({ kind: 'write', ...concerns, ...(detail && { detail }) })
}
