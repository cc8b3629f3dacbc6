import type { AuditEntry } from '../../domain/audit.ts'
import type { Head } from '../engine/chain/chain.ts'

/** The rows with numbers higher than `after`, up to `through`. */
export interface RowRange {
  readonly after: number
  readonly through: number
}

interface Known {
  /** The rows that this installation has chained. */
  readonly own: readonly RowRange[]
  readonly headSeq: number
  /** The mac of the row `headSeq`, in hexadecimal digits. */
  readonly headMac: string
  readonly removedAt: number
}

/** The note that this installation made about a trail when its practice was removed. Later, the practice came back. */
export class CameBack {
  readonly #known: Known

  constructor(known: Known) {
    this.#known = known
  }

  /** Reads the note from the detail of a row about an import; undefined when the detail has none. */
  static in(said: NonNullable<AuditEntry['detail']>): CameBack | undefined {
    return typeof said.cameBack === 'string' ? new CameBack(JSON.parse(said.cameBack)) : undefined
  }

  get own(): readonly RowRange[] {
    return this.#known.own
  }

  /** The last row that the trail had when its practice was removed. */
  get head(): Head {
    return { seq: this.#known.headSeq, mac: Buffer.from(this.#known.headMac, 'hex') }
  }

  /** When the removal of the practice ended, in epoch milliseconds. */
  get removedAt(): number {
    return this.#known.removedAt
  }

  /** The form in which the detail of a row about an import holds the note. */
  get detail(): { readonly cameBack: string } {
    return { cameBack: JSON.stringify(this.#known) }
  }
}

export const isIn = (ranges: readonly RowRange[], seq: number): boolean =>
  ranges.some(({ after, through }) => seq > after && seq <= through)
