import type { AsImported } from '../audit/transfers.ts'
import type { Connection } from '../engine/connection.ts'
import { CannotTell, trailLines } from '../transfer/read.ts'

/**
 * Whether the rows of a trail up to `through` are still as they were when they came with an import. `closed` means that
 * a closing has replaced some of them since.
 */
export function importedState(
  connection: Connection,
  trail: number,
  through: number,
  asImported: AsImported,
): 'same' | 'changed' | 'closed' {
  const hash = new Bun.CryptoHasher('sha256')
  let rows = 0
  try {
    for (const line of trailLines(connection, trail, through)) {
      hash.update(`${line}\n`)
      rows++
    }
  } catch (error) {
    if (error instanceof CannotTell) return 'changed'
    throw error
  }
  // Fewer rows count as closed here. The check of the single rows finds a missing row that no closing covers.
  if (rows < asImported.rows) return 'closed'
  return hash.digest('hex') === asImported.sha256 ? 'same' : 'changed'
}
