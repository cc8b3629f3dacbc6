/**
 * Recall: patients should come again some months after their last visit of a type (RULES §34). A patient is due from
 * the day on which the months are over, until they have a future visit.
 */
import { localDate, localDay } from './time.ts'

/**
 * How the practice asked a patient to come again, and the result.
 * - `message`: up to three messages are sent.
 * - `unanswered`: a member called, and nobody answered.
 * - `later`: the patient wants to be asked again on another day.
 * - `declined`: the patient does not want to come.
 */
export const recallKinds = ['message', 'unanswered', 'later', 'declined'] as const
export type RecallKind = (typeof recallKinds)[number]

/** How many messages ask a patient to come again, after one visit. */
export const mostRecallMessages = 3
const day = 86_400_000
/** The time from one of these messages to the next, in milliseconds. */
export const betweenMessagesMs = 14 * day
/** How late one of these messages may be sent, in milliseconds. */
export const usefulMs = 28 * day
/** How long after its start a visit that is not noted as done still counts as a future visit, in milliseconds. */
export const stillAheadMs = day

/** The day from which a patient should come again, `YYYY-MM-DD`. `startAt` is the start of the last visit. */
export const dueOn = (startAt: number, months: number, timeZone: string): string =>
  Temporal.PlainDate.from(localDate(startAt, timeZone)).add({ months }).toString()

/**
 * A patient is due on this day or earlier when their last visit began before the returned moment, in epoch
 * milliseconds. Visits on different days may be due on the same day, because months differ in length.
 */
export function startsBefore(day: string, months: number, timeZone: string): number {
  const due = Temporal.PlainDate.from(day)
  let first = due.subtract({ months })
  while (Temporal.PlainDate.compare(first.add({ months }), due) <= 0) first = first.add({ days: 1 })
  return localDay(first.toString(), timeZone).startAt
}
