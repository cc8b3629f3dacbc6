import { conflict } from './problem.ts'

/**
 * How many records of each kind one practice can have (RULES §8). A list of these records is returned as a whole,
 * without pages.
 */
export const mostTags = 1_000
export const mostChairs = 500
/** Closures in the past count too. */
export const mostClosures = 1_000
/** Absences in the past count too. */
export const mostAbsences = 2_000
/** Archived types have a limit of their own, because entries may refer to them for ever. */
export const mostAppointmentTypes = 200
export const mostArchivedTypes = 1_000
/** Each webhook costs a request to another server at every change. */
export const mostWebhooks = 10
/** How many results of deliveries are kept for each webhook. */
export const mostDeliveries = 1_000
/** How many chairs and how many members an appointment type names at most. */
export const mostTypeChairs = 50
export const mostTypePractitioners = 100
/** Members who are not active count too: they are never deleted, because records name them. */
export const mostMembers = 1_000

/** How many items the waiting list of a practice can have (RULES §8). The list is returned as a whole. */
export const mostWaiting = 1_000
/** How many contacts about a recall a patient can have since their last visit (RULES §34). */
export const mostRecallContacts = 50
/** How many ids a request for a list of patients may name (RULES §25). Further ids are left out. */
export const mostIds = 200
/** How many likely duplicates are returned (RULES §25). */
export const mostDuplicates = 20
/** How many patients may be merged into one (RULES §25). Patients who were merged into these before count, too. */
export const mostMerged = 50
/** How many rows of a record a merge moves at most. Each 4 KiB of text counts as one more row (RULES §25). */
export const mostRowsMoved = 5_000

/** How many passkeys one member can have (RULES §8). */
export const mostPasskeys = 50
/** How many sessions one member can have (RULES §8). A further session ends the oldest session. */
export const mostSessions = 50
/** How many reminders of one appointment are returned: the newest (RULES §8). */
export const mostReminders = 200
/** How many reminders that failed are returned: the newest (RULES §8). */
export const mostFailedReminders = 200
/** How many reminders one call of the API tries again at most, and how many it checks (RULES §8). */
export const mostTriedAgain = 200
export const mostLookedAt = 1_000
/**
 * How many reminders are planned again when a patient can be reached again: those with the earliest appointments
 * (RULES §8).
 */
export const mostReachedAgain = 500
/** How many entries of one day are returned: the earliest (RULES §24). */
export const mostOnDay = 2_000
/** How many closures of a chair, or of a day in a list of days, are named (RULES §24). */
export const mostClosuresNamed = 20
/** How many absences of a day are named (RULES §24). */
export const mostAbsencesNamed = 100
/** How many notes a day has at most (RULES §24). */
export const mostDayNotes = 10
/** For how many days one request can count the entries (RULES §24). */
export const mostDays = 62

/** How many chairs a search for free times can name (RULES §21). */
export const mostChairsAtOnce = 50
/** The most days between the first and the last day of a search for free times (RULES §21). */
export const mostDaysSearched = 366
/**
 * The most days of chairs, and the most blocks and closed times, that a search reads. At a limit, the search stops and
 * returns the day to continue from (RULES §21). One search can cover ten chairs over a year.
 */
export const mostChairDaysSearched = 4_000
export const mostBlocksSearched = 60_000
/** How many closures, and how many entries, are named as reasons why a time is not free (RULES §21). */
export const mostReasonsNamed = 100

/** @throws `conflict` with this message when `count` has reached `most`. */
export function requireRoom(count: number, most: number, message: string): void {
  if (count >= most) throw conflict(message)
}
