import { conflict } from './problem.ts'

/** How many records of a kind one practice can have (RULES §8). Their lists are answered whole. */
export const mostTags = 1_000
export const mostChairs = 500
/** Closures that are over count too. */
export const mostClosures = 1_000
/** Members who are not active count too: they are never deleted, because records name them. */
export const mostMembers = 1_000

/** How many items the waiting list of a practice can have (RULES §8). It is answered whole. */
export const mostWaiting = 1_000

/** How many passkeys one member can have (RULES §8). */
export const mostPasskeys = 50
/** How many sessions one member can have (RULES §8). One more ends the oldest. */
export const mostSessions = 50
/** How many reminders of one appointment are answered, the newest (RULES §8). */
export const mostReminders = 200
/** How many reminders that failed are answered, the newest (RULES §8). */
export const mostFailedReminders = 200
/** How many items each list of the desk has, the soonest (RULES §8). */
export const mostOnDesk = 200
/** How many reminders one call tries again at most, and how many it looks at (RULES §8). */
export const mostTriedAgain = 200
export const mostLookedAt = 1_000
/** How many reminders come back when a patient can be reached again, the nearest (RULES §8). */
export const mostReachedAgain = 500

/** @throws `conflict` with this message when there are as many records as there may be. */
export function requireRoom(count: number, most: number, message: string): void {
  if (count >= most) throw conflict(message)
}
