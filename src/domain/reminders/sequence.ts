/**
 * Sequence numbers of the notices of one entry. A notice gets a new number when it is planned as news, when it is
 * handed over, and when it was sent. The numbers show the newest message that a patient got, even when the clock was
 * wrong. The calendar file of a mail has the number that the mail got when it was handed over.
 */

const numberedFrom = Date.UTC(2025, 0, 1)
/** The highest number of a calendar file (RFC 5545 §3.3.8). */
const highest = 2 ** 31 - 1

/**
 * The number after `last`, which is the highest number of the entry so far. The new number is at least the number of
 * seconds from 2025 until `now` (epoch milliseconds), because earlier versions used these seconds in calendar files. A
 * file with a lower number than an earlier file would be ignored (RFC 5546 §2.1.4).
 */
export const nextSequence = (last: number, now: number): number =>
  Math.min(highest, Math.max(last + 1, Math.floor((now - numberedFrom) / 1000)))
