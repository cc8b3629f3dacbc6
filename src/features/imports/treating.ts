import type { RowOutcome } from '../../domain/import/kinds.ts'
import type { WriteScope } from '../../store/engine/scope.ts'
import { noteRow, type RowNote } from '../../store/imports/import-rows.ts'
import { isNoRowFault, RowFault } from './faults.ts'
import { type Breath, timeToWrite } from './pace.ts'
import type { ImportTask } from './work.ts'

/** What became of a row, and its outcome before. */
interface Treated {
  readonly from: RowOutcome
  readonly note: RowNote
}

/**
 * Calls `treat` for one row after the other in short transactions, and stores the note that it returns. Null means that
 * the row stays as it is. When a row fails, its transaction is repeated, and `treat` gets `isBroken` for this row.
 * @throws NoLongerOurs, DatabaseUnavailable, and the error of a row that fails again with `isBroken`.
 */
export async function treatRows<R extends { readonly line: number }>(
  work: ImportTask,
  action: string,
  rows: readonly R[],
  breath: Breath,
  treat: (tx: WriteScope, row: R, isBroken: boolean) => Treated | null,
): Promise<void> {
  const broken = new Set<R>()
  for (let at = 0; at < rows.length; ) {
    let next = at
    try {
      await work.step(action, (tx, { done, counts: before }) => {
        const mayGoOn = timeToWrite()
        const counts = { ...before }
        do {
          const row = rows[next]!
          const treated = treat(tx, row, broken.has(row))
          if (treated !== null) {
            const { from, note } = treated
            noteRow(tx, work.id, row.line, note)
            counts[from] = (counts[from] ?? 0) - 1
            counts[note.outcome] = (counts[note.outcome] ?? 0) + 1
          }
          next++
        } while (next < rows.length && mayGoOn())
        return { line: rows[next - 1]!.line, done: done + next - at, counts }
      })
      at = next
    } catch (error) {
      // An error of the commit counts as an error of the last row.
      const row = rows[Math.min(next, rows.length - 1)]!
      if (isNoRowFault(error) || broken.has(row)) throw error
      broken.add(row)
      work.deps.report(new RowFault(error))
    }
    await breath.take()
  }
}
