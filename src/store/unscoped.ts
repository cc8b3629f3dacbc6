import type { SQLQueryBindings } from 'bun:sqlite'
import type { Connection } from './connection.ts'

/** A statement over all practices. `Params` are the values for `?1`, `?2` and so on, in order. */
export interface Unscoped<Params extends SQLQueryBindings[], Row> {
  /** The first row, or null. */
  get(connection: Connection, ...params: Params): Row | null
  all(connection: Connection, ...params: Params): Row[]
  /** Answers how many rows it changed. */
  run(connection: Connection, ...params: Params): number
}

/**
 * Declares a statement that may reach every practice: one that comes before a practice is known, or that concerns
 * the whole installation. Everything else goes through a `Scope`.
 */
export const unscoped = <Params extends SQLQueryBindings[], Row = never>(
  text: string,
): Unscoped<Params, Row> => ({
  get: (connection, ...params) => connection.prepared<Row, Params>(text).get(...params),
  all: (connection, ...params) => connection.prepared<Row, Params>(text).all(...params),
  run: (connection, ...params) => connection.run(text, params),
})
