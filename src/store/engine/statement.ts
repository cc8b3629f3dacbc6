/**
 * Builds the statements that reach the records of one practice. Each statement names one table of such records. Its
 * condition always begins with the practice's key, which `scope.ts` supplies. So no statement returns or changes
 * another practice's rows of that table. A sub-select or a join has to name the practice itself.
 */
import type { SQLQueryBindings } from 'bun:sqlite'
import {
  and,
  type Column,
  eq,
  getTableColumns,
  getTableName,
  type InferSelectModel,
  type SQL,
  sql,
} from 'drizzle-orm'
import { type SQLiteColumn, SQLiteSyncDialect, type SQLiteTable } from 'drizzle-orm/sqlite-core'
import { entries } from '../../../db/schema/calendar.ts'
import { practices } from '../../../db/schema/practice.ts'
import { removedPractices } from '../../../db/schema/transfer.ts'
import {
  type Binder,
  binder,
  decoder,
  type Fields,
  nameOf,
  type OwnPractice,
  ownPracticeId,
  type Params,
  presently,
} from './values.ts'

/** A table with rows of a practice, or the practices themselves. */
export type PracticeTable = SQLiteTable & { practiceKey: SQLiteColumn }

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
 * Writes each parameter as `+?`. The plus changes no value. For a bare `?`, SQLite 3.54 plans a statement with `order
 * by` or `limit` again whenever the parameter gets a value. Planning takes longer than most of these statements
 * themselves.
 */
class Dialect extends SQLiteSyncDialect {
  override escapeParam(): string {
    return placeholder
  }
}

const dialect = new Dialect()

/**
 * SQL text with named parameters. The class is not exported, so only the functions of this file make
 * statements: a type and a run-time check both refuse any other object.
 */
class Statement {
  readonly #query: () => SQL
  #made: { readonly text: string; readonly binders: readonly Binder[] } | undefined

  /** `query` builds the statement. It is called once, when the statement is first used. */
  constructor(query: () => SQL) {
    this.#query = query
  }

