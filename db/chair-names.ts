import type { Database } from 'bun:sqlite'
import { nameKey } from '../src/domain/name-key.ts'

interface Chair {
  readonly practice: number
  readonly rowId: number
  readonly name: string
}

/** The longest name, in UTF-16 units (RULES §2.4). */
const longest = 200

/**
 * Fills in the keys that make the names of chairs unique, in a file from a version without these keys. SQL cannot do
 * this, because SQLite folds only ASCII. When several chairs of a practice have the same name, a number is added to all
 * names but the first.
 */
export function fillChairNames(db: Database): void {
  const chairs = db
    .query<Chair, []>(
      'SELECT practice_key AS practice, rowid AS rowId, name FROM chairs WHERE name_key IS NULL ORDER BY practice_key, position, id',
    )
    .all()
  const keyOf = ({ practice, name }: Chair) => `${practice} ${nameKey(name)}`
  const held = new Set(chairs.map(keyOf))
  const given = new Set<string>()
  const save = db.query('UPDATE chairs SET name = ?, name_key = ? WHERE rowid = ?')
  for (const chair of chairs) {
    let { name } = chair
    if (given.has(keyOf(chair))) name = freeName(chair, (numbered) => held.has(keyOf(numbered)))
    held.add(keyOf({ ...chair, name }))
    given.add(keyOf({ ...chair, name }))
    save.run(name, nameKey(name), chair.rowId)
  }
}

/** The chair's name with the first number from 2 on that is free. */
function freeName(chair: Chair, isTaken: (chair: Chair) => boolean): string {
  for (let n = 2; ; n++) {
    const ending = ` (${n})`
    const name = cut(chair.name, longest - ending.length) + ending
    if (!isTaken({ ...chair, name })) return name
  }
}

/** The text up to this length, without half a character at its end. */
const cut = (text: string, length: number) =>
  text
    .slice(0, length)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd()
