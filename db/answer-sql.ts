/**
 * SQL on the answer that a patient gave to a reminder, in the metadata of the entry (`domain/reminders/answer.ts`). The
 * values are in the SQL text, because SQLite uses a partial index only for a query that repeats the index's condition.
 */
import type { PatientAnswer } from '../src/domain/reminders/answer.ts'

/** Null also when the metadata is damaged, so that a damaged entry does not stop the query for other entries. */
const answer = `iif(json_valid(metadata), json_extract(metadata, '$.patientAnswer.answer'), null)`
const askedToCancel: PatientAnswer = 'cancel_requested'

/** Entries with a patient who asked to cancel. */
export const whereCancelRequested = `${answer} = '${askedToCancel}'`
/** Entries with a patient who has not answered. */
export const whereUnanswered = `${answer} is null`
