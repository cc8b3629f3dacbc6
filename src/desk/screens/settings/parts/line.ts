import { missing } from '../../../parts/draft.ts'

/** A line keeps its id when its name changes. */
export interface Line {
  /** Empty for a line that is not saved yet. */
  readonly id: string
  readonly name: string
  /** The key of the line in the form. The key stays the same while somebody edits. */
  readonly key: string
}

/** The mistakes of lines without a name, by their keys. */
export const unnamed = (lines: readonly Line[]): Record<string, string> =>
  missing(Object.fromEntries(lines.map(({ key, name }) => [key, name])))

/** The lines as they are saved. A new line gets an id from its name, or from `otherwise`. */
export function withIds<L extends Line>(lines: readonly L[], otherwise: string): L[] {
  const taken = lines.flatMap(({ id }) => id || [])
  return lines.map((line) => {
    const id = line.id || newId(line.name, taken, otherwise)
    taken.push(id)
    return { ...line, id, name: line.name.trim() }
  })
}

/**
 * A new id that is not in `taken`. The id is made from the letters and digits of the name. If the name has none,
 * `otherwise` is used.
 */
function newId(name: string, taken: readonly string[], otherwise: string): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{Mark}/gu, '')
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '')
    .slice(0, 40)
  const base = plain || otherwise
  let id = base
  for (let n = 2; taken.includes(id); n++) id = `${base}_${n}`
  return id
}
