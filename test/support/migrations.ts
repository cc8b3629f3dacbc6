import { Database } from 'bun:sqlite'
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { scratch } from './scratch.ts'
import { newDatabasePath } from './server.ts'

/** A database file as the version before one migration left it, without rows. `ending` is how its name ends. */
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

/** A folder with our migrations and one more after them, as the next version of the program has it. */
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
