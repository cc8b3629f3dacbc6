import type { SQLQueryBindings } from 'bun:sqlite'
import type { Connection, WriteConnection } from './connection.ts'

/** A statement over all practices. `Params` are the values for `?1`, `?2` and so on, in order. */
interface Unscoped<Params extends SQLQueryBindings[], Row> {
  /** The first row, or null. */
  get(connection: Connection, ...params: Params): Row | null
  all(connection: Connection, ...params: Params): Row[]
  /** Returns how many rows were changed. */
  run(connection: WriteConnection, ...params: Params): number
}

/**
 * Declares a statement that may reach every practice. It runs before a practice is known, or concerns the whole
 * installation. All other statements go through a `Scope`. `decode` turns a row of the file into the result.
 */
export function unscoped<Params extends SQLQueryBindings[], Row = never>(text: string): Unscoped<Params, Row>
export function unscoped<Params extends SQLQueryBindings[], Stored, Row>(
  text: string,
  decode: (row: Stored, connection: Connection) => Row,
): Unscoped<Params, Row>
export function unscoped<Params extends SQLQueryBindings[], Stored, Row>(
  written: string,
  decode: (row: Stored, connection: Connection) => Row = (row) => row as unknown as Row,
): Unscoped<Params, Row> {
  // `statement.ts` gives the reason for the plus.
  const text = written.replaceAll(/\?(?=\d)/g, '+?')
  const prepared = (connection: Connection) => connection.prepared<Stored, Params>(text)
  return {
    get(connection, ...params) {
      const row = prepared(connection).get(...params)
      return row && decode(row, connection)
    },
    all: (connection, ...params) =>
      prepared(connection)
        .all(...params)
        .map((row) => decode(row, connection)),
    run: (connection, ...params) => connection.run(text, params),
  }
}
