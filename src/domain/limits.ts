import { conflict } from './problem.ts'

/** How many records of a kind one practice can have (RULES §8). Their lists are answered whole. */
export const mostTags = 1_000
export const mostChairs = 500
/** Closures that are over count too. */
export const mostClosures = 1_000
/** Absences that are over count too. */
export const mostAbsences = 2_000
/** Types that are archived have a limit of their own, because entries may keep them for ever. */
export const mostAppointmentTypes = 200
export const mostArchivedTypes = 1_000
/** Each webhook is a request to another server at every change. */
export const mostWebhooks = 10
/** How many rows are kept of what became of the deliveries of a webhook. */
export const mostDeliveries = 1_000
/** How many chairs and how many members an appointment type names at most. */
export const mostTypeChairs = 50
export const mostTypePractitioners = 100
/** Members who are not active count too: they are never deleted, because records name them. */
export const mostMembers = 1_000

/** How many items the waiting list of a practice can have (RULES §8). It is answered whole. */
export const mostWaiting = 1_000
/** How many contacts about coming again a patient can have since their last visit (RULES §34). */
export const mostRecallContacts = 50
/** How many ids a list of patients may be asked for (RULES §25). Further ones are left out. */
export const mostIds = 200
/** How many likely duplicates are answered (RULES §25). */
export const mostDuplicates = 20
/** How many patients may be merged into one, those included that were merged into them (RULES §25). */
export const mostMerged = 50
/** How many rows of a record a merge moves at most. Each 4 KiB of text counts as one more (RULES §25). */
export const mostRowsMoved = 5_000

/** How many passkeys one member can have (RULES §8). */
export const mostPasskeys = 50
/** How many sessions one member can have (RULES §8). One more ends the oldest. */
export const mostSessions = 50
/** How many reminders of one appointment are answered, the newest (RULES §8). */
export const mostReminders = 200
/** How many reminders that failed are answered, the newest (RULES §8). */
export const mostFailedReminders = 200
/** How many reminders one call tries again at most, and how many it looks at (RULES §8). */
export const mostTriedAgain = 200
export const mostLookedAt = 1_000
/** How many reminders come back when a patient can be reached again, the nearest (RULES §8). */
export const mostReachedAgain = 500
/** How many entries of one day are answered, the earliest (RULES §24). */
export const mostOnDay = 2_000
/** How many closures of a chair, or of a day in a list of days, are named (RULES §24). */
export const mostClosuresNamed = 20
/** How many absences of a day are named (RULES §24). */
export const mostAbsencesNamed = 100
/** How many notes a day has at most (RULES §24). */
export const mostDayNotes = 10
/** How many days are counted at a time (RULES §24). */
export const mostDays = 62

/** How many chairs a search for free times can name (RULES §21). */
export const mostChairsAtOnce = 50
/** The most days between the first and the last day of a search for free times (RULES §21). */
export const mostDaysSearched = 366
/**
 * The most days of chairs, and the most blocks and closed times, that a search reads. Then it stops and says where to go on
 * (RULES §21). Ten chairs are searched over a year at once.
 */
export const mostChairDaysSearched = 4_000
export const mostBlocksSearched = 60_000
/** How many closures, and how many entries, are named as reasons why a time is not free (RULES §21). */
export const mostReasonsNamed = 100

/** @throws `conflict` with this message when there are as many records as there may be. */
export function requireRoom(count: number, most: number, message: string): void {
  if (count >= most) throw conflict(message)
}
