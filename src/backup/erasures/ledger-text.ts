/** The text of the ledger of erasures, which lists the ids of the persons who were erased. */
import { BackupError } from '../litestream.ts'

/** One erased person. `at` is when the erasure was asked for, in epoch milliseconds. */
export interface Erasure {
  readonly practiceId: string
  readonly patientId: string
  readonly at: number
}

/** An erasure in the ledger on the disk. */
export interface KeptErasure extends Erasure {
  /** Whether the database file was rewritten since the erasure, so that the file contains no data of the person. */
  readonly cleaned: boolean
}

/**
 * The longest ledger that is read. A ledger has at most a few hundred kilobytes, so this program did not write a
 * longer one.
 */
const longest = 64 << 20

/**
 * Reads the text of a ledger. `where` is the location of the ledger, for the message of an error.
 * @throws BackupError when this program did not write the text.
 */
export function readLedger(text: string, where: string): readonly KeptErasure[] {
  try {
    if (text.length > longest) throw new Error('too long')
    const { version, erasures } = JSON.parse(text)
    if (version === 1 && Array.isArray(erasures) && erasures.every(isErasure))
      return erasures.map(({ practiceId, patientId, at, cleaned }) => ({
        practiceId,
        patientId,
        at,
        cleaned: cleaned === true,
      }))
  } catch {
    // Reported below.
  }
  throw new BackupError(
    `the ledger of erased persons, ${where}, cannot be read. An erased person could come back, so nothing is served. Restore this file from a copy, or correct it by hand`,
  )
}

const isErasure = (value: unknown): value is Erasure & { readonly cleaned?: unknown } => {
  const { practiceId, patientId, at } = (value ?? {}) as Partial<Record<keyof Erasure, unknown>>
  return typeof practiceId === 'string' && typeof patientId === 'string' && typeof at === 'number'
}

/** The text of a ledger, one erasure on each line. */
export const writeLedger = (erasures: readonly KeptErasure[]): string =>
  `{"version":1,"erasures":[${erasures.map((one) => `\n${JSON.stringify(one)}`).join(',')}\n]}\n`

const nameOf = ({ practiceId, patientId }: Erasure): string => `${practiceId} ${patientId}`

/**
 * The erasures of both lists without repeats: first the erasures of the first list, then the erasures of the second.
 */
export function joined(first: readonly KeptErasure[], second: readonly Erasure[]): readonly KeptErasure[] {
  const all = new Map(first.map((one) => [nameOf(one), one]))
  for (const one of second) if (!all.has(nameOf(one))) all.set(nameOf(one), { ...one, cleaned: false })
  return [...all.values()]
}

/** The erasures of all persons except one. */
export const without = (erasures: readonly KeptErasure[], one: Erasure): readonly KeptErasure[] =>
  erasures.filter((other) => nameOf(other) !== nameOf(one))

/** The list, with the field `cleaned` of the erasures in `these` set to the given value. */
export function marked(
  erasures: readonly KeptErasure[],
  these: readonly Erasure[],
  { cleaned }: Pick<KeptErasure, 'cleaned'>,
): readonly KeptErasure[] {
  const names = new Set(these.map(nameOf))
  return erasures.map((one) => (names.has(nameOf(one)) ? { ...one, cleaned } : one))
}
