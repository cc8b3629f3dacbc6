/**
 * The differences between two states of a practice, by their archives. Only the differences are sent to the other cell.
 */
import { Unfit } from '../store/transfer/fields.ts'
import { type ReadRow, readRow } from '../store/transfer/take.ts'
import type { Archive } from './archive.ts'
import { Damaged } from './damage.ts'
import { linesOf } from './lines.ts'
import { fileOf, tablesIn } from './manifest.ts'
import { type ByteSpan, readFully } from './tar-reader.ts'

/** A row of a table, as its line in the archive. */
interface TableLine {
  readonly table: string
  readonly text: string
}

/** Rows that only one of the two states has, in the order of the tables. */
interface Differing {
  readonly removed: readonly TableLine[]
  readonly added: readonly TableLine[]
  /** The row of the practice itself, in the new state. */
  readonly practice: string
}

/** Compares two states of a practice. */
export function differencesOf(before: Archive, after: Archive): Differing {
  const removed: TableLine[] = []
  const added: TableLine[] = []
  for (const table of tablesIn(after.manifest)) {
    if (table === 'practices') continue
    const [old, young] = [before.fileOfTable(table), after.fileOfTable(table)]
    if (old.listed.sha256 === young.listed.sha256) continue
    const grown = grownPart(after.file, old.listed, young.place)
    if (grown !== null) {
      for (const { text } of linesOf(after.file, table, ...grown)) added.push({ table, text })
      continue
    }
    removed.push(...onlyIn(before, after, table))
    added.push(...onlyIn(after, before, table))
  }
  const [practice] = linesIn(after, 'practices')
  return { removed, added, practice: practice! }
}

/**
 * The new part of a table at its end, with its digest, when rows were only added at the end. Null when other rows
 * changed, too.
 */
function grownPart(
  file: number,
  old: { readonly bytes: number; readonly sha256: string },
  { at, size }: ByteSpan,
): [ByteSpan, string] | null {
  if (size < old.bytes || digestOf(file, { at, size: old.bytes }) !== old.sha256) return null
  const rest = { at: at + old.bytes, size: size - old.bytes }
  return [rest, digestOf(file, rest)]
}

function digestOf(file: number, { at, size }: ByteSpan): string {
  const hash = new Bun.CryptoHasher('sha256')
  const buffer = Buffer.alloc(1 << 20)
  for (let done = 0; done < size; ) {
    const read = readFully(file, buffer.subarray(0, Math.min(buffer.length, size - done)), at + done)
    if (read === 0) break
    hash.update(buffer.subarray(0, read))
    done += read
  }
  return hash.digest('hex')
}

function* linesIn({ file, fileOfTable }: Archive, table: string): Generator<string> {
  const { listed, place } = fileOfTable(table)
  for (const { text } of linesOf(file, listed.name, place, listed.sha256)) yield text
}

/**
 * The rows of one state that the other state lacks. The rows are compared by hashes. If two hashes are equal by chance,
 * the comparison of the digests of both cells finds this later.
 */
function* onlyIn(one: Archive, other: Archive, table: string): Generator<TableLine> {
  const known = new Set<bigint>()
  for (const unit of unitsIn(other, table)) known.add(hashOf(unit))
  for (const unit of unitsIn(one, table))
    if (!known.has(hashOf(unit))) for (const text of unit) yield { table, text }
}

const hashOf = (unit: readonly string[]): bigint => Bun.hash.wyhash(unit.join('\n'))

/**
 * The lines of a table in units. A unit is always replaced as a whole. It is one line, or all tags of a patient,
 * because the tags have an order.
 */
function* unitsIn(archive: Archive, table: string): Generator<readonly string[]> {
  let unit: string[] = []
  let owner: unknown
  for (const text of linesIn(archive, table)) {
    const of = table === 'patient_tags' ? JSON.parse(text).patientId : {}
    if (of !== owner && unit.length > 0) {
      yield unit
      unit = []
    }
    owner = of
    unit.push(text)
  }
  if (unit.length > 0) yield unit
}

/** The differences as one text, to be sent to the other cell. */
export const differencesText = ({ removed, added, practice }: Differing): string =>
  [
    `= practices ${practice}`,
    ...removed.map(({ table, text }) => `- ${table} ${text}`),
    ...added.map(({ table, text }) => `+ ${table} ${text}`),
  ].join('\n')

/** Reads the differences. @throws Damaged. */
export function readDifferences(text: string): {
  readonly practice: ReadRow
  readonly removed: readonly ReadRow[]
  readonly added: readonly ReadRow[]
} {
  const removed: ReadRow[] = []
  const added: ReadRow[] = []
  let practice: ReadRow | undefined
  for (const [i, line] of text.split('\n').entries()) {
    const [, sign, table, row] = /^([-+=]) (\w+) (.*)$/s.exec(line) ?? []
    if (sign === undefined) throw new Damaged(null, 'A line of the differences is none')
    const read = readLine(table!, row!, i + 1)
    if (sign === '=') practice = read
    else (sign === '-' ? removed : added).push(read)
  }
  if (practice === undefined) throw new Damaged(fileOf('practices'), 'The practice is missing')
  return { practice, removed, added }
}

function readLine(table: string, text: string, number: number): ReadRow {
  try {
    return readRow(table, JSON.parse(text))
  } catch (error) {
    if (error instanceof Unfit) throw new Damaged(fileOf(table), error.message, number)
    throw error
  }
}
