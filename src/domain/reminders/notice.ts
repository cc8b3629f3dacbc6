/**
 * A notice is a message that the service sends to a patient about an appointment, or about a recall. The public API
 * calls every notice a "reminder". An appointment has a reminder for each channel, each start time that it has had, and
 * each lead of the practice.
 *
 * | state       | meaning                            | how a notice gets the state            | states that can follow                 |
 * |-------------|------------------------------------|----------------------------------------|----------------------------------------|
 * | `scheduled` | waits for its time, or for its     | booked in time; a try failed; a lease  | running, skipped, cancelled, dead      |
 * |             | next try                           | ended; tried again; the lead changed;  |                                        |
 * |             |                                    | the ceiling of the day was reached     |                                        |
 * | `running`   | a process delivers it, and holds   | its time came and a sender claimed it  | sent, scheduled, skipped, cancelled,   |
 * |             | a lease on it                      |                                        | dead, uncertain                        |
 * | `sent`      | the other side took it over        | the delivery succeeded                 | nowhere                                |
 * | `skipped`   | it is not sent; the reason says    | booked too late or while switched off; | scheduled (new lead, tried again,      |
 * |             | why                                | no way to the patient; too late        | clock was ahead, country now allowed), |
 * |             |                                    |                                        | cancelled                              |
 * | `cancelled` | its appointment was changed        | moved, deleted, or another patient's   | scheduled, skipped, running or sent,   |
 * |             |                                    |                                        | when the appointment is back           |
 * | `dead`      | its delivery failed finally        | refused; every try failed; no time     | scheduled (tried again, or planned     |
 * |             |                                    | left for another                       | again while its time is ahead)         |
 * | `uncertain` | the other side had the message,    | no answer came in the time that the    | scheduled (a person had it tried       |
 * |             | and nobody knows what it did       | other side may take                    | again)                                 |
 */

/** The ways in which notices reach patients. */
export const noticeChannels = ['email', 'sms'] as const
export type NoticeChannel = (typeof noticeChannels)[number]

export const noticeStates = [
  'scheduled',
  'running',
  'sent',
  'skipped',
  'cancelled',
  'dead',
  'uncertain',
] as const
export type NoticeState = (typeof noticeStates)[number]

/**
 * The kinds of notices.
 * - `reminder`: the appointment is near. A practice may have several reminders for one appointment, each with a lead of
 *   its own.
 * - `booked`: the appointment was booked.
 * - `moved`: the patient knows another start time, and the appointment now has the start time of the notice.
 * - `cancelled`: the patient knows the start time of the notice, and no longer has this appointment.
 * - `recall`: the patient should come again. A recall belongs to no appointment, but to the contact that planned it.
 *   From its start time on, it is no longer sent.
 */
export const noticeKinds = ['reminder', 'booked', 'moved', 'cancelled', 'recall'] as const
export type NoticeKind = (typeof noticeKinds)[number]

/** Why a text message may not be sent to the patient's number. */
export const phoneReasons = [
  'invalid_phone',
  'landline',
  'costly_number',
  'unknown_country',
  'country_not_allowed',
] as const

/**
 * Why a notice was not sent. With `log_only`, a notice counts as sent, but was only noted in the log. `over_ceiling` is
 * also the reason of a scheduled notice that waits for the next day.
 */
export const noticeReasons = [
  'inside_lead',
  'switched_off',
  'other_lead',
  'asked_to_cancel',
  'missed_window',
  'no_consent',
  'no_address',
  'no_phone',
  ...phoneReasons,
  'over_ceiling',
  'not_configured',
  'refused',
  'provider_away',
  'gave_up',
  'log_only',
] as const
export type NoticeReason = (typeof noticeReasons)[number]

/** The state of a notice, with the reason. */
export interface NoticeStatus {
  readonly state: NoticeState
  readonly reason: NoticeReason | null
}

/**
 * The states of notices that can still be sent. A patient has at most one such reminder of an appointment for each
 * channel and lead.
 */
export const liveStates = ['scheduled', 'running'] as const satisfies readonly NoticeState[]

/** A practice sees notices in these states, or with these reasons, as failed. A member may have them tried again. */
export const failedStates = ['dead', 'uncertain'] as const satisfies readonly NoticeState[]
export const failedReasons = [
  'missed_window',
  ...phoneReasons,
  'over_ceiling',
] as const satisfies readonly NoticeReason[]

/** Why a notice is dead. */
export const deadReasons = ['refused', 'provider_away', 'gave_up'] as const satisfies readonly NoticeReason[]

/** Reasons that come from the patient's consents and addresses. A change of the patient may remove these reasons. */
export const unreachedReasons = [
  'no_consent',
  'no_address',
  'no_phone',
  ...phoneReasons,
  'refused',
] as const satisfies readonly NoticeReason[]

export const isLive = ({ state }: Pick<NoticeStatus, 'state'>): boolean => includes(liveStates, state)

/** Whether the practice sees the notice as failed, and may have it tried again. */
export const hasFailed = ({ state, reason }: NoticeStatus): boolean =>
  includes(failedStates, state) || includes(failedReasons, reason)

/** `Array.includes` for a list whose type allows fewer values than the type of `value`. */
export const includes = <T, L extends T>(list: readonly L[], value: T): value is L =>
  (list as readonly T[]).includes(value)
