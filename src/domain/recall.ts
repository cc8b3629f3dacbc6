/**
 * Recall: who should come again, some months after their last visit of a kind (RULES §34). A patient is due from the day
 * on which the months are over until they have a visit ahead.
 */
import { localDate, localDay } from './time.ts'

/**
 * How the practice told a patient to come again, and what came of it.
 * - `message`: up to three messages go out.
 * - `unanswered`: a member called, and nobody answered.
 * - `later`: the patient wants to be asked again on another day.
 * - `declined`: the patient does not want to come.
 */
export const recallKinds = ['message', 'unanswered', 'later', 'declined'] as const
export type RecallKind = (typeof recallKinds)[number]

/** How many messages tell a patient to come again, after one visit. */
export const mostRecallMessages = 3
const day = 86_400_000
/** How long it takes from one of these messages to the next, in milliseconds. */
export const betweenMessagesMs = 14 * day
/** How long one of these messages may be late, in milliseconds. */
export const usefulMs = 28 * day
/** How long after its start a visit that nobody noted as done still counts as one ahead, in milliseconds. */
export const stillAheadMs = day

/** The day from which a patient should come again, `YYYY-MM-DD`. `startAt` is the start of the last visit. */
export const dueOn = (startAt: number, months: number, timeZone: string): string =>
  Temporal.PlainDate.from(localDate(startAt, timeZone)).add({ months }).toString()

/**
 * The moment before which a visit began after which a patient is due on this day or earlier. Visits of several days may be
 * due on one day, because months differ in length.
 */
export function startsBefore(day: string, months: number, timeZone: string): number {
  const due = Temporal.PlainDate.from(day)
  let first = due.subtract({ months })
  while (Temporal.PlainDate.compare(first.add({ months }), due) <= 0) first = first.add({ days: 1 })
  return localDay(first.toString(), timeZone).startAt
}
