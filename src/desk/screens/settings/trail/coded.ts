/** The meanings of the codes in the fields of records. */
import { isDate } from '../../../base/time/dates.ts'
import { sayDate } from '../../../base/time/say.ts'
import type { Pack } from '../../../contract/names.ts'
import { sayCountry } from '../../../words/country.ts'
import { sayGender } from '../../../words/gender.ts'
import { languageNames } from '../../../words/languages.ts'
import { words } from '../../../words/words.ts'

type Statuses = Pack['statuses']
type Words = Readonly<Record<string, string>>

const isDay = (field: string) => field === 'dob' || field.endsWith('Date')

/** A coded value in words. Undefined when the value is no code of its field. */
export function sayCoded(field: string, value: unknown, statuses: Statuses): string | undefined {
  if (field === 'workingHours' && typeof value === 'object') return sayHours(value as Hours)
  if (typeof value !== 'string') return undefined
  if (field === 'gender') return sayGender(value)
  if (field === 'country' || field === 'allowedCountries') return sayCountry(value)
  if (isDay(field)) return isDate(value) ? sayDate(value, 'number') : undefined
  const known = wordsOf(field, statuses)
  return known !== undefined && Object.hasOwn(known, value) ? known[value] : undefined
}

/** The words for the codes of a field; undefined for a field without codes. */
function wordsOf(field: string, statuses: Statuses): Words | undefined {
  const { acts, booking, card, inbox, people, waiting } = words.value
  switch (field) {
    case 'status':
    case 'defaultStatus':
      return Object.fromEntries(statuses.map(({ id, label }) => [id, label]))
    case 'role':
      return people.roles
    case 'type':
      return card.types
    case 'urgency':
      return waiting.urgencies
    case 'weekdays':
      return booking.dayNames
    case 'language':
    case 'preferredLanguage':
      return languageNames
    case 'wishOf':
      return acts.wishOf
    case 'kind':
      return inbox.groups
    default:
      return undefined
  }
}

type Hours = Readonly<Record<string, readonly { readonly start: string; readonly end: string }[]>>

/** The opening hours in words, for each day that has any. */
function sayHours(hours: Hours): string {
  const { board, booking } = words.value
  const open = Object.entries(booking.dayNames).flatMap(([day, name]) => {
    const spans = hours[day] ?? []
    return spans.length > 0 ? [`${name} ${spans.map(({ start, end }) => `${start}–${end}`).join(', ')}`] : []
  })
  return open.join('; ') || board.closed
}
