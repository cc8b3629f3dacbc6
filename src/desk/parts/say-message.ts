/** Sentences about a message that did not arrive, or perhaps did not arrive, and about what to do. */
import type { InboxItem } from '../contract/names.ts'
import { known } from '../words/known.ts'
import { words } from '../words/words.ts'

type Message = NonNullable<InboxItem['message']>

/** What happened to a message, and what to do about it. */
export function sayMessage({ channel, kind, state, reason, lastError, retryable }: Message): string {
  const { message, happened, because, todo } = words.value.inbox
  const names = known(message, channel, message.several)
  const why = lastError === null ? '' : because[causeOf(lastError)](names)
  const sentence = known(happened, whatHappened({ state, reason }), happened.unknown)(names, why)
  return `${sentence} ${known(todo, whatToDo({ kind, state, reason, retryable }), todo.call)}`
}

/** Why a message was not sent, or was sent in another way than planned. */
export function sayReason(channel: Message['channel'], reason: NonNullable<Message['reason']>): string {
  const { message, happened } = words.value.inbox
  return known(happened, reason, happened.unknown)(known(message, channel, message.several), '')
}

/** What happened to several messages that failed in the same way. */
export function sayTogether(alike: readonly Message[]): string {
  const { message, happened } = words.value.inbox
  const [first] = alike
  const isOne = alike.every(({ channel }) => channel === first!.channel)
  const says = known(happened, whatHappened(first!), happened.unknown)
  return says(isOne ? known(message, first!.channel, message.several) : message.several, '')
}

/** The way in which a message failed. */
export const whatHappened = ({ state, reason }: Pick<Message, 'state' | 'reason'>) =>
  state === 'uncertain' || (state === 'scheduled' && reason === null) ? state : (reason ?? 'unknown')

type Todo = keyof typeof words.value.inbox.todo

function whatToDo({ kind, state, reason, retryable }: Omit<Message, 'channel' | 'lastError'>): Todo {
  const isTried = state === 'scheduled' && reason === null
  if (kind === 'recall') return 'call'
  if (kind !== 'reminder') return kind
  if (isTried) return 'wait'
  if (!retryable) return 'call'
  if (state === 'uncertain') return 'uncertain'
  if (reason === 'over_ceiling') return state === 'scheduled' ? 'tomorrow' : 'call'
  return reason !== null && reason in words.value.inbox.todo ? (reason as Todo) : 'again'
}

/** Why a delivery failed. */
type Cause = 'no_answer' | 'unreachable' | 'unsafe' | 'sign_in' | 'money' | 'busy' | 'refused' | 'other'

/** Why a delivery failed, by its code. */
export function causeOf(error: string): Cause {
  if (/^(timeout|no_answer)$/.test(error)) return 'no_answer'
  if (error === 'unreachable') return 'unreachable'
  if (/^(no_tls|tls_failed)$/.test(error)) return 'unsafe'
  if (/^(smtp_53[0458]|http_40[13])$/.test(error)) return 'sign_in'
  if (error === 'http_402') return 'money'
  if (/^(smtp_4\d\d|http_(408|425|429|5\d\d))$/.test(error)) return 'busy'
  return /^(smtp|http)_/.test(error) ? 'refused' : 'other'
}
