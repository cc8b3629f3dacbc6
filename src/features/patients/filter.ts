/**
 * Reads the filters of the patient list. No filter is ever refused: a filter that cannot be right matches nobody
 * (RULES §25).
 */
import { isId, lookupId } from '../../domain/id.ts'
import { mostIds } from '../../domain/limits.ts'
import { phoneSearch } from '../../domain/phone-digits.ts'
import { emailKey, searchWords } from '../../domain/search.ts'
import { isCalendarDate } from '../../domain/time.ts'
import type { PatientFilter } from '../../store/patients/patient-list.ts'

/** A search with more characters finds nobody (RULES §8). Two names together never have this number of characters. */
const longestSearch = 1000

/** The names of the filters. */
export const filterNames = ['search', 'status', 'tagId', 'phone', 'email', 'dob', 'birthYear', 'ids'] as const
type FilterName = (typeof filterNames)[number]
export type FilterQuery = { readonly [name in FilterName]?: string }

/** Returns the filter of a query, or null when the query matches nobody. */
export function readFilter(query: FilterQuery): PatientFilter | null {
  if ([query.search, query.phone, query.email].some((text = '') => text.length > longestSearch)) return null
  const words = searchWords(query.search ?? '')
  // A search may consist only of accents. Such a search has no words and matches nobody.
  if ((query.search ?? '').trim() !== '' && words.length === 0) return null
  // The plus sign before a phone number often arrives as a space.
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

/** The days of birth that a query asks for. Undefined when every day matches, null when no day can match. */
function bornOf({ dob, birthYear }: FilterQuery): PatientFilter['born'] | null {
  if (dob === undefined && birthYear === undefined) return undefined
  if (dob !== undefined && !isCalendarDate(dob)) return null
  if (birthYear !== undefined && !/^\d{4}$/.test(birthYear)) return null
  if (dob === undefined) return { from: `${birthYear}-01-01`, through: `${birthYear}-12-31` }
  return birthYear === undefined || dob.startsWith(birthYear) ? { from: dob, through: dob } : null
}

/** The first 200 ids of a list. Malformed ids are left out, because no patient has them. */
const idsIn = (list: string): string[] => [
  ...new Set(
    list
      .split(',', mostIds)
      .map((id) => lookupId(id.trim()))
      .filter(isId),
  ),
]
