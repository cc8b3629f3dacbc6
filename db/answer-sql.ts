/**
 * SQL on the answer that a patient gave to a reminder, in the metadata of the entry (`domain/reminders/answer.ts`).
 * The values are in the text: SQLite uses a partial index only for a query that repeats its condition.
 */
import type { PatientAnswer } from '../src/domain/reminders/answer.ts'

/** Null also where the metadata is damaged, so that one damaged entry holds up no other. */
const answer = `iif(json_valid(metadata), json_extract(metadata, '$.patientAnswer.answer'), null)`
const askedToCancel: PatientAnswer = 'cancel_requested'

/** Entries with a patient who asked to cancel. */
export const whereCancelRequested = `${answer} = '${askedToCancel}'`
/** Entries with a patient who has not answered. */
export const whereUnanswered = `${answer} is null`
