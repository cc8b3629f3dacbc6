import { storedId } from '../../../db/stored-id.ts'
import { type TrailPart, trailParts } from '../audit/trail-parts.ts'
import type { Connection } from '../engine/connection.ts'
import { unscoped } from '../engine/unscoped.ts'
import { Unfit } from './fields.ts'
import { type TransferTable, transferTables } from './tables.ts'

/** The database file holds a value that an export cannot contain. The message names the table and the field. */
export class CannotTell extends Error {}

/** A practice as it was at one moment. */
export interface Snapshot {
  readonly practiceId: string
  readonly name: string
  /** How often the practice has changed its cell, from 1 on. */
  readonly generation: number
  readonly trail: readonly TrailPart[]
  /** How many rows all tables have together. */
  readonly rows: number
  readonly tables: readonly SnapshotTable[]
}

export interface SnapshotTable {
  readonly name: string
  /** Yields each row as JSON, in order. A row is read only when it is needed. @throws CannotTell. */
  lines(): Generator<string>
}

/**
 * Runs `fn` on one state of a practice, whatever others write meanwhile. `fn` must not wait for anything. Returns null
 * when there is no such practice. @throws what `fn` throws.
 */
export function readSnapshot<T>(
  connection: Connection,
  practiceId: string,
  ownKey: () => string,
  fn: (snapshot: Snapshot) => T,
  tables: readonly TransferTable[] = transferTables,
): T | null {
  connection.database.run('begin')
  try {
    const practice = found.get(connection, storedId(practiceId))
    if (practice === null) return null
    const { key, name, generation } = practice
    return fn({
      practiceId,
      name,
      generation,
      trail: trailParts(connection, key, ownKey),
      rows: tables.reduce((sum, table) => sum + countOf(connection, table, key), 0),
      tables: tables.map((table) => ({
        name: table.name,
        lines: () => linesOf(connection, table, key),
      })),
    })
  } finally {
    connection.database.run('rollback')
  }
}

/** The name of a practice; null when there is no such practice. */
export const nameOf = (connection: Connection, practiceId: string): string | null =>
  found.get(connection, storedId(practiceId))?.name ?? null

const found = unscoped<[id: ReturnType<typeof storedId>], { key: number; name: string; generation: number }>(
  'select key, name, generation from practices where id = ?1',
)

const countOf = (connection: Connection, { name, ownRows }: TransferTable, key: number): number =>
  connection
    .prepared<{ n: number }, [number]>(`select count(*) as n from "${name}" where ${ownRows}`)
    .get(key)!.n

function* linesOf(connection: Connection, table: TransferTable, key: number): Generator<string> {
  for (const row of connection.prepared<Record<string, unknown>, [number]>(selectOf(table)).iterate(key))
    yield lineOf(table, row)
}

/** The rows of a practice's audit trail up to `throughSeq`, as an export writes them. @throws CannotTell. */
export function* trailLines(
  connection: Connection,
  practiceKey: number,
  throughSeq: number,
): Generator<string> {
  const table = transferTables.find(({ name }) => name === 'audit')!
  const ownRows = `${table.ownRows} and seq <= ?2`
  const rows = connection
    .prepared<Record<string, unknown>, [number, number]>(selectOf({ ...table, ownRows }))
    .iterate(practiceKey, throughSeq)
  for (const row of rows) yield lineOf(table, row)
}

/** The next rows of a practice's audit trail behind `afterSeq`, as an export writes them. @throws CannotTell. */
export function* trailLinesBehind(
  connection: Connection,
  practiceKey: number,
  afterSeq: number,
  most: number,
): Generator<string> {
  const table = transferTables.find(({ name }) => name === 'audit')!
  const ownRows = `${table.ownRows} and seq > ?2`
  const rows = connection
    .prepared<Record<string, unknown>, [number, number, number]>(
      `${selectOf({ ...table, ownRows })} limit ?3`,
    )
    .all(practiceKey, afterSeq, most)
  for (const row of rows) yield lineOf(table, row)
}

/** The statement that reads the rows of a practice in their order. */
export function selectOf({ name, fields, saysInstead, ownRows, orderBy }: TransferTable): string {
  const columns = fields.map(
    (field) => `${saysInstead[field.column] ?? `"${field.column}"`} as "${field.name}"`,
  )
  return `select ${columns.join(', ')} from "${name}" where ${ownRows} order by ${orderBy}`
}

function lineOf({ name, fields }: TransferTable, row: Record<string, unknown>): string {
  const told: Record<string, unknown> = {}
  for (const field of fields) {
    try {
      told[field.name] = field.told(row[field.name])
    } catch (error) {
      if (!(error instanceof Unfit) && !(error instanceof SyntaxError)) throw error
      const why = error instanceof Unfit ? error.message : 'must be JSON'
      throw new CannotTell(
        `the table ${name} holds a row that cannot be exported: ${field.name} ${why}. Correct the row`,
      )
    }
  }
  return JSON.stringify(told)
}
