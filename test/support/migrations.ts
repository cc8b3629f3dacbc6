import { Database } from 'bun:sqlite'
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { scratch } from './scratch.ts'
import { newDatabasePath } from './server.ts'

/**
 * A database file without rows, with all migrations before a given one. `ending` is the end of that migration's name.
 */
export async function fileBefore(ending: string): Promise<{ path: string; database: Database }> {
  const { entries } = await Bun.file('db/migrations/meta/_journal.json').json()
  const first = entries.findIndex(({ tag }: { tag: string }) => tag.endsWith(ending))
  if (first === -1) throw new Error(`No migration ends in ${ending}.`)
  const path = newDatabasePath()
  const database = new Database(path, { create: true, strict: true })
  database.run(
    'CREATE TABLE __drizzle_migrations (id SERIAL PRIMARY KEY, hash text NOT NULL, created_at numeric)',
  )
  for (const { tag, when } of entries.slice(0, first)) {
    database.run(await Bun.file(`db/migrations/${tag}.sql`).text())
    database.run("INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('', ?)", [when])
  }
  return { path, database }
}

/** A folder with our migrations and one more after them, as the next version of the program could have. */
export function migrationsAnd(statements: string): string {
  const folder = mkdtempSync(join(scratch, 'migrations-'))
  cpSync('db/migrations', folder, { recursive: true })
  const journalPath = join(folder, 'meta/_journal.json')
  const journal = JSON.parse(readFileSync(journalPath, 'utf8'))
  const last = journal.entries.at(-1)
  journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1, tag: 'next' })
  writeFileSync(journalPath, JSON.stringify(journal))
  writeFileSync(join(folder, 'next.sql'), statements)
  return folder
}

/**
 * A database file with all migrations before a given one, and with the rows of the present file. A column that the
 * present schema no longer has holds an empty list.
 */
export async function asBefore(ending: string, present: string): Promise<string> {
  const { path, database } = await fileBefore(ending)
  database.run('PRAGMA foreign_keys = off')
  database.run(`ATTACH '${present}' AS present`)
  const triggers = database
    .query<{ name: string; sql: string }, []>(
      "SELECT name, sql FROM main.sqlite_master WHERE type = 'trigger'",
    )
    .all()
  // The copied rows already contain the results of the triggers, so the triggers must not run again.
  for (const { name } of triggers) database.run(`DROP TRIGGER ${name}`)
  const columnsOf = (schema: string, table: string) =>
    database
      .query<Column, []>(`SELECT name, "notnull", dflt_value FROM ${schema}.pragma_table_info('${table}')`)
      .all()
  const tables = database
    .query<{ name: string }, []>(
      "SELECT name FROM main.sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_\\_%' ESCAPE '\\' AND name IN (SELECT name FROM present.sqlite_master)",
    )
    .all()
  for (const { name: table } of tables) {
    const known = new Set(columnsOf('present', table).map(({ name }) => name))
    const columns = columnsOf('main', table).filter(
      ({ name, notnull, dflt_value }) => known.has(name) || (notnull === 1 && dflt_value === null),
    )
    const names = columns.map(({ name }) => `"${name}"`)
    const values = columns.map(({ name }) => (known.has(name) ? `"${name}"` : "'[]'"))
    database.run(`INSERT INTO main."${table}" (${names}) SELECT ${values} FROM present."${table}"`)
  }
  for (const { sql } of triggers) database.run(sql)
  database.close()
  return path
}

interface Column {
  readonly name: string
  readonly notnull: number
  readonly dflt_value: string | null
}
