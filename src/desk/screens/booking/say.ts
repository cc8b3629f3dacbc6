/** Sentences about times and what is in their way. */
import { zone } from '../../base/me.ts'
import { saySpan } from '../../base/time/say.ts'
import type { DayEntry } from '../../contract/names.ts'
import type { components } from '../../contract/openapi.ts'
import { spokenName } from '../../words/names.ts'
import { words } from '../../words/words.ts'
import type { Finding } from './check.ts'

const mostNamed = 3

/** An entry by its patient or its title, with its time. */
export function sayEntry(entry: DayEntry): string {
  const { types } = words.value.card
  const who = entry.patient !== null ? spokenName(entry.patient) : (entry.title ?? types[entry.type])
  return `${who}, ${saySpan(entry.startAt, entry.endAt, zone())}`
}

export function sayFinding(finding: Finding): string {
  const { booking } = words.value
  switch (finding.kind) {
    case 'taken':
      return booking.taken(sayEntries(finding.entries))
    case 'busy':
      return booking.busy(sayEntries(finding.entries))
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

/** What a booking was warned of. */
export function sayWarning(warning: components['schemas']['BookingWarning']): string {
  const { booking } = words.value
  const { code, name, startAt, endAt } = warning
  if (code === 'closed') return booking.closed(name ?? '')
  if (code === 'practitioner_away') return booking.away(booking.theMember, name ?? '')
  return booking.twiceAtOnce(sayTimes([{ startAt: startAt!, endAt: endAt!, title: name }]))
}

const sayEntries = (entries: readonly DayEntry[]): string => cut(entries.map(sayEntry))

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
