/**
 * What waits for somebody at the desk.
 * - `cancelRequested`: a patient asked to cancel.
 * - `unanswered`: a patient was reminded and did not answer.
 * - `failed`: a message did not go out.
 * - `uncertain`: nobody knows whether a message arrived.
 * - `noteNext`: a note is marked as the next thing to do.
 * - `fitsGap`: a patient on the waiting list fits a free time.
 */
export const inboxKinds = [
  'cancelRequested',
  'unanswered',
  'failed',
  'uncertain',
  'noteNext',
  'fitsGap',
] as const
export type InboxKind = (typeof inboxKinds)[number]
