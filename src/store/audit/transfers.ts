import { auditKindCodes } from '../../../db/codes.ts'
import { idOf } from '../../../db/stored-id.ts'
import type { AuditEntry } from '../../domain/audit.ts'
import { CameBack } from './came-back.ts'
import type { UnverifiedRow } from './trail-rows.ts'

/** The row in the installation's trail about an import. */
export const importAction = 'practice import'

/** What the rows of a trail were when they came with an import: how many, and the SHA-256 of the file that held them. */
export interface AsImported {
  readonly rows: number
  readonly sha256: string
}

/** What the installation's trail says about the trails of whole practices, by the id of the practice. */
export class Transfers {
  /** Rows up to this one came from another installation, so they were chained with its key. */
  readonly imported = new Map<string, number>()
  readonly asImported = new Map<string, AsImported>()
  /** All that the row about an import says. */
  readonly imports = new Map<string, NonNullable<AuditEntry['detail']>>()
  /** The trail left with its practice, up to this row. */
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

  /** An import of an earlier version does not say itself what is known. */
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
