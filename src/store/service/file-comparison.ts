import type { Database } from 'bun:sqlite'
import { tablesOf } from '../../../db/inspect.ts'

/** The most rows of a table that are reported. Further differences would show nothing new. */
const mostRows = 1_000

/** Rows that only one of two files holds. A row with different content in the two files counts as two rows. */
export class Differences {
  readonly #rows: ReadonlyMap<string, string>

  /** `rows` maps the fingerprint of each row to its table. */
  constructor(rows: ReadonlyMap<string, string>) {
    this.#rows = rows
  }

  /** The tables of these rows, by name. */
  get tables(): string[] {
    return [...new Set(this.#rows.values())].sort()
  }

  /** How many rows differ. */
  get size(): number {
    return this.#rows.size
  }

  /** The rows that differed in the same way at an earlier comparison. */
  lastingSince(earlier: Differences): Differences {
    return new Differences(new Map([...this.#rows].filter(([row]) => earlier.#rows.has(row))))
  }
}

/**
 * Compares all rows of the open database with those of the file at `path`, in both directions and with their content.
 * At most a thousand rows are found for each table and direction.
 *
 * Recent writes that only one file has so far also differ. So compare again with a newer file, which holds all that the
 * database held at the first comparison. Only rows that differ both times are wrong.
 */
export function differencesFrom(database: Database, path: string): Differences {
  database.run('attach ? as copied', [path])
  try {
    const here = tablesOf(database)
    const there = tablesOf(database, 'copied')
    const rows = new Map<string, string>()
    for (const table of new Set([...here, ...there])) {
      if (!here.includes(table) || !there.includes(table)) rows.set(`no ${table}`, table)
      else for (const row of differingRows(database, table)) rows.set(row, table)
    }
    return new Differences(rows)
  } finally {
    database.run('detach copied')
  }
}

/** The fingerprints of the rows that only one of the two files holds. */
function differingRows(database: Database, table: string): string[] {
  const columns = database
    .query<{ name: string; pk: number }, [string]>("select name, pk from pragma_table_info(?, 'main')")
    .all(table)
  const keys = hasRowNumbers(database, table)
    ? ['rowid']
    : columns.filter(({ pk }) => pk > 0).map(({ name }) => `"${name}"`)
  // The condition finds the other row by its key at once. Then every column must be the same, `null` included.
  const isSame = [
    ...keys.map((key) => `other.${key} = one.${key}`),
    ...columns.map(({ name }) => `other."${name}" is one."${name}"`),
  ].join(' and ')
  const onlyIn = (one: string, other: string) =>
    database
      .query(
        `select ${keys.map((key) => `one.${key}`)}, one.* from ${one}."${table}" one
         where not exists (select 1 from ${other}."${table}" other where ${isSame}) limit ${mostRows}`,
      )
      .values()
      .map((values) => `${one} ${table} ${Bun.hash(JSON.stringify(values))}`)
  return [...onlyIn('main', 'copied'), ...onlyIn('copied', 'main')]
}

const hasRowNumbers = (database: Database, table: string): boolean =>
  database
    .query<{ wr: number }, [string]>("select wr from pragma_table_list where schema = 'main' and name = ?")
    .get(table)?.wr === 0
