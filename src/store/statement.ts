/**
 * Statements, written once with drizzle's columns and run as prepared statements. Each is built around one
 * table of practice records and carries the practice's id in its condition before anything else is said, so
 * there is no way to write one that reaches beyond a practice. Only `scope.ts` can run them.
 */
import {
  and,
  Column,
  eq,
  getTableColumns,
  getTableName,
  type InferSelectModel,
  is,
  Param,
  Placeholder,
  type SQL,
  sql,
} from 'drizzle-orm'
import { type SQLiteColumn, SQLiteSyncDialect, type SQLiteTable } from 'drizzle-orm/sqlite-core'
import { practices } from '../../db/schema.ts'

/** A table whose rows belong to a practice, or the practices themselves. */
export type PracticeTable = SQLiteTable & ({ practiceId: SQLiteColumn } | typeof practices)

export type Params = Readonly<Record<string, unknown>>

type Fields = Record<string, SQLiteColumn | SQL>
type Row<F extends Fields> = {
  [K in keyof F]: F[K] extends SQLiteColumn
    ? F[K]['_']['notNull'] extends true
      ? F[K]['_']['data']
      : F[K]['_']['data'] | null
    : F[K] extends SQL<infer T>
      ? T
      : never
}

/** SQL text with the order in which its parameters are bound. */
export interface Statement {
  readonly text: string
  readonly bind: (params: Params) => unknown[]
}

/** A statement that reads rows of type `R`. `decode` turns SQLite's values into ours, in place. */
export interface Select<R> extends Statement {
  readonly decode: (row: R) => R
}

/** A statement that changes rows. */
export interface Change extends Statement {
  readonly kind: 'change'
}

/** A value given when the statement runs. */
export const param = (name: string): SQL => sql`${sql.placeholder(name)}`

const dialect = new SQLiteSyncDialect()
const practiceParam = 'practiceId'

/** Reads from one table; `source` may join others to it, each tied to the table's own practice by its keys. */
export function select<F extends Fields>(query: {
  fields: F
  from: PracticeTable
  source?: SQL
  where?: SQL | undefined
  orderBy?: readonly (SQL | SQLiteColumn)[]
  limit?: SQL
}): Select<Row<F>> {
  const { fields, from, orderBy } = query
  const columns = Object.entries(fields).map(([key, field]) => sql`${field} as ${sql.identifier(key)}`)
  const statement = compile(
    sql.join([
      sql`select ${sql.join(columns, sql`, `)} from ${query.source ?? from} where ${ownRows(from, query.where)}`,
      ...(orderBy ? [sql` order by ${sql.join([...orderBy], sql`, `)}`] : []),
      ...(query.limit ? [sql` limit ${query.limit}`] : []),
    ]),
  )
  return { ...statement, decode: decoder(fields) }
}

/** The columns of a table that answer the question "what is this record". */
export const columnsOf = <T extends PracticeTable>(table: T) =>
  getTableColumns(table) as { [K in keyof T['_']['columns']]: T['_']['columns'][K] & SQLiteColumn }

/** A complete row of a table, as it is inserted: without the practice, which the scope stamps on it. */
export type NewRow<T extends PracticeTable> = Omit<InferSelectModel<T>, 'practiceId' | 'rowId'>

export const insertInto = (table: PracticeTable): Change => {
  const columns = Object.entries(getTableColumns(table)).filter(([key]) => key !== 'rowId')
  const names = columns.map(([, column]) => sql.identifier(column.name))
  const values = columns.map(([key, column]) =>
    bound(key === practiceKey(table) ? practiceParam : key, column),
  )
  return change(sql`insert into ${table} (${sql.join(names, sql`, `)}) values (${sql.join(values, sql`, `)})`)
}

/** Sets the columns named by `set`, and those in `computed` from what the row holds, on the rows that meet `where`. */
export function update<T extends PracticeTable>(
  table: T,
  set: readonly (keyof NewRow<T> & string)[],
  where: SQL,
  computed: { readonly [K in keyof NewRow<T>]?: SQL } = {},
): Change {
  const columns = getTableColumns(table)
  if (set.includes(practiceKey(table) as never) || practiceKey(table) in computed)
    throw new Error('a record never changes its practice')
  const assignments = set.map((key) => {
    const column = columns[key]!
    return sql`${sql.identifier(column.name)} = ${bound(key, column)}`
  })
  for (const [key, value] of Object.entries<SQL>(computed as Record<string, SQL>))
    assignments.push(sql`${sql.identifier(columns[key]!.name)} = ${value}`)
  return change(sql`update ${table} set ${sql.join(assignments, sql`, `)} where ${ownRows(table, where)}`)
}

export const remove = (table: PracticeTable, where: SQL): Change =>
  change(sql`delete from ${table} where ${ownRows(table, where)}`)

const practiceKey = (table: PracticeTable): string => (table === practices ? 'id' : 'practiceId')

function ownRows(table: PracticeTable, where: SQL | undefined): SQL {
  const column = getTableColumns(table)[practiceKey(table)]
  if (!column) throw new Error(`${getTableName(table)} does not say whose its rows are`)
  return and(eq(column, sql.placeholder(practiceParam)), where ? sql`(${where})` : undefined)!
}

/** A placeholder whose value is written as the column writes it (booleans as 0 and 1, objects as JSON). */
const bound = (name: string, column: Column): SQL => sql`${sql.param(sql.placeholder(name), column)}`

const change = (query: SQL): Change => ({ ...compile(query), kind: 'change' })

function compile(query: SQL): Statement {
  const { sql: text, params } = dialect.sqlToQuery(query)
  const binders = params.map(binder)
  return { text, bind: (values) => binders.map((bindOne) => bindOne(values)) }
}

function binder(parameter: unknown): (values: Params) => unknown {
  const placeholder = is(parameter, Param) ? parameter.value : parameter
  if (!is(placeholder, Placeholder)) return () => parameter
  const { name } = placeholder
  const column = is(parameter, Param) ? parameter.encoder : undefined
  return (values) => {
    const value = values[name]
    // SQLite would read a value that was forgotten as NULL.
    if (value === undefined) throw new Error(`no value for ${name}`)
    return value === null || column === undefined ? value : column.mapToDriverValue(value)
  }
}

function decoder<R>(fields: Fields): (row: R) => R {
  const decoded = Object.entries(fields).flatMap(([key, field]) =>
    is(field, Column) && (field.dataType === 'boolean' || field.dataType === 'json')
      ? [{ key: key as keyof R, column: field as Column }]
      : [],
  )
  return (row) => {
    for (const { key, column } of decoded) {
      const value = row[key]
      if (value !== null) row[key] = column.mapFromDriverValue(value) as R[keyof R]
    }
    return row
  }
}
