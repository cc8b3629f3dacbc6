/** What an item of the inbox says, in the language of the desk. */
import { sayMomentShort } from '../../base/time/moment.ts'
import type { InboxItem } from '../../contract/names.ts'
import { chairName } from '../../live/known-names.ts'
import { listName } from '../../words/names.ts'
import { words } from '../../words/words.ts'
import { causeOf } from './cause.ts'

type Message = NonNullable<InboxItem['message']>

/** The name of the patient whom an item is about. */
export const sayName = ({ patient }: InboxItem): string =>
  patient === null ? words.value.inbox.gone : listName(patient)

/** What happened, and what to do about it. */
export function sayItem(item: InboxItem): string {
  const { says } = words.value.inbox
  if (item.message !== null) return sayMessage(item.message)
  switch (item.kind) {
    case 'fits_gap': {
      const { startAt, endAt, chairId } = item.fit!
      const minutes = (Date.parse(endAt) - Date.parse(startAt)) / 60_000
      return says.fits_gap(minutes, chairName(chairId), sayMomentShort(startAt))
    }
    case 'note_next':
      return item.heading ?? ''
    case 'cancel_requested':
    case 'unanswered':
      return says[item.kind]
    default:
      return item.sentence
  }
}

function sayMessage({ channel, kind, state, reason, lastError, retryable }: Message): string {
  const { message, happened, because, todo } = words.value.inbox
  const names = message[channel]
  const why = lastError === null ? '' : because[causeOf(lastError)](names)
  const what = state === 'uncertain' || (state === 'scheduled' && reason === null) ? state : reason
  const sentence = happened[what ?? 'unknown'](names, why)
  return `${sentence} ${todo[whatToDo({ kind, state, reason, retryable })]}`
}

type Todo = keyof typeof words.value.inbox.todo

function whatToDo({ kind, state, reason, retryable }: Omit<Message, 'channel' | 'lastError'>): Todo {
  const isTried = state === 'scheduled' && reason === null
  if (kind !== 'reminder') return kind
  if (isTried) return 'wait'
  if (!retryable) return 'call'
  if (state === 'uncertain') return 'uncertain'
  if (reason === 'over_ceiling') return state === 'scheduled' ? 'tomorrow' : 'call'
  return reason !== null && reason in words.value.inbox.todo ? (reason as Todo) : 'again'
}
