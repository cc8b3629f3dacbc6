/** The formats of texts in requests: how each is checked, and the message for a text that does not fit. */
import { FormatRegistry } from '@sinclair/typebox'
import { isEmail } from '../domain/email.ts'
import { isId } from '../domain/id.ts'
import { allFields } from '../domain/import/fields.ts'
import { mostChairsAtOnce } from '../domain/limits.ts'
import { isCalendarDate, isClockTime, isTimeZone, parseInstant } from '../domain/time.ts'
import { parseWallTime } from '../domain/wall-time.ts'
import { weekdays } from '../domain/working-hours.ts'

interface Checked {
  readonly test: (text: string) => boolean
  /** The message for a text that does not have the format. */
  readonly says: string
  /** A regular expression for the OpenAPI document. It is given when readers of the document do not know the format. */
  readonly pattern?: string
}

const hex = (digits: number) => `[0-9A-Fa-f]{${digits}}`
const uuid = [8, 4, 4, 4, 12].map(hex).join('-')
const clockTime = '([01]\\d|2[0-3]):[0-5]\\d'
const day = '\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])'
/** The seconds and the offset, behind a time of day. */
const restOfInstant = '(:[0-5]\\d([.,]\\d+)?)?([Zz]|[+ -]([01]\\d|2[0-3])(:?[0-5]\\d)?)'
const queryInstant = `${day}[Tt]${clockTime}${restOfInstant}`
const closingTime = `(${clockTime}|24:00)`
/** Texts with a comma between them, at most `most` of them. */
const list = (item: string, most: number) => `^${item}(,${item}){0,${most - 1}}$`
const weekdayList = list(`(${weekdays.join('|')})`, weekdays.length)
const timeRange = new RegExp(`^(?<start>${clockTime})-(?<end>${closingTime})$`)

/** A field of an import, or `own.` with the id of an own field of the practice. */
const importField = `^(${allFields.join('|')}|own\\.[a-z0-9][a-z0-9_-]{0,49})$`

const formats = {
  text: {
    test: (text) => !text.includes('\0') && text.isWellFormed(),
    says: 'must not contain NUL or half a surrogate pair',
    pattern: '^[^\\x00]*$',
  },
  date: { test: isCalendarDate, says: 'must be a calendar date, YYYY-MM-DD' },
  'date-time': {
    test: (text) => parseInstant(text) !== undefined,
    says: 'must be a date and time with Z or an offset, such as 2026-03-29T09:00:00+02:00',
  },
  /** An instant in a query, where the plus of an offset often arrives as a space. */
  moment: {
    test: (text) => parseInstant(text.replace(' ', '+')) !== undefined || parseWallTime(text) !== undefined,
    says: 'must be a date and time with Z or an offset, or one without seconds on the clocks of the practice, such as 2026-03-29T09:00',
    pattern: `^${day}T${clockTime}(${restOfInstant})?$`,
  },
  /** Two instants in a query. The code that uses the value finds out what they mean. */
  'instant-pair': {
    test: (text) => new RegExp(`^${queryInstant}/${queryInstant}$`).test(text),
    says: 'must be two instants with Z or an offset, as start/end',
    pattern: `^${queryInstant}/${queryInstant}$`,
  },
  /** A text in base64url from an earlier answer. Callers send it back without reading it. */
  cursor: {
    test: (text) => /^[A-Za-z0-9_-]+$/.test(text),
    says: 'must be the cursor in an answer of this list',
    pattern: '^[A-Za-z0-9_-]+$',
  },
  /** The code that uses the value checks whether the country is known. */
  country: {
    test: (text) => /^[A-Za-z]{2}$/.test(text),
    says: 'must be a country code of two letters (ISO 3166-1)',
    pattern: '^[A-Za-z]{2}$',
  },
  uuid: { test: isId, says: 'must be a UUID' },
  email: { test: isEmail, says: 'must be an e-mail address' },
  'clock-time': {
    test: isClockTime,
    says: 'must be a time of day, HH:MM',
    pattern: '^([01]\\d|2[0-3]):[0-5]\\d$',
  },
  'closing-time': {
    test: (text) => text === '24:00' || isClockTime(text),
    says: 'must be a time of day, HH:MM, or 24:00',
    pattern: '^(([01]\\d|2[0-3]):[0-5]\\d|24:00)$',
  },
  'chair-list': {
    test: (text) => {
      const ids = text.split(',', mostChairsAtOnce + 1)
      return ids.length <= mostChairsAtOnce && ids.every(isId)
    },
    says: `must be UUIDs with commas between them, at most ${mostChairsAtOnce}`,
    pattern: list(uuid, mostChairsAtOnce),
  },
  /** The code that uses the value checks whether the practice has the own field. */
  'import-field': {
    test: (text) => new RegExp(importField).test(text),
    says: `must be one of ${allFields.join(', ')}, or an own field of the practice such as own.insurer`,
    pattern: importField,
  },
  'weekday-list': {
    test: (text) => new RegExp(weekdayList).test(text),
    says: `must be days such as mon,tue out of ${weekdays.join(', ')}`,
    pattern: weekdayList,
  },
  'time-range': {
    test: (text) => {
      const { start, end } = timeRange.exec(text)?.groups ?? {}
      return start !== undefined && start < end!
    },
    says: 'must be two times of a day, the earlier one first, such as 09:00-12:30',
    pattern: `^${clockTime}-${closingTime}$`,
  },
  'time-zone': {
    test: isTimeZone,
    says: 'must be an IANA time zone, such as Europe/Berlin',
    pattern: '^[A-Za-z][A-Za-z0-9_+-]*(/[A-Za-z0-9_+-]+)*$',
  },
} as const satisfies Record<string, Checked>

export type Format = keyof typeof formats

for (const [name, { test }] of Object.entries(formats)) FormatRegistry.Set(name, test)

const known: Readonly<Record<string, Checked>> = formats

/** The message for a text that does not have this format. */
export const formatSays = (format: string): string => known[format]?.says ?? `must be a ${format}`

/** The regular expression for this format in the OpenAPI document; undefined when it has none. */
export const patternOf = (format: Format): string | undefined => known[format]?.pattern
