import { auditKindCodes } from '../../../db/codes.ts'
import { idOf } from '../../../db/stored-id.ts'
import type { TrailRow } from './trail-rows.ts'

/** What the installation's trail says of the trails of whole practices, by the id of the practice. */
export class Transfers {
  /** Rows up to this one came from another installation, so they were chained with its key. */
  readonly imported = new Map<string, number>()
  /** The trail left with its practice, up to this row. */
  readonly removed = new Map<string, number>()

  /** Looks at a row of the installation's trail that fits the chain. */
  see({ kind, action, recordId, detail }: TrailRow): void {
    if (kind !== auditKindCodes.export || recordId === null || detail === null) return
    const { throughSeq, headSeq } = parsed(detail)
    const practiceId = idOf(recordId)
    if (action === 'practice import' && typeof throughSeq === 'number') {
      this.imported.set(practiceId, throughSeq)
      this.removed.delete(practiceId)
    }
    if (action === 'practice remove' && typeof headSeq === 'number') this.removed.set(practiceId, headSeq)
  }
}

function parsed(detail: string): { throughSeq?: unknown; headSeq?: unknown } {
  try {
    return JSON.parse(detail) ?? {}
  } catch {
    return {}
  }
}
