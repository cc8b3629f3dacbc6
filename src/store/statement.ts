/**
 * Builds the statements that reach the records of one practice. Each names one table of such records, and its
 * condition always begins with the practice's key, which `scope.ts` supplies. So no statement returns or changes
 * another practice's rows of that table. A sub-select or a join has to name the practice itself.
 */
import type { SQLQueryBindings } from 'bun:sqlite'
import {
  and,
  Column,
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
export type PracticeTable = SQLiteTable & { practiceKey: SQLiteColumn }

/** The values of a statement's parameters, by name. */
export type Params = Readonly<Record<string, unknown>>

/** The practice of a scope: its id, and the short number by which its rows name it in the file. */
export interface OwnPractice {
  readonly practiceId: string
  readonly practiceKey: number
}

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

/** A parameter in the text of a statement. */
const placeholder = '+?'

/**
 * Writes each parameter as `+?`. The plus changes no value. For a bare `?`, SQLite 3.54 plans a statement with `order by`
 * or `limit` again whenever the parameter gets a value. That takes longer than most of these statements themselves.
 */
class Dialect extends SQLiteSyncDialect {
  override escapeParam(): string {
    return placeholder
  }
}

const dialect = new Dialect()

/**
 * SQL text whose parameters have names. The class is not exported, so only the functions of this file make
 * statements: a type and a run-time check both refuse any other object.
 */
class Statement {
  readonly #query: SQL
  #made: { readonly text: string; readonly binders: readonly Binder[] } | undefined

  constructor(query: SQL) {
    this.#query = query
  }

  /** Written when it is first used, because a start should not wait for hundreds of statements. */
  get #written() {
    if (this.#made === undefined) {
      const { sql: text, params } = dialect.sqlToQuery(this.#query)
      this.#made = { text, binders: params.map(binder) }
    }
    return this.#made
  }

  get text(): string {
    return this.#written.text
  }

  /** The values in the order in which the text takes them. @throws when a parameter has no value. */
  bind(params: Params, own: OwnPractice): SQLQueryBindings[] {
    return this.#written.binders.map((bindOne) => bindOne(params, own))
  }
}

type Binder = (params: Params, own: OwnPractice) => SQLQueryBindings

class SelectStatement<R> extends Statement {
  readonly kind = 'select'
  /** Turns SQLite's values into ours, in place. Rows with all columns of a table get the id of their practice. */
  readonly decode: (row: R, practiceId: string) => R

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

/**
 * A parameter: its value is given when the statement runs. `column` is the column that it is compared with. Every text
 * needs one, because the file holds ids and codes in another form. A text would never equal them.
 */
export const param = (name: string, column?: Column): SQL =>
  column === undefined ? sql`${sql.placeholder(name)}` : bound(name, column)

/** The key of the scope's practice, for a sub-select that has to name it. */
export const ownPracticeKey: SQL = sql`${sql.placeholder('practiceKey')}`

/** The id of the scope's practice, as a field of a row. The file does not hold it in the row. */
const ownPracticeId: SQL<string> = sql<string>`null`

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
  const columns = Object.entries(fields)
    .filter(([, field]) => field !== ownPracticeId)
    .map(([key, field]) => sql`${field} as ${sql.identifier(key)}`)
  return new SelectStatement<Row<F>>(
    sql.join([
      sql`select ${sql.join(columns, sql`, `)} from ${query.source ?? from} where ${ownRows(from, query.where)}`,
      ...(orderBy ? [sql` order by ${sql.join([...orderBy], sql`, `)}`] : []),
      ...(query.limit ? [sql` limit ${query.limit}`] : []),
    ]),
    fields,
  )
}

type OwnColumns<T extends PracticeTable> = {
  [K in Exclude<keyof T['_']['columns'], 'practiceKey'>]: T['_']['columns'][K] & SQLiteColumn
}

/** All columns of a table, as `fields` for `select`. The id of the practice stands in for its key. */
export function columnsOf<T extends PracticeTable>(table: T): OwnColumns<T> & { practiceId: SQL<string> } {
  const { practiceKey: _, ...columns } = getTableColumns(table)
  return { ...(columns as OwnColumns<T>), practiceId: ownPracticeId }
}

/** A complete new row of a table. It has no practice, because the scope adds that. */
export type NewRow<T extends PracticeTable> = Omit<InferSelectModel<T>, 'practiceKey' | 'rowId'>

/** Adds one complete row. A new practice gets its key from SQLite, and always the id of the scope. */
export const insertInto = (table: PracticeTable): Change => {
  const left = isPractices(table) ? ['practiceKey'] : ['rowId']
  const columns = Object.entries(getTableColumns(table)).filter(([key]) => !left.includes(key))
  const names = columns.map(([, column]) => sql.identifier(column.name))
  const values = columns.map(([key, column]) =>
    key === 'practiceKey'
      ? ownPracticeKey
      : bound(isPractices(table) && key === 'id' ? 'practiceId' : key, column),
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
  const ofPractice = ['practiceKey', isPractices(table) ? 'id' : 'practiceId']
  if (ofPractice.some((key) => (set as readonly string[]).includes(key) || key in computed))
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

/**
 * Adds a row for each row of another table that meets `where`. SQLite copies them, so they never pass through JavaScript.
 * `values` holds an expression over the row that is read, for each column. A column that is left out gets its default.
 */
export function insertFrom<T extends PracticeTable>(
  table: T,
  values: { readonly [key: string]: SQL },
  source: { readonly from: PracticeTable; readonly where: SQL; readonly orderBy?: SQL },
): Change {
  const columns = getTableColumns(table)
  if ('practiceKey' in values) throw new Error('The scope adds the practice. Leave it out of the values.')
  const names = ['practiceKey', ...Object.keys(values)].map((key) => sql.identifier(columns[key]!.name))
  const order = source.orderBy === undefined ? sql`` : sql` order by ${source.orderBy}`
  return new ChangeStatement(
    sql`insert into ${table} (${sql.join(names, sql`, `)})
      select ${sql.join([ownPracticeKey, ...Object.values(values)], sql`, `)} from ${source.from}
      where ${ownRows(source.from, source.where)}${order}`,
  )
}

const isPractices = (table: PracticeTable): boolean => (table as SQLiteTable) === practices

function ownRows(table: PracticeTable, where: SQL | undefined): SQL {
  const column = getTableColumns(table).practiceKey
  if (!column) throw new Error(`The table ${getTableName(table)} has no column for the practice. Add one.`)
  return and(sql`${column} = ${ownPracticeKey}`, where ? sql`(${where})` : undefined)!
}

/** A parameter that is stored in the column's own form: booleans as 0 and 1, objects as JSON. */
const bound = (name: string, column: Column): SQL => sql`${sql.param(sql.placeholder(name), column)}`

/** How one parameter of a text gets its value. SQLite itself refuses a value of a type that it cannot hold. */
function binder(parameter: unknown): Binder {
  const name = nameOf(parameter)
  if (name === undefined) return () => parameter as SQLQueryBindings
  if (name === 'practiceKey') return (_, own) => own.practiceKey
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

/** The name of a parameter whose value is given later; undefined for a value that the statement holds itself. */
function nameOf(parameter: unknown): string | undefined {
  const placeholder = is(parameter, Param) ? parameter.value : parameter
  return is(placeholder, Placeholder) ? placeholder.name : undefined
}

const namesIn = (query: SQL): Set<string | undefined> => new Set(dialect.sqlToQuery(query).params.map(nameOf))

function decoder<R>(fields: Fields): (row: R, practiceId: string) => R {
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
/** What an expression's value becomes: itself, unless it was made with `mapWith`. */
const formOf = (field: SQL): Form => (field as unknown as { decoder: Form }).decoder
const plain = formOf(sql``)

/** Whether SQLite holds the column's values in another form than we do. */
const isFormed = (column: Column): boolean => ['boolean', 'json', 'custom'].includes(column.dataType)
