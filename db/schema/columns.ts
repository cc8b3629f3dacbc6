/**
 * Types of columns that many tables have. The keys of every record of a practice begin with `practice_key`, and so does
 * every reference to such a record. The database itself therefore refuses a link from one practice into another.
 *
 * Instants are epoch milliseconds. No foreign key deletes rows in cascade: the code deletes dependent rows itself.
 * Drizzle cannot describe triggers and tables without row ids. The triggers and the search index `patient_words` are in
 * `migrations/0018_*.sql` and `migrations/0031_*.sql`.
 */
import { type ColumnBaseConfig, type ColumnBuilderBaseConfig, type MakeColumnConfig, sql } from 'drizzle-orm'
import {
  type AnySQLiteTable,
  customType,
  integer,
  SQLiteInteger,
  SQLiteIntegerBuilder,
} from 'drizzle-orm/sqlite-core'
import { firstVersion } from '../../src/domain/version.ts'
import { type Codes, codeOf, namesOf } from '../codes.ts'
import { idOf, type StoredId, storedId } from '../stored-id.ts'

/** Values as SQL text, for a check constraint. */
export const literals = (values: readonly (string | number)[]) =>
  sql.raw(values.map((value) => (typeof value === 'number' ? value : `'${value}'`)).join(', '))

/** The id of a record, a UUID in nearly all cases (`stored-id.ts`). */
export const recordId = customType<{ data: string; driverData: StoredId }>({
  dataType: () => 'blob',
  toDriver: storedId,
  fromDriver: idOf,
})

/** A name from a short list, stored as its number (`codes.ts`). */
export function oneOf<Name extends string>(codes: Codes<Name>) {
  const names = namesOf(codes)
  return customType<{ data: Name; driverData: number }>({
    dataType: () => 'integer',
    toDriver: (name) => codeOf(codes, name),
    fromDriver: (code) => names[code]!,
  })
}

type Whole = ColumnBuilderBaseConfig<'number', 'SQLiteInteger'>

/** A column of instants, in epoch milliseconds. */
export class InstantColumn<T extends ColumnBaseConfig<'number', 'SQLiteInteger'>> extends SQLiteInteger<T> {}

class InstantBuilder<T extends Whole> extends SQLiteIntegerBuilder<T> {
  override build<N extends string>(table: AnySQLiteTable<{ name: N }>) {
    return new InstantColumn<MakeColumnConfig<T, N>>(table, this.config as never)
  }
}

/** An instant, in epoch milliseconds. An export writes it as a text. */
export const instant = ((name = '') => new InstantBuilder(name)) as unknown as typeof integer

/** When a record was made, and when it was last changed. */
export const times = () => ({
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
})

/**
 * The version of a record, which counts its states from 1 on. Every statement of the store that changes the record adds
 * 1.
 */
export const version = () =>
  integer()
    .notNull()
    .default(firstVersion)
    .$onUpdateFn(() => sql`version + 1`)
