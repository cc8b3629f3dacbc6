/**
 * SQL on the types of calendar entries. The values are in the SQL text. SQLite uses an index on an expression, and a
 * partial index, only for a query that repeats the expression.
 */
import { entryTypeCodes } from './codes.ts'

/** 1 for an entry that can occupy a chair, and 0 for a reminder. */
export const isBlock = `(type <> ${entryTypeCodes.reminder})`
/** Entries that can occupy a chair. */
export const whereBlock = `${isBlock} = 1`
/** Reminders in the calendar of a chair. */
export const whereReminderOnChair = `type = ${entryTypeCodes.reminder} and chair_id is not null`
/** Appointments. */
export const whereAppointment = `type = ${entryTypeCodes.appointment}`
/** Entries that last longer than a day. All other entries that run at a moment began less than a day before it. */
export const whereLong = 'end_at - start_at > 86400000'
/** Times that are held for patients who book online. */
export const whereHeld = 'hold_until is not null'
