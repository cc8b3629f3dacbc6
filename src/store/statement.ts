/**
 * Builds the statements that reach the records of one practice. Each names one table of such records, and its
 * condition always begins with the practice's id, which `scope.ts` supplies. So no statement returns or changes
 * another practice's rows of that table. A sub-select or a join has to name the practice itself.
 */
import type { SQLQueryBindings } from 'bun:sqlite'
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
import { practices } from '../../db/schema/practice.ts'

/** A table whose rows belong to a practice, or the practices themselves. */
export type PracticeTable = SQLiteTable & ({ practiceId: SQLiteColumn } | typeof practices)

/** The values of a statement's parameters, by name. */
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

const dialect = new SQLiteSyncDialect()

/**
 * SQL text whose parameters have names. The class is not exported, so only the functions of this file make
 * statements: a type and a run-time check both refuse any other object.
 */
class Statement {
  readonly #text: string
  readonly #binders: readonly ((params: Params) => SQLQueryBindings)[]

  constructor(query: SQL) {
    const { sql: text, params } = dialect.sqlToQuery(query)
    this.#text = text
    this.#binders = params.map(binder)
  }

  get text(): string {
    return this.#text
  }

  /** The values in the order in which the text takes them. @throws when a parameter has no value. */
  bind(params: Params): SQLQueryBindings[] {
    return this.#binders.map((bindOne) => bindOne(params))
  }
}

class SelectStatement<R> extends Statement {
  readonly kind = 'select'
  /** Turns SQLite's values into ours, in place. */
  readonly decode: (row: R) => R

  constructor(query: SQL, fields: Fields) {
    super(query)
    this.decode = decoder(fields)
  }
}

class ChangeStatement extends Statement {
  readonly kind = 'change'
}

/** A statement that reads rows of type `R`. Only `select` makes one. */
export type Select<R> = SelectStatement<R>

/** A statement that changes rows. Only `insertInto`, `update` and `remove` make one. */
export type Change = ChangeStatement

/** @throws when `select` did not make the statement: a cast can get past the type. */
export function requireSelect<R>(statement: Select<R>): void {
  if (!(statement instanceof SelectStatement))
    throw new TypeError('Only select() makes a statement to read with.')
}

/** @throws when `insertInto`, `update` or `remove` did not make the statement: a cast can get past the type. */
export function requireChange(statement: Change): void {
  if (!(statement instanceof ChangeStatement))
    throw new TypeError('Only insertInto(), update() and remove() make a statement to change rows with.')
}

/** A parameter: its value is given when the statement runs. */
export const param = (name: string): SQL => sql`${sql.placeholder(name)}`

const practiceParam = 'practiceId'

/**
 * Reads rows of one table. `source` may join other tables to it; its condition must tie each of them to the
 * practice of `from` by their keys.
 */
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
  return new SelectStatement<Row<F>>(
    sql.join([
      sql`select ${sql.join(columns, sql`, `)} from ${query.source ?? from} where ${ownRows(from, query.where)}`,
      ...(orderBy ? [sql` order by ${sql.join([...orderBy], sql`, `)}`] : []),
      ...(query.limit ? [sql` limit ${query.limit}`] : []),
    ]),
    fields,
  )
}

/** All columns of a table, as `fields` for `select`. */
export const columnsOf = <T extends PracticeTable>(table: T) =>
  getTableColumns(table) as { [K in keyof T['_']['columns']]: T['_']['columns'][K] & SQLiteColumn }

/** A complete new row of a table. It has no practice id, because the scope adds that. */
export type NewRow<T extends PracticeTable> = Omit<InferSelectModel<T>, 'practiceId' | 'rowId'>

/** Adds one complete row. */
export const insertInto = (table: PracticeTable): Change => {
  const columns = Object.entries(getTableColumns(table)).filter(([key]) => key !== 'rowId')
  const names = columns.map(([, column]) => sql.identifier(column.name))
  const values = columns.map(([key, column]) =>
    bound(key === practiceKey(table) ? practiceParam : key, column),
  )
  return new ChangeStatement(
    sql`insert into ${table} (${sql.join(names, sql`, `)}) values (${sql.join(values, sql`, `)})`,
  )
}

/**
 * Changes the rows that meet `where`: sets the columns in `set` to parameters of the same names, and those in
 * `computed` to expressions over the row.
 * @throws when `set` or `computed` holds the practice's column, which never changes.
 * @throws when `where` or `computed` uses a parameter that is named like a column in `set`. One value would then serve
 * two purposes.
 */
export function update<T extends PracticeTable>(
  table: T,
  set: readonly (keyof NewRow<T> & string)[],
  where: SQL,
  computed: { readonly [K in keyof NewRow<T>]?: SQL } = {},
): Change {
  const columns = getTableColumns(table)
  const expressions = Object.entries<SQL>(computed as Record<string, SQL>)
  if (set.some((key) => key === practiceKey(table)) || practiceKey(table) in computed)
    throw new Error('A record never changes its practice. Leave the practice out of the update.')
  const elsewhere = namesIn(sql.join([where, ...expressions.map(([, value]) => value)]))
  const twice = set.find((key) => elsewhere.has(key))
  if (twice !== undefined)
    throw new Error(
      `The update sets "${twice}" and also uses a parameter of that name. Rename the parameter.`,
    )
  const assignments = [
    ...set.map((key) => assignment(columns[key]!, bound(key, columns[key]!))),
    ...expressions.map(([key, value]) => assignment(columns[key]!, value)),
  ]
  return new ChangeStatement(
    sql`update ${table} set ${sql.join(assignments, sql`, `)} where ${ownRows(table, where)}`,
  )
}

const assignment = (column: Column, value: SQL): SQL => sql`${sql.identifier(column.name)} = ${value}`

/** Deletes the rows that meet `where`. */
export const remove = (table: PracticeTable, where: SQL): Change =>
  new ChangeStatement(sql`delete from ${table} where ${ownRows(table, where)}`)

const practiceKey = (table: PracticeTable): string => (table === practices ? 'id' : 'practiceId')

function ownRows(table: PracticeTable, where: SQL | undefined): SQL {
  const column = getTableColumns(table)[practiceKey(table)]
  if (!column) throw new Error(`The table ${getTableName(table)} has no column for the practice. Add one.`)
  return and(eq(column, sql.placeholder(practiceParam)), where ? sql`(${where})` : undefined)!
}

/** A parameter that is stored in the column's own form: booleans as 0 and 1, objects as JSON. */
const bound = (name: string, column: Column): SQL => sql`${sql.param(sql.placeholder(name), column)}`

/** How one parameter of a text gets its value. SQLite itself refuses a value of a type that it cannot hold. */
function binder(parameter: unknown): (params: Params) => SQLQueryBindings {
  const name = nameOf(parameter)
  if (name === undefined) return () => parameter as SQLQueryBindings
  const column = is(parameter, Param) ? parameter.encoder : undefined
  return (params) => {
    const value = params[name]
    // SQLite would read a missing value as NULL.
    if (value === undefined) throw new Error(`The parameter "${name}" has no value. Pass one.`)
    return (
      value === null || column === undefined ? value : column.mapToDriverValue(value)
    ) as SQLQueryBindings
  }
}

/** The name of a parameter whose value is given later; undefined for a value that the statement holds itself. */
function nameOf(parameter: unknown): string | undefined {
  const placeholder = is(parameter, Param) ? parameter.value : parameter
  return is(placeholder, Placeholder) ? placeholder.name : undefined
}

const namesIn = (query: SQL): Set<string | undefined> => new Set(dialect.sqlToQuery(query).params.map(nameOf))

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
