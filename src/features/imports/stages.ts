/** The work that belongs to each state of an import. */
import type { ImportOf } from '../../store/imports/due-imports.ts'
import { checkRows } from './checking.ts'
import { commitRows } from './committing.ts'
import type { ImportDeps } from './deps.ts'
import { readFile } from './reading.ts'
import { remindOfRows } from './reminding.ts'
import { FileTrouble } from './table.ts'
import { undoRows } from './undoing.ts'
import { ImportTask, NoLongerOurs } from './work.ts'

const stages = {
  reading: readFile,
  checking: checkRows,
  committing: commitRows,
  undoing: undoRows,
  committed: remindOfRows,
} as const

/**
 * Does the work for the state of an import, until the next state. `holder` is the text that marks the lease as taken by
 * this process.
 */
export async function workOnStage(
  deps: ImportDeps,
  one: ImportOf,
  holder: string,
  stopping: AbortSignal,
): Promise<void> {
  try {
    const work = new ImportTask(deps, one, holder, stopping)
    const stage = stages[work.record.state as keyof typeof stages]
    if (stage === undefined || work.record.paused) return
    await stage(work).catch((error) => {
      if (!(error instanceof FileTrouble)) throw error
      return work.fail(error.code, error.line)
    })
  } catch (error) {
    // This is no failure: another process goes on with the import, or a member has paused it.
    if (!(error instanceof NoLongerOurs)) throw error
  }
}
