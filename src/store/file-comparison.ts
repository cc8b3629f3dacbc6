import type { Database } from 'bun:sqlite'
import { tablesOf } from '../../db/inspect.ts'

/** The number of the last row of each table; 0 for an empty table. */
export type LastRows = Readonly<Record<string, number>>

/**
 * The last row of each table of the open database. A table without row numbers (`WITHOUT ROWID`) is left out: there is
 * only the search index, which triggers make from the patients.
 */
export const lastRowsOf = (database: Database): LastRows =>
  Object.fromEntries(
    tablesOf(database)
      .filter((table) => hasRowNumbers(database, table))
      .map((table) => [table, lastRowOf(database, table)]),
  )

/**
 * The tables that lack a row in the file at `path` while the open database has it. Only rows up to `lastRows` count,
 * so the file must be at least as new as `lastRows`; later writes do not matter.
 *
 * New rows are numbered upwards, so a row up to the last number was there at that moment. One exception: the last row
 * is deleted and its number goes to a new row just as the file is made. So take new `lastRows` and ask again before
 * you believe an answer.
 */
export function tablesLackingRows(database: Database, path: string, lastRows: LastRows): string[] {
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

const hasRowNumbers = (database: Database, table: string): boolean =>
  database
    .query<{ wr: number }, [string]>("select wr from pragma_table_list where schema = 'main' and name = ?")
    .get(table)?.wr === 0

const lastRowOf = (database: Database, table: string): number =>
  database.query<{ last: number | null }, []>(`select max(rowid) as last from main."${table}"`).get()!.last ??
  0

const lacksRows = (database: Database, table: string, last: number): boolean =>
  database
    .query(
      `select 1 from main."${table}" where rowid <= ? and rowid not in (select rowid from copied."${table}") limit 1`,
    )
    .get(last) !== null
