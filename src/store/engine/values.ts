/**
 * Converts values between the form of the code and the form of the database file. Ids, codes, booleans and objects have
 * another form in the file. The practice of a row is a short number there.
 */
import type { SQLQueryBindings } from 'bun:sqlite'
import { Column, is, Param, Placeholder, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'

/** The values of a statement's parameters, by name. */
export type Params = Readonly<Record<string, unknown>>

/** The practice of a scope: its id, and the short number by which its rows name it in the file. */
export interface OwnPractice {
  readonly practiceId: string
  readonly practiceKey: number
  /** The present time, in epoch milliseconds. */
  now(): number
}

/** The fields of a row that is read, by name. */
export type Fields = Record<string, SQLiteColumn | SQL>

/** Gives a parameter its value, in the file's form. */
export type Binder = (params: Params, own: OwnPractice) => SQLQueryBindings

/** The name of the parameter that stands for the moment at which a statement runs. No caller passes it. */
export const presently = 'presently'

/** The id of the scope's practice, as a field of a row. The rows of the file do not hold this id. */
export const ownPracticeId: SQL<string> = sql<string>`null`

/**
 * Makes a function that returns the value of one parameter, in the file's form. The function throws when the value is
 * missing, and for a text without a column. SQLite itself refuses a value of a type that it cannot hold.
 */
export function binder(parameter: unknown): Binder {
  const name = nameOf(parameter)
  if (name === undefined) return () => parameter as SQLQueryBindings
  if (name === 'practiceKey') return (_, own) => own.practiceKey
  if (name === presently) return (_, own) => own.now()
  const column = is(parameter, Param) ? parameter.encoder : undefined
  return (params, own) => {
    // No parameter of a caller can name another practice.
    const value = name === 'practiceId' ? own.practiceId : params[name]
    // SQLite would read a missing value as NULL.
    if (value === undefined) throw new Error(`The parameter "${name}" has no value. Pass one.`)
    if (column === undefined && typeof value === 'string')
      throw new Error(`The parameter "${name}" is a text without a column. Write param('${name}', column).`)
    return (
      value === null || column === undefined ? value : column.mapToDriverValue(value)
    ) as SQLQueryBindings
  }
}

/** The name of a parameter that gets its value later; undefined for a value that the statement holds itself. */
export function nameOf(parameter: unknown): string | undefined {
  const placeholder = is(parameter, Param) ? parameter.value : parameter
  return is(placeholder, Placeholder) ? placeholder.name : undefined
}

/**
 * Makes a function that turns SQLite's values of a row into ours, in place. It also fills in the id of the practice,
 * which the file does not hold in the row.
 */
export function decoder<R>(fields: Fields): (row: R, practiceId: string) => R {
  const entries = Object.entries(fields) as [keyof R, SQLiteColumn | SQL][]
  const decoded = entries.flatMap(([key, field]) => {
    if (is(field, Column)) return isFormed(field) ? [{ key, form: field }] : []
    return field === ownPracticeId ? [] : [{ key, form: formOf(field) }].filter(({ form }) => form !== plain)
  })
  const owned = entries.flatMap(([key, field]) => (field === ownPracticeId ? [key] : []))
  return (row, practiceId) => {
    for (const { key, form } of decoded) {
      const value = row[key]
      if (value !== null) row[key] = form.mapFromDriverValue(value) as R[keyof R]
    }
    for (const key of owned) row[key] = practiceId as R[keyof R]
    return row
  }
}

type Form = Pick<Column, 'mapFromDriverValue'>
/** The conversion of an expression's value. The value stays as it is, unless the expression was made with `mapWith`. */
const formOf = (field: SQL): Form => (field as unknown as { decoder: Form }).decoder
const plain = formOf(sql``)

/** Whether the file holds the column's values in another form than the code. */
const isFormed = (column: Column): boolean => ['boolean', 'json', 'custom'].includes(column.dataType)
