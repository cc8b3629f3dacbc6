/** The versions that this desk wrote, and a queue that runs the changes to one entry one after another. */
import { undoMs } from '../../../base/toasts.tsx'

/** How long a version is kept, in milliseconds. A version is needed for an undo, and while a slow answer is pending. */
const keepMs = undoMs * 3

const written = new Map<string, number>()
const tails = new Map<string, Promise<unknown>>()

/** The version of an entry that this desk wrote last; undefined when there is none or it was forgotten. */
export const ownVersion = (id: string): number | undefined => written.get(id)

/** Stores a version from an answer of the server to this desk. */
export function wroteVersion(id: string, version: number): void {
  written.set(id, version)
  setTimeout(() => {
    if (written.get(id) === version) written.delete(id)
  }, keepMs)
}

/** Runs a function when all earlier functions for these entries have ended, whether they succeeded or not. */
export function inLine<T>(ids: readonly string[], run: () => Promise<T>): Promise<T> {
  const mine = Promise.allSettled(ids.map((id) => tails.get(id))).then(run)
  const settled = mine.then(
    () => {},
    () => {},
  )
  for (const id of ids) tails.set(id, settled)
  void settled.then(() => {
    for (const id of ids) if (tails.get(id) === settled) tails.delete(id)
  })
  return mine
}
