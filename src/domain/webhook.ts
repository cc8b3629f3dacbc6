/** Webhooks: programs on other servers that get the changes in a practice (RULES §32). Times are in milliseconds. */
import { type ChangeKind, type Cursor, formatCursor, type RecordChange } from './record-change.ts'
import { formatInstant } from './time.ts'

/** Why the service ended the deliveries of a webhook: its address is gone (410), or every try failed for three days. */
export type WebhookStop = 'gone' | 'failing'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/** How long a failing delivery is repeated before its webhook is switched off. */
export const failingFor = 72 * hour
/** How long a former secret still signs deliveries, beside the new secret. */
export const bothSecretsFor = 24 * hour
/** How long the results of deliveries are kept. */
export const deliveriesKeptMs = 30 * 24 * hour

/** The pauses before the next tries (Standard Webhooks 1.0, "Deliverability and reliability"). */
const pauses = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
]
/** The shortest pause after an answer that asks for fewer requests. */
const slowerMs = minute
/** The longest pause that an answer can ask for. */
const mostAskedMs = hour

/** Statuses of an overloaded receiver: too many requests, bad gateway, gateway timeout. */
const asksForFewer = [429, 502, 504]

/**
 * The pause before the next try. A random change of up to a tenth keeps the tries of many webhooks apart.
 * @param tries how often the event has failed, at least 1
 * @param status the status of the last answer; null when there was no answer
 * @param asked the wait that the answer asks for in `Retry-After`
 * @param chance a random number, at least 0 and below 1
 */
export function pauseAfter(
  tries: number,
  status: number | null,
  asked: number | undefined,
  chance: number,
): number {
  const usual = Math.round(pauses[Math.min(tries, pauses.length) - 1]! * (0.9 + chance / 5))
  const slower = status !== null && asksForFewer.includes(status) ? slowerMs : 0
  return Math.max(usual, slower, Math.min(asked ?? 0, mostAskedMs))
}

/** An event that is sent to a webhook: its id and its content. */
export interface WebhookEvent {
  readonly id: string
  readonly body: string
}

/** The event of a change. The event names records and no person, and is the same at every try. */
export function eventOf(practiceId: string, epoch: number, change: RecordChange): WebhookEvent {
  const { kind, id, version, gone, patientId, at } = change
  const cursor = formatCursor({ epoch, seq: change.seq })
  const type = `${kind}.${gone ? 'gone' : 'changed'}`
  return { id: cursor, body: bodyOf(type, at, { practiceId, cursor, kind, id, version, gone, patientId }) }
}

/**
 * The event that reports that changes are missing before `place`: the database was restored, or the webhook was off for
 * too long. The receiver must read everything again.
 */
export function restartedEvent(practiceId: string, place: Cursor, at: number): WebhookEvent {
  const cursor = formatCursor(place)
  return { id: `${cursor}.restarted`, body: bodyOf('changes.restarted', at, { practiceId, cursor }) }
}

/** The event by which an owner tests a webhook. */
export const testEvent = (practiceId: string, id: string, at: number): WebhookEvent => ({
  id: `test.${id}`,
  body: bodyOf('webhook.test', at, { practiceId }),
})

const bodyOf = (type: string, at: number, data: object): string =>
  JSON.stringify({ type, timestamp: formatInstant(at), data })

/** Whether a webhook gets changes of this kind. Null stands for all kinds. */
export const isWanted = (
  kinds: readonly ChangeKind[] | null,
  { kind }: Pick<RecordChange, 'kind'>,
): boolean => kinds === null || kinds.includes(kind)

/** The ports that webhooks may have. Other services in a network seldom use these ports. */
const ports = ['', '8443']

/**
 * The problem with the address of a webhook; null when there is no problem. Only the text is checked here. The IP
 * addresses of its host are checked at each delivery.
 */
export function urlTrouble(text: string): string | null {
  const url = URL.parse(text)
  if (url === null || url.protocol !== 'https:') return 'must be an https address'
  if (url.username !== '' || url.password !== '') return 'must not hold a user or a password'
  if (!ports.includes(url.port)) return 'must have the port 443 or 8443'
  if (url.hash !== '') return 'must not have a part after #'
  const host = url.hostname.replace(/\.$/, '')
  if (host.startsWith('[') || /^[\d.]+$/.test(host)) return 'must have a name, not an IP address'
  if (host === 'localhost' || host.endsWith('.localhost')) return 'must not lead to this machine'
  return null
}
