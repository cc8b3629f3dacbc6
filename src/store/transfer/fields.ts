import type { SQLQueryBindings } from 'bun:sqlite'
import { type Column, getTableColumns, is, SQL } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { InstantColumn } from '../../../db/schema/columns.ts'
import { formatInstant, parseInstant } from '../../domain/time.ts'

/** A value that does not fit its field. The message says what the field must hold, and never contains the value. */
export class Unfit extends Error {}

/** One field of a row: the form of its value in the database, and in an exported file. */
export interface Field {
  readonly name: string
  /** The name of the column in SQL. */
  readonly column: string
  readonly isId: boolean
  /** Converts a value of the database to the form of the exported file. @throws Unfit. */
  told(stored: unknown): unknown
  /**
   * Converts a value of the file to the form of the database; `undefined` is a field that is left out. @throws Unfit.
   */
  stored(told: unknown): SQLQueryBindings
}

interface Form {
  told(stored: unknown): unknown
  stored(told: unknown): SQLQueryBindings
}

/** The fields of a table in the order of its columns, without those that are named in `left`. */
export const fieldsOf = (table: SQLiteTable, left: readonly string[]): Field[] =>
  Object.entries(getTableColumns(table))
    .filter(([name]) => !left.includes(name))
    .map(([name, column]) => fieldOf(name, column))

function fieldOf(name: string, column: Column): Field {
  const form = formOf(name, column)
  return {
    name,
    column: column.name,
    isId: isId(column),
    told(stored) {
      if (stored !== null) return form.told(stored)
      if (column.notNull) throw new Unfit('must not be null')
      return null
    },
    stored(told) {
      const value = told === undefined ? defaultOf(column) : told
      if (value !== null) return form.stored(value)
      if (column.notNull) throw new Unfit('must not be null')
      return null
    },
  }
}

/** The value of a column that an archive lacks, because an older version wrote the archive. */
function defaultOf(column: Column): unknown {
  if (!column.hasDefault || is(column.default, SQL)) return null
  return column.default
}

const isId = (column: Column): boolean => column.dataType === 'custom' && column.getSQLType() === 'blob'

function formOf(name: string, column: Column): Form {
  switch (column.dataType) {
    case 'boolean':
      return boolean
    case 'number':
      return column instanceof InstantColumn ? instant : wholeNumber
    case 'json':
      return json
    case 'buffer':
      return bytes
    case 'string':
      return column.enumValues ? oneOf(column.enumValues) : text
    case 'custom':
      return isId(column) ? id(column) : code(column)
    default:
      throw new Error(`The column "${name}" has a form that no export knows. Add the form.`)
  }
}

function need(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Unfit(`must be ${what}`)
}

const isWhole = (value: unknown): value is number => Number.isSafeInteger(value)

function wholeNumberOf(value: unknown): number {
  need(isWhole(value), 'a whole number')
  // JSON has no negative zero.
  return value + 0
}

const wholeNumber: Form = { told: wholeNumberOf, stored: wholeNumberOf }

/**
 * The instants that the API can name are written as texts. Others stay numbers of milliseconds, such as in old imports.
 */
const instant: Form = {
  told(stored) {
    const number = wholeNumberOf(stored)
    return isNamed(number) ? formatInstant(number) : number
  },
  stored(told) {
    if (typeof told === 'string') {
      const number = parseInstant(told)
      if (number !== undefined && formatInstant(number) === told) return number
    } else if (isWhole(told) && !isNamed(told)) return told
    throw new Unfit('must be an instant such as 2026-03-29T07:00:00.000Z')
  },
}

const years = { first: Date.parse('0000-01-01T00:00:00.000Z'), last: Date.parse('9999-12-31T23:59:59.999Z') }
const isNamed = (number: number): boolean => number >= years.first && number <= years.last

const boolean: Form = {
  told(stored) {
    need(stored === 0 || stored === 1, '0 or 1')
    return stored === 1
  },
  stored(told) {
    need(typeof told === 'boolean', 'true or false')
    return told ? 1 : 0
  },
}

/** SQLite holds UTF-8, and a NUL would end a text for some of its functions. */
function textOf(value: unknown): string {
  need(typeof value === 'string' && value.isWellFormed() && !value.includes('\0'), 'a text')
  return value
}

const text: Form = { told: textOf, stored: textOf }

const oneOf = (names: readonly string[]): Form => {
  const name = (value: unknown) => {
    need(names.includes(value as string), `one of ${names.join(', ')}`)
    return value as string
  }
  return { told: name, stored: name }
}

/** How deep a JSON value may be nested. Deeper values overflow the stack of programs that read them. */
const deepest = 100

function listOrObject(value: unknown): unknown {
  need(typeof value === 'object' && value !== null, 'a list or an object')
  need(isShallow(value, deepest), `nested at most ${deepest} times`)
  return value
}

const isShallow = (value: unknown, levels: number): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (levels > 0 && Object.values(value).every((one) => isShallow(one, levels - 1)))

const json: Form = {
  told: (stored) => listOrObject(JSON.parse(textOf(stored))),
  stored: (told) => textOf(JSON.stringify(listOrObject(told))),
}

const hex = /^(?:[0-9a-f]{2})*$/

const bytes: Form = {
  told(stored) {
    need(stored instanceof Uint8Array, 'bytes')
    return Buffer.from(stored).toString('hex')
  },
  stored(told) {
    need(typeof told === 'string' && hex.test(told), 'bytes as hexadecimal digits in lower case')
    return Buffer.from(told, 'hex')
  },
}

const id = (column: Column): Form => ({
  told(stored) {
    const isUuid = stored instanceof Uint8Array && stored.length === 16
    return textOf(isUuid ? column.mapFromDriverValue(stored) : stored)
  },
  stored: (told) => column.mapToDriverValue(textOf(told)) as SQLQueryBindings,
})

const code = (column: Column): Form => ({
  told(stored) {
    const name = column.mapFromDriverValue(stored)
    need(typeof name === 'string', 'a number that has a name')
    return name
  },
  stored(told) {
    const number = codeIn(column, textOf(told))
    need(typeof number === 'number', 'one of the names that this version knows')
    return number
  },
})

/** The number of a name. For an unknown name, the result is undefined, or another value that is no number. */
function codeIn(column: Column, name: string): unknown {
  try {
    return column.mapToDriverValue(name)
  } catch {
    return undefined
  }
}
