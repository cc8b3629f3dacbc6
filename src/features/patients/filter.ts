/** Reads the filters of the patient list. None is ever refused: what cannot be right matches nobody (RULES §25). */
import { isId, lookupId } from '../../domain/id.ts'
import { mostIds } from '../../domain/limits.ts'
import { phoneSearch } from '../../domain/phone-digits.ts'
import { emailKey, searchWords } from '../../domain/search.ts'
import { isCalendarDate } from '../../domain/time.ts'
import type { PatientFilter } from '../../store/patients/patient-list.ts'

/** A search with more characters finds nobody (RULES §8). No two names together are as long. */
const longestSearch = 1000

/** The names of the filters. */
export const filterNames = ['search', 'status', 'tagId', 'phone', 'email', 'dob', 'birthYear', 'ids'] as const
type FilterName = (typeof filterNames)[number]
export type FilterQuery = { readonly [name in FilterName]?: string }

/** The filter of a query, or null where it matches nobody. */
export function readFilter(query: FilterQuery): PatientFilter | null {
  if ([query.search, query.phone, query.email].some((text = '') => text.length > longestSearch)) return null
  const words = searchWords(query.search ?? '')
  // Some searches are made of nothing but accents, which are in nobody's name.
  if ((query.search ?? '').trim() !== '' && words.length === 0) return null
  // The plus of a number often arrives as a space.
  const phone = query.phone === undefined ? undefined : phoneSearch(query.phone.replace(/^ (?=\d)/, '+'))
  const born = bornOf(query)
  const ids = query.ids === undefined ? undefined : idsIn(query.ids)
  if (phone === null || born === null || ids?.length === 0) return null
  return {
    words,
    status: query.status,
    tagId: query.tagId === undefined ? undefined : lookupId(query.tagId),
    phone,
    email: query.email === undefined ? undefined : emailKey(query.email.trim())!,
    born,
    ids,
  }
}

/** The days of birth that a query asks for; undefined for any, null for none. */
function bornOf({ dob, birthYear }: FilterQuery): PatientFilter['born'] | null {
  if (dob === undefined && birthYear === undefined) return undefined
  if (dob !== undefined && !isCalendarDate(dob)) return null
  if (birthYear !== undefined && !/^\d{4}$/.test(birthYear)) return null
  if (dob === undefined) return { from: `${birthYear}-01-01`, through: `${birthYear}-12-31` }
  return birthYear === undefined || dob.startsWith(birthYear) ? { from: dob, through: dob } : null
}

/** The first 200 ids of a list. A malformed one is nobody's. */
const idsIn = (list: string): string[] => [
  ...new Set(
    list
      .split(',', mostIds)
      .map((id) => lookupId(id.trim()))
      .filter(isId),
  ),
]
