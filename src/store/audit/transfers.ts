import { auditKindCodes } from '../../../db/codes.ts'
import { idOf } from '../../../db/stored-id.ts'
import type { AuditEntry } from '../../domain/audit.ts'
import { CameBack } from './came-back.ts'
import type { UnverifiedRow } from './trail-rows.ts'

/** The action of the row in the installation's trail about the import of a practice. */
export const importAction = 'practice import'

/** The rows of a trail at the time of their import: their number, and the SHA-256 of the file that held them. */
export interface AsImported {
  readonly rows: number
  readonly sha256: string
}

/** Collects facts about imports and removals of whole practices from the installation's trail, by the practice's id. */
export class Transfers {
  /** Rows up to this one came from another installation, so they were chained with its key. */
  readonly imported = new Map<string, number>()
  readonly asImported = new Map<string, AsImported>()
  /** The complete detail of the row about an import. */
  readonly imports = new Map<string, NonNullable<AuditEntry['detail']>>()
  /** The number of the trail's last row when the trail left with its practice. */
  readonly removed = new Map<string, number>()
  /** What is known about a trail that left and came back. */
  readonly cameBack = new Map<string, CameBack>()
  readonly #left = new Map<string, CameBack>()

  /** Looks at a row of the installation's trail that fits the chain. */
  see({ at, kind, action, recordId, detail }: UnverifiedRow): void {
    if (kind !== auditKindCodes.export || recordId === null || detail === null) return
    const said = parsed(detail)
    const { throughSeq, trailRows, trailSha256, headSeq } = said
    const practiceId = idOf(recordId)
    if (action === importAction && typeof throughSeq === 'number') {
      this.#comesBack(practiceId, said)
      this.imported.set(practiceId, throughSeq)
      if (typeof trailRows === 'number' && typeof trailSha256 === 'string')
        this.asImported.set(practiceId, { rows: trailRows, sha256: trailSha256 })
      this.removed.delete(practiceId)
    }
    if (action === 'practice remove' && typeof headSeq === 'number') {
      this.removed.set(practiceId, headSeq)
      this.imports.delete(practiceId)
      if (typeof said.headMac === 'string') this.#leaves(practiceId, headSeq, said.headMac, at)
    }
  }

  /** What is known about a trail that has left. */
  left(practiceId: string): CameBack | undefined {
    return this.#left.get(practiceId)
  }

  #leaves(practiceId: string, headSeq: number, headMac: string, removedAt: number): void {
    const before = this.cameBack.get(practiceId)?.own ?? []
    const own = [...before, { after: this.imported.get(practiceId) ?? 0, through: headSeq }]
    this.#left.set(practiceId, new CameBack({ own, headSeq, headMac, removedAt }))
  }

  /** The row about an import by an earlier version does not hold what is known about the trail. */
  #comesBack(practiceId: string, said: NonNullable<AuditEntry['detail']>): void {
    const known = CameBack.in(said) ?? this.#left.get(practiceId)
    if (known === undefined) this.cameBack.delete(practiceId)
    else this.cameBack.set(practiceId, known)
    this.imports.set(practiceId, { ...said, ...known?.detail })
  }
}

function parsed(detail: string): NonNullable<AuditEntry['detail']> {
  try {
    return JSON.parse(detail) ?? {}
  } catch {
    return {}
  }
}
