/** Which versions this desk wrote, and the order of what it does to one entry. */
import { undoMs } from '../../../base/toasts.tsx'

/** What this desk wrote is needed as long as it can be undone, and while a slow answer is under way. */
const keepMs = undoMs * 3

const written = new Map<string, number>()
const tails = new Map<string, Promise<unknown>>()

/** The version of an entry that this desk wrote last, while it may still be needed. */
export const ownVersion = (id: string): number | undefined => written.get(id)

/** Remembers a version that the server answered to this desk. */
export function wroteVersion(id: string, version: number): void {
  written.set(id, version)
  setTimeout(() => {
    if (written.get(id) === version) written.delete(id)
  }, keepMs)
}

/** Runs something when everything before it on these entries has ended, whether it went well or not. */
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
