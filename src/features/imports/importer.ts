/**
 * Works on the imports of all practices. It works on a few imports at a time, and on one import of each practice. When
 * a process stops, the next process goes on with the imports that it has not ended.
 */
import { bookkeepingAct } from '../../domain/act.ts'
import { fileKeptMs, undoableMs } from '../../domain/import/kinds.ts'
import type { ImportOf } from '../../store/imports/due-imports.ts'
import {
  findImport,
  findWork,
  importLeaseMs,
  leaseImport,
  remindingOf,
  removeSomeRows,
  updateImport,
  updateWork,
} from '../../store/imports/imports.ts'
import type { ImportDeps } from './deps.ts'

/**
 * How many imports are worked on at a time. During a dry run, each import keeps numbers for the texts of its rows in
 * memory.
 */
const mostAtOnce = 2
const removedAtOnce = 500

/** Makes the importer, which works on imports that are due. `stop` ends its work after the present step. */
export function createImporter(deps: ImportDeps) {
  const halt = new AbortController()
  const running = new Map<string, Promise<void>>()

  function fill(): void {
    if (halt.signal.aborted) return
    for (const one of deps.due.list(deps.now(), mostAtOnce)) {
      if (running.size >= mostAtOnce) return
      if (running.has(one.id)) continue
      running.set(
        one.id,
        workOn(deps, one, halt.signal)
          .catch(deps.report)
          .finally(() => running.delete(one.id)),
      )
    }
  }

  return {
    /** Looks for work, and removes what was kept long enough. It does not wait for the imports. */
    async tick(): Promise<void> {
      fill()
      await tidy(deps)
    },
    /** Looks for work at once. */
    wake: fill,
    /** Resolves when all work is done. */
    async idle(): Promise<void> {
      fill()
      while (running.size > 0) {
        await Promise.all(running.values())
        fill()
      }
    },
    async stop(): Promise<void> {
      halt.abort()
      await Promise.all(running.values())
    },
  }
}

export type Importer = ReturnType<typeof createImporter>

async function workOn(deps: ImportDeps, one: ImportOf, stopping: AbortSignal): Promise<void> {
  const practice = deps.practices.of(one.practiceId, bookkeepingAct('workOnImport'))
  const holder = crypto.randomUUID()
  const until = () => deps.now() + importLeaseMs
  if (!(await practice.write((tx) => leaseImport(tx, one.id, holder, deps.now(), until())))) return
  try {
    // The module is loaded here, because most starts of the service have no import and should not wait for it.
    const { workOnStage } = await import('./stages.ts')
    await workOnStage(deps, one, holder, stopping)
  } finally {
    await giveBack(deps, one, holder)
  }
}

/** Ends the lease, unless another process has it by now. A lease that is not ended here expires by itself. */
async function giveBack(deps: ImportDeps, { practiceId, id }: ImportOf, holder: string): Promise<void> {
  await deps.practices
    .of(practiceId, bookkeepingAct('workOnImport'))
    .write((tx) => {
      if (findWork(tx, id)?.lease === holder) updateWork(tx, id, { lease: null, leaseUntil: null })
    })
    .catch(() => undefined)
}

/**
 * Removes files that were kept for a day, and rows of imports that cannot be undone any more. A paused undo goes on and
 * ends before its rows are removed.
 */
async function tidy(deps: ImportDeps): Promise<void> {
  const now = deps.now()
  deps.files.removeOld(now - fileKeptMs)
  for (const { practiceId, id } of deps.due.old(now - fileKeptMs, now - undoableMs)) {
    const practice = deps.practices.of(practiceId, bookkeepingAct('removeImportFile'))
    const record = findImport(practice.read, id)
    if (record === null) continue
    const isOver = record.committedAt !== null
    const isOld = isOver && record.committedAt! <= now - undoableMs
    const rowsLeave = !isOver || (isOld && record.state !== 'undoing')
    if (record.fileRemovedAt === null) {
      deps.files.remove(id)
      await practice.write((tx) => {
        const state = isOver || record.state === 'unreadable' ? record.state : 'expired'
        // An undo needs no file, so a paused undo stays paused.
        const stopped = record.state === 'committing'
        const ended = stopped
          ? { state: 'committed' as const, committedAt: now, problem: 'file_gone' as const, paused: false }
          : { state }
        updateImport(tx, id, { ...ended, fileRemovedAt: now, updatedAt: now })
        const reminding = stopped ? remindingOf(record) : {}
        updateWork(tx, id, { ...reminding, unknown: [], lease: null, leaseUntil: null })
      })
      if (record.state === 'committing') continue
    }
    if (isOld && record.state === 'undoing')
      await practice.write((tx) => updateImport(tx, id, { paused: false, updatedAt: now }))
    if (!rowsLeave) continue
    const removeNext = () => practice.write((tx) => removeSomeRows(tx, id, removedAtOnce))
    while ((await removeNext()) === removedAtOnce) await Bun.sleep(0)
  }
}
