import type { Replica } from '../config.ts'
import type { Picture } from './picture.ts'
import { Unusable } from './shard.ts'
import { DirectoryWatch } from './watch.ts'

/**
 * Reads the whole directory once, for a command. @throws StoreAway; Unusable when a part of the directory cannot be
 * used.
 */
export async function pictureOf(store: Replica): Promise<Picture> {
  const watch = new DirectoryWatch(store, {
    looked: () => undefined,
    away: () => undefined,
    refused: (why) => {
      throw new Unusable(why)
    },
  })
  await watch.look()
  return watch.picture
}
