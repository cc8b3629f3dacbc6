import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { scratch } from './scratch.ts'

/** A folder with our migrations and one more after them, as the next version of the program would have. */
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
