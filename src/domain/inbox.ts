import type { NoticeState } from './reminders/notice.ts'

/**
 * The kinds of items in the inbox, which wait for a member at the front desk.
 * - `cancelRequested`: a patient asked to cancel.
 * - `unanswered`: a patient was reminded and did not answer.
 * - `failed`: a message was not sent.
 * - `uncertain`: nobody knows whether a message arrived.
 * - `noteNext`: a note is marked as the next thing to do.
 * - `fitsGap`: a patient on the waiting list fits a free time.
 * - `onlineRequest`: a patient who books online asks for a time.
 * - `onlinePatient`: an online booking added a patient, who may have been here before.
 * - `onlineFlood`: so many people asked for codes that every online booking became a request.
 * - `displaced`: an appointment is at a time that was closed later, or at which its practitioner is away.
 * - `webhookStopped`: the deliveries of a webhook have ended.
 */
export const inboxKinds = [
  'cancelRequested',
  'unanswered',
  'failed',
  'uncertain',
  'noteNext',
  'fitsGap',
  'onlineRequest',
  'onlinePatient',
  'onlineFlood',
  'displaced',
  'webhookStopped',
] as const
export type InboxKind = (typeof inboxKinds)[number]

/**
 * How a call to a patient ended.
 * - `no_answer`: nobody answered.
 * - `message_left`: a mailbox or another person took a message.
 * - `reached`: the patient answered.
 */
export const callResults = ['no_answer', 'message_left', 'reached'] as const
export type CallResult = (typeof callResults)[number]

/** The fields of a message that describe its failure. Instants are epoch milliseconds. */
interface Troubled {
  readonly state: NoticeState
  readonly failingSince: number | null
  readonly uncertainAt: number | null
  readonly updatedAt: number
}

/**
 * The inbox kind of a message that did not arrive, or perhaps did not. `since` is when the item began to wait. A
 * member's mark on the item counts for this time only.
 */
export function waitingOf({ state, failingSince, uncertainAt, updatedAt }: Troubled) {
  if (state === 'uncertain') return { kind: 'uncertain', since: uncertainAt ?? updatedAt } as const
  // `updatedAt` changes with every try, so it does not show since when the tries fail.
  return { kind: 'failed', since: (state === 'scheduled' ? failingSince : null) ?? updatedAt } as const
}
