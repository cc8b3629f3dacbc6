/** The sentences that tell a receptionist what happened to a reminder and what to do. Each is one plain sentence. */
import type { NoticeReason, NoticeState } from '../../domain/reminders/notice.ts'
import type { NoticeRow } from '../../store/notices/notices.ts'
import { causeOf, words } from './causes.ts'

export type Explained = Pick<NoticeRow, 'channel' | 'kind' | 'state' | 'reason' | 'lastError'>

/** What happened, and what to do about it. */
type Said = readonly [happened: string, todo: string]
type Say = (notice: Explained) => Said

const call = 'call the patient'
const nothing = 'there is nothing to do'
const message = ({ channel }: Explained) => words[channel].message
const address = ({ channel }: Explained) => words[channel].address
const service = ({ channel }: Explained) => words[channel].service
const because = ({ channel, lastError }: Explained) =>
  lastError === null ? '' : `, because ${causeOf(channel, lastError)}`

const reasons: Readonly<Record<NoticeReason, Say>> = {
  inside_lead: () => ['The appointment was booked too late for a reminder', call],
  switched_off: () => ['The practice had switched reminders off', call],
  other_lead: () => ['Another reminder of the appointment takes its place', nothing],
  asked_to_cancel: () => ['The patient asked to cancel', call],
  missed_window: (n) => [`The ${message(n)} could not be sent in time`, call],
  no_consent: (n) => [`The patient does not want ${message(n)}s`, call],
  no_address: () => ['The patient has no e-mail address', `${call} or add an address`],
  no_phone: () => ['The patient has no mobile number', `${call} or add a number`],
  invalid_phone: () => ['The mobile number is not a valid number', 'correct it and try again'],
  landline: () => [
    'The number is a landline, which gets no text messages',
    'enter a mobile number and try again',
  ],
  costly_number: () => [
    'Text messages to this number would be very expensive',
    'enter another mobile number and try again',
  ],
  unknown_country: () => [
    'Nobody can tell which country the mobile number belongs to',
    'add the country code, such as +49, and try again',
  ],
  country_not_allowed: () => [
    'The practice sends no text messages to the country of this number',
    `${call}, or ask an owner to allow the country`,
  ],
  over_ceiling: (n) =>
    n.state === 'scheduled'
      ? [
          'The practice sent as many messages on that day as it may',
          'this one goes out when the sending hours of the next day begin',
        ]
      : ['The practice sent as many messages on that day as it may', call],
  not_configured: (n) => [`The practice has no ${service(n)}`, call],
  refused: (n) => [
    `The ${service(n)} refused the ${address(n)}`,
    'ask the patient for the right one, correct it, and try again',
  ],
  provider_away: (n) => [`The ${message(n)} could not be sent${because(n)}`, `try again, or ${call}`],
  gave_up: (n) => [`The ${message(n)} failed every time${because(n)}`, `try again, or ${call}`],
  log_only: (n) => [`No ${message(n)} went out, as sending is not set up yet`, call],
}

const didNotGoOut: Say = (notice) =>
  notice.reason === null
    ? [`The ${message(notice)} did not go out${because(notice)}`, `try again, or ${call}`]
    : reasons[notice.reason](notice)

const states: Readonly<Record<NoticeState, Say>> = {
  scheduled: (n) =>
    n.reason === null
      ? [`The ${message(n)} is not sent yet${because(n)}`, `wait for the next try, or ${call}`]
      : didNotGoOut(n),
  running: (n) => [`The ${message(n)} is being sent`, 'look again in a moment'],
  sent: (n) => (n.reason === null ? [`The ${message(n)} went out`, nothing] : didNotGoOut(n)),
  skipped: didNotGoOut,
  cancelled: (n) => [`The ${message(n)} was not needed any more`, nothing],
  dead: didNotGoOut,
  uncertain: (n) => [
    `Nobody knows whether the ${message(n)} arrived`,
    `${call}, or try again if a second copy does no harm`,
  ],
}

/** What a patient does not know when such a message did not reach them. */
const unknownTo: Readonly<Record<NoticeRow['kind'], string>> = {
  reminder: '',
  booked: '',
  moved: ', who may not know the new time',
  cancelled: ', who may not know of the cancellation',
}

/** Tells what happened to a notice that failed, and what to do. `retryable` says whether it may be tried again. */
export function explain(notice: Explained, retryable: boolean): string {
  const [happened, todo] = states[notice.state](notice)
  const news = unknownTo[notice.kind]
  const isTried = notice.state === 'scheduled' && notice.reason === null
  return `${happened}: ${news !== '' || !(retryable || isTried) ? call + news : todo}.`
}

export const explainCancelRequested =
  'The patient asks to cancel: call them, then move or cancel the appointment.'

export const explainUnanswered =
  'The patient got the reminder and has not answered: call them to be sure that they come.'
