/** What an item of the inbox says, in the language of the desk. */
import { now } from '../../api/now.ts'
import { zone } from '../../base/me.ts'
import { dateOf, sayWhen } from '../../base/time/say.ts'
import { chairName } from '../../live/known-names.ts'
import { listName } from '../../words/names.ts'
import { words } from '../../words/words.ts'
import { causeOf } from './cause.ts'
import type { InboxItem } from './state.ts'

type Message = NonNullable<InboxItem['message']>

/** A day and a time, such as `Mon, 23 Nov, 09:30`. In another year, the day is `26/03/2030`. */
export const sayMoment = (instant: string): string =>
  sayWhen(instant, zone(), isThisYear(instant) ? 'short' : 'number')

const yearOf = (instant: string | number) => dateOf(instant, zone()).slice(0, 4)
const isThisYear = (instant: string) => yearOf(instant) === yearOf(now.value)

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
      return says.fits_gap(minutes, chairName(chairId), sayMoment(startAt))
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
