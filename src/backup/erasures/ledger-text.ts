/** What a ledger of erasures says: who was erased, by ids alone. */
import { BackupError } from '../litestream.ts'

/** One erased person. `at` is when the erasure was asked for, in epoch milliseconds. */
export interface Erasure {
  readonly practiceId: string
  readonly patientId: string
  readonly at: number
}

export interface Ledger {
  readonly erasures: readonly Erasure[]
  /** Whether the file of the database may still hold pieces of an erased person between its rows, or in its log. */
  readonly toClean: boolean
}

export const emptyLedger: Ledger = { erasures: [], toClean: false }

/** A ledger is a few hundred kilobytes at most. One that is longer was not written by this program. */
const longest = 64 << 20

/** @throws BackupError when the text is not what this program writes. `where` names the place for the operator. */
export function readLedger(text: string, where: string): Ledger {
  try {
    if (text.length > longest) throw new Error('too long')
    const { version, erasures, toClean } = JSON.parse(text)
    if (version === 1 && Array.isArray(erasures) && erasures.every(isErasure))
      return {
        erasures: erasures.map(({ practiceId, patientId, at }: Erasure) => ({ practiceId, patientId, at })),
        toClean: toClean === true,
      }
  } catch {
    // Told below.
  }
  throw new BackupError(
    `the ledger of erased persons, ${where}, cannot be read. An erased person could come back, so nothing is served. Restore this file from a copy, or correct it by hand`,
  )
}

const isErasure = (value: unknown): value is Erasure => {
  const { practiceId, patientId, at } = (value ?? {}) as Partial<Record<keyof Erasure, unknown>>
  return typeof practiceId === 'string' && typeof patientId === 'string' && typeof at === 'number'
}

/** The text of a ledger, one erasure on each line. */
export const writeLedger = ({ erasures, toClean }: Ledger): string =>
  `{"version":1,"toClean":${toClean},"erasures":[${erasures.map((one) => `\n${JSON.stringify(one)}`).join(',')}\n]}\n`

const nameOf = ({ practiceId, patientId }: Erasure): string => `${practiceId} ${patientId}`

/** The erasures of both lists, each once, in the order of the first list and then of the second. */
export function joined(first: readonly Erasure[], second: readonly Erasure[]): readonly Erasure[] {
  const all = new Map<string, Erasure>()
  for (const one of [...first, ...second]) if (!all.has(nameOf(one))) all.set(nameOf(one), one)
  return [...all.values()]
}

/** The list without one person. */
export const without = (erasures: readonly Erasure[], one: Erasure): readonly Erasure[] =>
  erasures.filter((other) => nameOf(other) !== nameOf(one))
