/**
 * SQL on the answer that a patient gave to a reminder, in the metadata of the entry (`domain/reminders/answer.ts`).
 * The values stand in the text: SQLite uses a partial index only for a query that repeats its condition.
 */
import type { PatientAnswer } from '../src/domain/reminders/answer.ts'

const answer = `json_extract(metadata, '$.patientAnswer.answer')`
const askedToCancel: PatientAnswer = 'cancel_requested'

/** Entries whose patient asked to cancel. */
export const whereCancelRequested = `${answer} = '${askedToCancel}'`
/** Entries whose patient has not answered. */
export const whereUnanswered = `${answer} is null`
