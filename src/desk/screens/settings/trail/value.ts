import { sayMoment } from '../../../base/time/moment.ts'
import type { Pack, Practice } from '../../../contract/names.ts'
import type { TrailWords } from '../../../words/trail/words.ts'
import { sayCoded } from './coded.ts'
import type { Named } from './sentence.ts'

/** The words and names that are needed to describe a line. */
export interface Known {
  readonly words: TrailWords
  readonly names: Named
  /** The statuses that a patient can have now. */
  readonly statuses: Pack['statuses']
  /** The own fields that the practice has now. */
  readonly ownFields: Practice['ownFields']
}

/** A value as people read it. Instants are epoch milliseconds, in fields that end in `At`. */
export function sayValue(field: string, value: unknown, known: Known): string {
  const { words, names, statuses, ownFields } = known
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'boolean') return value ? words.yes : words.no
  if (typeof value === 'number' && field.endsWith('At')) return sayMoment(value)
  if (field === 'ownFields' && !Array.isArray(value)) return sayOwn(value as object, ownFields)
  if (Array.isArray(value)) return value.map((one) => sayValue(field, one, known)).join(', ') || '–'
  const coded = sayCoded(field, value, statuses)
  if (coded !== undefined) return coded
  if (typeof value === 'object') return JSON.stringify(value)
  return names.get(String(value)) ?? String(value)
}

/** The name of an own field, or a patient's texts in all own fields. */
function sayOwn(value: object, defined: Practice['ownFields']): string {
  if ('archived' in value && 'name' in value) return String(value.name)
  const texts = Object.entries(value)
  return texts
    .map(([id, text]) => `${defined.find((field) => field.id === id)?.name ?? id}: ${text}`)
    .join(', ')
}
