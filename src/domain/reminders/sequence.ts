/**
 * The numbers of what happens to the notices of one entry: one is planned as news, is handed over, or went out. The numbers
 * show the newest that a patient knows, whatever the clock says. The calendar file of a mail has the number that the mail
 * took when it was handed over.
 */

const numberedFrom = Date.UTC(2025, 0, 1)
/** The highest number of a calendar file (RFC 5545 §3.3.8). */
const highest = 2 ** 31 - 1

/**
 * The number after `last`, the highest so far of the entry. It is at least the seconds from 2025 until `now` (epoch
 * milliseconds), because calendar files of earlier versions counted these. A lower number than that of an earlier file
 * would be ignored (RFC 5546 §2.1.4).
 */
export const nextSequence = (last: number, now: number): number =>
  Math.min(highest, Math.max(last + 1, Math.floor((now - numberedFrom) / 1000)))