  /** The text is built at the first use, so that the start of the service does not wait for hundreds of statements. */
  get #written() {
    if (this.#made === undefined) {
      const { sql: text, params } = dialect.sqlToQuery(this.#query())
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

class SelectStatement<R> extends Statement {
  readonly kind = 'select'
  readonly #fields: Fields
  #decode: ((row: R, practiceId: string) => R) | undefined

  constructor(query: () => SQL, fields: Fields) {
    super(query)
    this.#fields = fields
  }

  /**
   * Converts SQLite's values to those of the code, in place. Rows with all columns of a table get their practice's id.
   */
  get decode(): (row: R, practiceId: string) => R {
    this.#decode ??= decoder(this.#fields)
    return this.#decode
  }
}

class ChangeStatement extends Statement {
  readonly kind = 'change'
  readonly table: PracticeTable

  constructor(table: PracticeTable, query: () => SQL) {
    super(query)
    this.table = table
  }
}

/** Adds a complete row, or several of them at once. */
class InsertStatement extends ChangeStatement {
  /** The text of one statement that adds this number of rows. Several statements would take SQLite longer. */
  forRows(count: number): string {
    const { text } = this
    const values = text.slice(text.indexOf('values ') + 'values '.length)
    return text + `, ${values}`.repeat(count - 1)
  }
}

/** A statement that reads rows of type `R`. Only `select` makes one. */
export type Select<R> = SelectStatement<R>

/** A statement that changes rows. Only functions of this file make one. */
export type Change = ChangeStatement
/** A statement that adds rows. Only `insertInto` makes one. */
export type Insert = InsertStatement

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
 * A parameter, whose value is passed when the statement runs. `column` is the column with which the value is compared.
 * Every text needs a column, because the file holds ids and codes in another form. Without a column, the text would
 * never equal them.
 */
export const param = (name: string, column?: Column): SQL =>
  column === undefined ? sql`${sql.placeholder(name)}` : bound(name, column)

/** The condition that a column has the value of the parameter `name`. */
export const equals = (column: Column, name: string): SQL => eq(column, param(name, column))

/** The key of the scope's practice, for a sub-select that has to name it. */
export const ownPracticeKey: SQL = sql`${sql.placeholder('practiceKey')}`

/** The moment at which a statement runs. */
const thisMoment: SQL = sql`${sql.placeholder(presently)}`
/**
 * An SQL condition: the entry is no hold, or it is a hold that has not ended. It is for statements that read entries in
 * a sub-select. The column's name has no table before it, so that `entries` can have an alias.
 */
export const isStanding: SQL = sql`coalesce(hold_until > ${thisMoment}, 1)`
/**
 * An SQL condition: the entry is a hold that has ended. Nobody reads such holds, and the next write that could collide
 * with them deletes them.
 */
export const endedHolds: SQL = sql`hold_until is not null and hold_until <= ${thisMoment}`

/**
 * Reads rows of one table, without the holds that have ended. `source` may join other tables to this table. The
 * condition of each join must compare the practice's key in both tables.
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
  return new SelectStatement<Row<F>>(() => {
    const columns = Object.entries(fields)
      .filter(([, field]) => field !== ownPracticeId)
      .map(([key, field]) => sql`${field} as ${sql.identifier(key)}`)
    return sql.join([
      sql`select ${sql.join(columns, sql`, `)} from ${query.source ?? from} where ${ownRows(from, query.where)}${standing(from)}`,
      ...(orderBy ? [sql` order by ${sql.join([...orderBy], sql`, `)}`] : []),
      ...(query.limit ? [sql` limit ${query.limit}`] : []),
    ])
  }, fields)
}

type OwnColumns<T extends PracticeTable> = {
  [K in Exclude<keyof T['_']['columns'], 'practiceKey'>]: T['_']['columns'][K] & SQLiteColumn
}

/** All columns of a table, as `fields` for `select`. The id of the practice replaces its key. */
export function columnsOf<T extends PracticeTable>(table: T): OwnColumns<T> & { practiceId: SQL<string> } {
  const { practiceKey: _, ...columns } = getTableColumns(table)
  return { ...(columns as OwnColumns<T>), practiceId: ownPracticeId }
}

/** The column that changes by itself with every change of a row. Only `version()` of the schema makes one. */
type Renewed<T extends PracticeTable> = T['_']['columns'] extends { version: { _: { hasDefault: true } } }
  ? 'version'
  : never

/** A complete new row of a table. The scope adds the practice, and the database the version. */
export type NewRow<T extends PracticeTable> = Omit<InferSelectModel<T>, 'practiceKey' | 'rowId' | Renewed<T>>

/**
 * A key that no practice has and no removed practice had. Keys are not used again, because a running service remembers
 * them.
 */
const freeKey: SQL = sql`(select 1 + max(
  coalesce((select max(${practices.practiceKey}) from ${practices}), 0),
  coalesce((select max(${removedPractices.practiceKey}) from ${removedPractices}), 0)))`

/** Adds one complete row. A new practice gets a free key, and always the id of the scope. */
export const insertInto = (table: PracticeTable): Insert =>
  new InsertStatement(table, () => {
    const columns = Object.entries(getTableColumns(table)).filter(
      ([key, { onUpdateFn }]) => key !== 'rowId' && onUpdateFn === undefined,
    )
    const names = columns.map(([, column]) => sql.identifier(column.name))
    const values = columns.map(([key, column]) =>
      key === 'practiceKey'
        ? isPractices(table)
          ? freeKey
          : ownPracticeKey
        : bound(isPractices(table) && key === 'id' ? 'practiceId' : key, column),
    )
    return sql`insert into ${table} (${sql.join(names, sql`, `)}) values (${sql.join(values, sql`, `)})`
  })

/**
 * Changes the rows that meet `where`. The columns in `set` get the values of parameters with the same names. The
 * columns in `computed` get the values of expressions over the row. Columns that every change renews, such as the
 * version, are renewed.
 * @throws when `set` or `computed` holds the practice's column, which never changes.
 * @throws at its first use, when `where` or `computed` uses a parameter that is named like a column in `set`. One value
 * would then serve two purposes.
 */
export const update = <T extends PracticeTable>(
  table: T,
  set: readonly (keyof NewRow<T> & string)[],
  where: SQL,
  computed: { readonly [K in keyof NewRow<T>]?: SQL } = {},
): Change => updating(table, set, where, computed, renewal)

/**
 * Changes rows without a new version. The same transaction must change them again, by an `update()` that raises the
 * version. So one act raises the version once.
 */
export const updateForNow = <T extends PracticeTable>(
  table: T,
  where: SQL,
  computed: { readonly [K in keyof NewRow<T>]?: SQL },
): Change => updating(table, [], where, computed, () => [])

function updating<T extends PracticeTable>(
  table: T,
  set: readonly (keyof NewRow<T> & string)[],
  where: SQL,
  computed: { readonly [K in keyof NewRow<T>]?: SQL },
  renew: (column: Column) => SQL[],
): Change {
  const columns = getTableColumns(table)
  const expressions = Object.entries<SQL>(computed as Record<string, SQL>)
  const ofPractice = ['practiceKey', isPractices(table) ? 'id' : 'practiceId']
  if (ofPractice.some((key) => (set as readonly string[]).includes(key) || key in computed))
    throw new Error('A record never changes its practice. Leave the practice out of the update.')
  return new ChangeStatement(table, () => {
    const elsewhere = namesIn(sql.join([where, ...expressions.map(([, value]) => value)]))
    const twice = set.find((key) => elsewhere.has(key))
    if (twice !== undefined)
      throw new Error(
        `The update sets "${twice}" and also uses a parameter of that name. Rename the parameter.`,
      )
    const assignments = [
      ...set.map((key) => assignment(columns[key]!, bound(key, columns[key]!))),
      ...expressions.map(([key, value]) => assignment(columns[key]!, value)),
      ...Object.values(columns).flatMap((column) => renew(column)),
    ]
    return sql`update ${table} set ${sql.join(assignments, sql`, `)} where ${ownRows(table, where)}`
  })
}

const renewal = (column: Column): SQL[] =>
  column.onUpdateFn === undefined ? [] : [assignment(column, column.onUpdateFn() as SQL)]

const assignment = (column: Column, value: SQL): SQL => sql`${sql.identifier(column.name)} = ${value}`

/** Deletes the rows that meet `where`. */
export const remove = (table: PracticeTable, where: SQL): Change =>
  new ChangeStatement(table, () => sql`delete from ${table} where ${ownRows(table, where)}`)

/**
 * Adds a row for each row of another table that meets `where`. SQLite copies the rows, so they never pass through
 * JavaScript. For each column, `values` holds an expression over the row that is read. A column that is left out gets
 * its default.
 */
export function insertFrom<T extends PracticeTable>(
  table: T,
  values: { readonly [key: string]: SQL },
  source: { readonly from: PracticeTable; readonly where: SQL; readonly orderBy?: SQL },
): Change {
  const columns = getTableColumns(table)
  if ('practiceKey' in values) throw new Error('The scope adds the practice. Leave it out of the values.')
  return new ChangeStatement(table, () => {
    const names = ['practiceKey', ...Object.keys(values)].map((key) => sql.identifier(columns[key]!.name))
    const order = source.orderBy === undefined ? sql`` : sql` order by ${source.orderBy}`
    return sql`insert into ${table} (${sql.join(names, sql`, `)})
      select ${sql.join([ownPracticeKey, ...Object.values(values)], sql`, `)} from ${source.from}
      where ${ownRows(source.from, source.where)}${order}`
  })
}

/** A part of the condition that leaves out holds that have ended. */
const standing = (from: PracticeTable): SQL =>
  (from as SQLiteTable) === entries ? sql` and coalesce(${entries.holdUntil} > ${thisMoment}, 1)` : sql``

const isPractices = (table: PracticeTable): boolean => (table as SQLiteTable) === practices

function ownRows(table: PracticeTable, where: SQL | undefined): SQL {
  const column = getTableColumns(table).practiceKey
  if (!column) throw new Error(`The table ${getTableName(table)} has no column for the practice. Add one.`)
  return and(sql`${column} = ${ownPracticeKey}`, where ? sql`(${where})` : undefined)!
}

/** A parameter that is stored in the column's own form: booleans as 0 and 1, objects as JSON. */
const bound = (name: string, column: Column): SQL => sql`${sql.param(sql.placeholder(name), column)}`

const namesIn = (query: SQL): Set<string | undefined> => new Set(dialect.sqlToQuery(query).params.map(nameOf))
