import { auditKindCodes } from '../../../db/codes.ts'
import { idOf } from '../../../db/stored-id.ts'
import type { AuditEntry } from '../../domain/audit.ts'
import type { TrailRow } from './trail-rows.ts'

/** The row in the installation's trail that tells of an import. */
export const importAction = 'practice import'

/** What the rows of a trail were when they came with an import: how many, and the SHA-256 of the file that held them. */
export interface AsImported {
  readonly rows: number
  readonly sha256: string
}

/** What the installation's trail says of the trails of whole practices, by the id of the practice. */
export class Transfers {
  /** Rows up to this one came from another installation, so they were chained with its key. */
  readonly imported = new Map<string, number>()
  readonly asImported = new Map<string, AsImported>()
  /** All that the row about an import says. */
  readonly imports = new Map<string, NonNullable<AuditEntry['detail']>>()
  /** The trail left with its practice, up to this row. */
  readonly removed = new Map<string, number>()

  /** Looks at a row of the installation's trail that fits the chain. */
  see({ kind, action, recordId, detail }: TrailRow): void {
    if (kind !== auditKindCodes.export || recordId === null || detail === null) return
    const said = parsed(detail)
    const { throughSeq, trailRows, trailSha256, headSeq } = said
    const practiceId = idOf(recordId)
    if (action === importAction && typeof throughSeq === 'number') {
      this.imports.set(practiceId, said)
      this.imported.set(practiceId, throughSeq)
      if (typeof trailRows === 'number' && typeof trailSha256 === 'string')
        this.asImported.set(practiceId, { rows: trailRows, sha256: trailSha256 })
      this.removed.delete(practiceId)
    }
    if (action === 'practice remove' && typeof headSeq === 'number') {
      this.removed.set(practiceId, headSeq)
      this.imports.delete(practiceId)
    }
  }
}

function parsed(detail: string): NonNullable<AuditEntry['detail']> {
  try {
    return JSON.parse(detail) ?? {}
  } catch {
    return {}
  }
}
