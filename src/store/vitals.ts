import type { Database } from 'bun:sqlite'
import { tablesOf } from '../../db/inspect.ts'
import type { Connection } from './connection.ts'
import { unscoped } from './unscoped.ts'
import type { Writer } from './writer.ts'

/** A moment of the database: its sign of life, and the last row of each table that has any. */
export interface Mark {
  readonly at: number
  readonly lastRows: Readonly<Record<string, number>>
}

/** What the operator asks of the whole database, whoever's records are in it. Nothing here reads a record. */
export class Vitals {
  readonly #connection: Connection
  readonly #writer: Writer

  constructor(connection: Connection, writer: Writer) {
    this.#connection = connection
    this.#writer = writer
  }

  /** A real write, of one small row. Resolves when it is on disk. @throws `unavailable`. */
  async beat(now: number): Promise<void> {
    await this.#writer.write(() => void beat.run(this.#connection, now))
  }

  /** A beat, and in the same transaction what a file that holds the beat must hold as well. @throws `unavailable`. */
  mark(now: number): Promise<Mark> {
    return this.#writer.write(() => {
      beat.run(this.#connection, now)
      const { database } = this.#connection
      const lastRows = tablesOf(database).map((table) => [table, lastRowOf(database, table)])
      return { at: now, lastRows: Object.fromEntries(lastRows) as Mark['lastRows'] }
    })
  }

  /**
   * The tables of which the file at `path` lacks a row, where it is at least as new as the mark and others may have
   * written since: every row that was here at the mark and is here still must be in it.
   *
   * New rows are numbered upwards, so those up to the last one were here. Not so when the last one was deleted and its
   * number given to the next, just as the file was made: ask again with another mark.
   */
  lackingIn(path: string, { lastRows }: Mark): string[] {
    const { database } = this.#connection
    database.run('attach ? as copied', [path])
    try {
      const there = tablesOf(database, 'copied')
      return Object.entries(lastRows)
        .filter(([table, last]) => !there.includes(table) || lacksRows(database, table, last))
        .map(([table]) => table)
    } finally {
      database.run('detach copied')
    }
  }

  /** Keeps what a verification found: null when the backup was whole. */
  async keepVerification(now: number, problem: string | null): Promise<void> {
    await this.#writer.write(() => {
      const verifiedAt = problem === null ? now : null
      keepVerification.run(this.#connection, now, verifiedAt, problem)
    })
  }

  /** The last verification; instants in epoch milliseconds. */
  verification(): { verifiedAt: number | null; problem: string | null } {
    return verification.get(this.#connection) ?? { verifiedAt: null, problem: null }
  }

  /** How many reminders are in each state. */
  remindersByState(): { state: string; count: number }[] {
    return remindersByState.all(this.#connection)
  }
}

const lastRowOf = (database: Database, table: string): number =>
  database.query<{ last: number | null }, []>(`select max(rowid) as last from main."${table}"`).get()!.last ??
  0

const lacksRows = (database: Database, table: string, last: number): boolean =>
  database
    .query(
      `select 1 from main."${table}" where rowid <= ? and rowid not in (select rowid from copied."${table}") limit 1`,
    )
    .get(last) !== null

type Verified = { verifiedAt: number | null; problem: string | null }

const beat = unscoped<[now: number]>(`
  insert into vitals (id, beat_at) values (1, ?1)
  on conflict (id) do update set beat_at = excluded.beat_at`)

const keepVerification = unscoped<[now: number, verifiedAt: number | null, problem: string | null]>(`
  insert into vitals (id, beat_at, verified_at, problem) values (1, ?1, ?2, ?3)
  on conflict (id) do update set
    beat_at = excluded.beat_at,
    verified_at = coalesce(excluded.verified_at, verified_at),
    problem = excluded.problem`)

const verification = unscoped<[], Verified>('select verified_at as verifiedAt, problem from vitals')

const remindersByState = unscoped<[], { state: string; count: number }>(
  'select state, count(*) as count from reminder_jobs group by state order by state',
)
