import type { Replica } from '../../config.ts'
import { stamp } from '../litestream.ts'
import type { Folders } from './owner.ts'

/** `owner.json` remembers this number of earlier folders. */
const mostEarlier = 10

/** The name of a new folder for a stream that begins at this moment, such as `anew-20261122T093000Z`. */
export const newFolderName = (now: number): string => `anew-${stamp(now)}`

/**
 * The folders that an `owner.json` names. The file of an earlier version names no folder. @throws for a name that
 * this program did not make.
 */
export function foldersIn({ folder = null, earlier = [] }: Partial<Folders>): Folders {
  // The name becomes a part of an address, so it must not lead to another place in the store.
  for (const name of [folder, ...earlier.map((one) => one.folder)])
    if (name !== null && !/^anew-[0-9TZ]+$/.test(name)) throw new Error(`no folder of ours: ${name}`)
  return { folder, earlier: earlier.map((one) => ({ folder: one.folder, until: Number(one.until) })) }
}

/** The folders after a stream has moved to the folder `next`. */
export const movedTo = ({ folder, earlier }: Folders, next: string, now: number): Folders => ({
  folder: next,
  earlier: [...earlier, { folder, until: now }].slice(-mostEarlier),
})

/**
 * The folders after another machine took over and goes on in `next`. `from` holds the newest whole copy. Later folders
 * hold no whole copy, so they are removed from the list. Otherwise, when several machines fail one after the other,
 * the list would lose the folder `from`.
 */
export function takenTo(
  { folder, earlier }: Folders,
  { from, next }: { readonly from: string | null; readonly next: string },
  now: number,
): Folders {
  if (folder === from) return movedTo({ folder, earlier }, next, now)
  return { folder: next, earlier: earlier.slice(0, earlier.findIndex((one) => one.folder === from) + 1) }
}

/** The folder that held the stream at the moment `at`, in epoch milliseconds. */
export const folderAt = ({ folder, earlier }: Folders, at: number): string | null =>
  (earlier.find(({ until }) => at <= until) ?? { folder }).folder

/**
 * The replica with the address of this folder, as Litestream needs it. Small objects, such as the claim, are outside
 * these folders.
 */
export function inFolder(replica: Replica, folder: string | null): Replica {
  if (folder === null) return replica
  const [base = '', ...query] = replica.environment.REPLICA_URL!.split('?')
  const url = [`${base.replace(/\/$/, '')}/${folder}`, ...query].join('?')
  return { ...replica, environment: { ...replica.environment, REPLICA_URL: url } }
}
