/** Makes queries for the API out of a typed text. */
import type { DateReading } from '../../base/time/read-day.ts'
import { parseBirth } from './birth.ts'

/** Filters of the list of patients. A patient must meet all filters of one query. */
export interface PatientQuery {
  readonly search?: string
  readonly phone?: string
  readonly email?: string
  readonly dob?: string
  readonly birthYear?: number
}

/** The fewest digits of a phone number that are searched for. The API refuses fewer digits, too. */
const fewestDigits = 3
const wholeDate = /(?<!\d)(\d{1,2}\s?[./-]\s?\d{1,2}\s?[./-]\s?(?:\d{4}|\d{2})|\d{4}-\d{1,2}-\d{1,2})(?!\d)/
const wholeYear = /^(19|20)\d\d$/
/** Digits behind a letter belong to a word. */
const digitRun = /(?<![\p{L}\d])[+(]*\d[\d\s()/.-]*/u

/**
 * The queries of a text, such as `müller 3.5.84`, `0151 23` or `anna@`. Some digits may be a phone number or a date.
 * Such digits make two queries, and their results belong together. A text that contains too little makes no query.
 */
export function asksOf(text: string, reading: DateReading): readonly PatientQuery[] {
  let rest = text.trim()
  const query: { -readonly [K in keyof PatientQuery]: PatientQuery[K] } = {}
  const email = /\S*@\S*/.exec(rest)?.[0]
  if (email !== undefined && email !== '@') {
    query.email = email
    rest = rest.replace(email, ' ')
  }
  const written = wholeDate.exec(rest)?.[0]
  const dob = written && parseBirth(written, reading)
  // A phone number such as `01.02.03 456` is no date.
  if (dob && !/\d/.test(rest.replace(written!, ''))) {
    query.dob = dob
    rest = rest.replace(written!, ' ')
  }
  const digits = digitRun.exec(rest)?.[0].trim() ?? ''
  const words = rest.replace(digits, ' ').replace(/\s+/g, ' ').trim()
  if (/[\p{L}\p{N}]/u.test(words)) query.search = words
  if (digits === '') return Object.keys(query).length > 0 ? [query] : []
  return [...digitAsks(digits, reading).map((ask) => ({ ...query, ...ask }))]
}

function digitAsks(digits: string, reading: DateReading): readonly PatientQuery[] {
  const asks: PatientQuery[] = []
  const dob = parseBirth(digits, reading)
  if (dob !== undefined) asks.push({ dob })
  if (wholeYear.test(digits) && digits <= reading.today.slice(0, 4)) asks.push({ birthYear: Number(digits) })
  if (digits.replace(/\D/g, '').length >= fewestDigits) asks.push({ phone: digits })
  return asks
}
