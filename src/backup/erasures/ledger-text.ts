/** What a ledger of erasures says: the ids of the persons who were erased. */
import { BackupError } from '../litestream.ts'

/** One erased person. `at` is when the erasure was asked for, in epoch milliseconds. */
export interface Erasure {
  readonly practiceId: string
  readonly patientId: string
  readonly at: number
}

/** An erasure as the disk keeps it. */
export interface KeptErasure extends Erasure {
  /** Whether the file of the database was rewritten since, so that no piece of the person is in it. */
  readonly cleaned: boolean
}

/** A ledger is a few hundred kilobytes at most. One that is longer was not written by this program. */
const longest = 64 << 20

/** @throws BackupError when the text is not what this program writes. `where` names the place for the operator. */
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

/** The erasures of both lists, each once, in the order of the first list and then of the second. */
export function joined(first: readonly KeptErasure[], second: readonly Erasure[]): readonly KeptErasure[] {
  const all = new Map(first.map((one) => [nameOf(one), one]))
  for (const one of second) if (!all.has(nameOf(one))) all.set(nameOf(one), { ...one, cleaned: false })
  return [...all.values()]
}

/** The erasures without those of one person. */
export const without = (erasures: readonly KeptErasure[], one: Erasure): readonly KeptErasure[] =>
  erasures.filter((other) => nameOf(other) !== nameOf(one))

/** The list, in which these are `cleaned` or not. */
export function marked(
  erasures: readonly KeptErasure[],
  these: readonly Erasure[],
  { cleaned }: Pick<KeptErasure, 'cleaned'>,
): readonly KeptErasure[] {
  const names = new Set(these.map(nameOf))
  return erasures.map((one) => (names.has(nameOf(one)) ? { ...one, cleaned } : one))
}
