/** Texts about times and the entries that are in the way. */
import { zone } from '../../base/me.ts'
import { saySpan } from '../../base/time/say.ts'
import type { DayEntry } from '../../contract/names.ts'
import type { components } from '../../contract/openapi.ts'
import { spokenName } from '../../words/names.ts'
import { words } from '../../words/words.ts'
import type { Finding } from './check.ts'

const mostNamed = 3

/** An entry by its patient or its title, with its time. */
function sayEntry({ patient, title, type, hold, startAt, endAt }: DayEntry): string {
  const { types, held } = words.value.card
  const who = patient !== null ? spokenName(patient) : (title ?? (hold ? held : types[type]))
  return `${who}, ${saySpan(startAt, endAt, zone())}`
}

/**
 * A text with the entries that are in the way. For a time that is held online, the text also explains how to release
 * the time.
 */
export function sayInTheWay(kind: 'taken' | 'busy', entries: readonly DayEntry[]): string {
  const { booking, card } = words.value
  const says = booking[kind](cut(entries.map(sayEntry)))
  return entries.some(({ hold }) => hold) ? `${says} ${booking.release(card.held)}` : says
}

export function sayFinding(finding: Finding): string {
  const { booking } = words.value
  switch (finding.kind) {
    case 'taken':
    case 'busy':
      return sayInTheWay(finding.kind, finding.entries)
    case 'twice':
      return booking.twiceAtOnce(sayTimes(finding.entries))
    case 'same-day':
      return booking.sameDay(sayTimes(finding.entries))
    case 'past':
      return booking.past
    case 'hours':
      return booking.outsideHours
    case 'closure':
      return booking.closed(finding.name)
    case 'away':
      return booking.away(finding.name, finding.reason ?? '')
  }
}

/** The text of a warning that the server returned with a booking. */
export function sayWarning(warning: components['schemas']['BookingWarning']): string {
  const { booking } = words.value
  const { code, name, startAt, endAt } = warning
  if (code === 'closed') return booking.closed(name ?? '')
  if (code === 'practitioner_away') return booking.away(booking.theMember, name ?? '')
  return booking.twiceAtOnce(sayTimes([{ startAt: startAt!, endAt: endAt!, title: name }]))
}

const sayTimes = (entries: readonly Pick<DayEntry, 'startAt' | 'endAt' | 'title'>[]): string =>
  cut(
    entries.map(({ startAt, endAt, title }) =>
      [saySpan(startAt, endAt, zone()), title].filter(Boolean).join(' '),
    ),
  )

const cut = (texts: readonly string[]): string =>
  texts.length > mostNamed
    ? `${texts.slice(0, mostNamed).join('; ')} (+${texts.length - mostNamed})`
    : texts.join('; ')
