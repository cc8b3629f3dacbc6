/** The checks and messages that a booking and the return of a deleted entry share. */
import { type Booking, occupiesPractitioner, type Treated } from '../../domain/entry.ts'
import { conflict, type Issue } from '../../domain/problem.ts'
import { isAnotherOccasion, type Notifiable } from '../../domain/reminders/occasion.ts'
import { planNotices } from '../../domain/reminders/plan.ts'
import { formatInterval } from '../../domain/time.ts'
import { type Conflicts, conflictsOf, type EntryRow } from '../../store/calendar/entries.ts'
import { practitionerConflicts } from '../../store/calendar/practitioners.ts'
import type { Scope, WriteScope } from '../../store/engine/scope.ts'
import { planNews } from '../../store/notices/notice-news.ts'
import { applyNoticeSteps } from '../../store/notices/notice-steps.ts'
import { findReminderTimes } from '../../store/notices/reminder-times.ts'
import { findChair } from '../../store/practice/chairs.ts'
import { findPractice } from '../../store/practice/practice.ts'

/** How many of the entries in the way a conflict names (RULES §4.4). */
const mostNamed = 100

/**
 * The chair and the practitioner, which two entries cannot share at the same time. Each with the issue for the later
 * entry.
 */
export const takenIssues = {
  chair: { path: 'startAt', message: 'overlaps an entry on this chair' },
  practitioner: { path: 'practitionerId', message: 'treats in another entry at that time' },
} as const satisfies Readonly<Record<string, Issue>>

/**
 * Checks that the chair of an entry is free. `whatToDo` ends the message.
 * @throws `conflict` with the first 100 entries in the way and the number of all of them (RULES §4.4).
 */
export function requireFreeChair(
  scope: Scope,
  entry: Booking & { id: string },
  whatToDo = 'Choose another time or another chair.',
): void {
  requireNone(conflictsOf(scope, entry, mostNamed), 'The chair is taken', whatToDo, takenIssues.chair)
}

/**
 * Checks that the entry's practitioner has no other entry at that time, if the practice allows a member only one chair
 * at a time. `whatToDo` ends the message.
 * @throws `conflict` with the first 100 entries in the way and the number of all of them (RULES §27).
 */
export function requireFreePractitioner(
  scope: Scope,
  entry: Treated & { id: string },
  whatToDo = 'Choose another time or another member.',
): void {
  if (!occupiesPractitioner(entry) || findPractice(scope)?.practitionersOnce !== true) return
  const conflicts = practitionerConflicts(scope, entry, mostNamed)
  requireNone(conflicts, 'The member who treats is busy', whatToDo, takenIssues.practitioner)
}

function requireNone({ first, total }: Conflicts, what: string, whatToDo: string, issue: Issue): void {
  if (total === 0) return
  throw conflict(
    `${what} at that time: ${inTheWay(total, mostNamed)}. ${whatToDo}`,
    first.map((block) => ({ ...issue, entryId: block.id, ...formatInterval(block) })),
  )
}

/** A text with the number of entries in the way. It mentions when `details` names only the first `most` of them. */
export function inTheWay(total: number, most: number): string {
  const named = total > most ? `, and \`details\` names the first ${most}` : ''
  return `${total === 1 ? '1 entry is in the way' : `${total} entries are in the way`}${named}`
}

/**
 * Checks the chair of an entry that is brought back, as for a booking.
 * @throws `conflict` when the chair is gone or out of use.
 */
export function requireChairInUse(scope: Scope, chairId: string): void {
  const chair = findChair(scope, chairId)
  if (chair === null)
    throw conflict('The chair was deleted. Bring the chair back first.', [
      { path: 'chairId', message: 'must be a chair of the practice' },
    ])
  if (!chair.active)
    throw conflict('The chair is out of use. Set `active` of the chair to true first.', [
      { path: 'chairId', message: 'must be an active chair' },
    ])
}

/**
 * Plans the messages as for a new appointment of the patient. A patient who knows that the appointment was cancelled or
 * deleted gets a message.
 */
export const remindAnew = (tx: WriteScope, entry: EntryRow, now: number): void =>
  writeNotices(tx, entry.id, { ...entry, patientId: null }, entry, now)

/**
 * Writes the messages that follow from a change of an entry, in the same transaction. `before` is null for a new entry,
 * `after` is null for a deleted entry. When `tells` is false, only reminders are written, for example because another
 * message names the appointment. With `always`, the patient gets a message about a booking, whatever the practice has
 * set.
 */
export function writeNotices(
  tx: WriteScope,
  entryId: string,
  before: Notifiable | null,
  after: Notifiable | null,
  now: number,
  { tells }: { readonly tells: boolean | 'always' } = { tells: true },
): void {
  if (!isAnotherOccasion(before, after)) return
  const times = findReminderTimes(tx)
  const steps = planNotices(before, after, times, now)
  applyNoticeSteps(tx, entryId, steps, now, { isNew: before === null })
  if (tells === false) return
  planNews(tx, entryId, before, after, tells === 'always' ? { tellBooked: true } : times, now)
}
