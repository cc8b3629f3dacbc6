import { auditKindCodes } from '../../../db/codes.ts'
import { idOf } from '../../../db/stored-id.ts'
import type { TrailRow } from './trail-rows.ts'

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
  /** The trail left with its practice, up to this row. */
  readonly removed = new Map<string, number>()

  /** Looks at a row of the installation's trail that fits the chain. */
  see({ kind, action, recordId, detail }: TrailRow): void {
    if (kind !== auditKindCodes.export || recordId === null || detail === null) return
    const { throughSeq, trailRows, trailSha256, headSeq } = parsed(detail)
    const practiceId = idOf(recordId)
    if (action === 'practice import' && typeof throughSeq === 'number') {
      this.imported.set(practiceId, throughSeq)
      if (typeof trailRows === 'number' && typeof trailSha256 === 'string')
        this.asImported.set(practiceId, { rows: trailRows, sha256: trailSha256 })
      this.removed.delete(practiceId)
    }
    if (action === 'practice remove' && typeof headSeq === 'number') this.removed.set(practiceId, headSeq)
  }
}

type Detail = Partial<Record<'throughSeq' | 'trailRows' | 'trailSha256' | 'headSeq', unknown>>

function parsed(detail: string): Detail {
  try {
    return JSON.parse(detail) ?? {}
  } catch {
    return {}
  }
}
