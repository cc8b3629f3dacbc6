/**
 * The directory: which practice is in which cell. The directory consists of 256 small objects in the object store,
 * called shards. Each change is one conditional write of one shard (RFC 9110 §13.1.1). So when two processes change
 * the same practice, one of them fails.
 */
import { objectIn } from '../backup/owner/place.ts'
import type { Replica } from '../config.ts'
import { same } from './picture.ts'
import {
  type FurtherHost,
  type HostRecord,
  isPlacement,
  type Placement,
  shardOf,
  whyNoChange,
} from './placement.ts'
import { emptyShard, readShard, type Shard, shardText } from './shard.ts'

/** The folder of the shards, below CELLS_URL. */
export const directoryFolder = 'directory'

/** The error that another process changed the record meanwhile. `found` is the present record. */
export class DirectoryChanged extends Error {
  readonly found: HostRecord | null

  constructor(host: string, found: HostRecord | null) {
    super(`${host} was changed in the directory meanwhile: look at it, and type the command again`)
    this.found = found
  }
}

/**
 * The most attempts for one change. Further attempts are needed only while others change other hosts of the same
 * shard.
 */
const mostTries = 20

export class Directory {
  readonly #replica: Replica

  /** `replica` is the object store at CELLS_URL. */
  constructor(replica: Replica) {
    this.#replica = replica
  }

  /**
   * Reads the placement of the practice with this host from the store. Null when no practice has this host.
   * @throws StoreAway, Unusable.
   */
  async look(host: string): Promise<Placement | null> {
    const record = await this.#record(host)
    if (record === null || isPlacement(record)) return record
    const home = await this.#record(record.home)
    return home !== null && isPlacement(home) && home.practiceId === record.practiceId ? home : null
  }

  /**
   * Changes the placement of a practice. With `expected` null, adds a placement, which reserves the host for the
   * practice. Does nothing when the store already holds `next`, because an earlier answer of the store may have been
   * lost.
   * @throws DirectoryChanged when the store does not hold `expected`; StoreAway when it is not known whether the
   * change was made.
   */
  change(expected: Placement | null, next: Placement): Promise<void> {
    return this.#put(next.host, expected, next)
  }

  /** Ends the move of a practice before its commit. From then on, a late commit of that move fails. @throws as `change`. */
  endMove(moving: Placement): Promise<void> {
    const { to: _, move: __, ...rest } = moving
    return this.change(moving, { ...rest, state: 'active' })
  }

  /** Gives a practice a further host. @throws as `change`. */
  addHost(host: string, { practiceId, host: home }: Placement): Promise<void> {
    return this.#put(host, null, { host, practiceId, home })
  }

  /** Removes a further host from a practice. @throws as `change`. */
  removeHost(record: FurtherHost): Promise<void> {
    return this.#put(record.host, record, null)
  }

  async #record(host: string): Promise<HostRecord | null> {
    const { shard } = await this.#shard(shardOf(host))
    return shard.records.get(host) ?? null
  }

  async #shard(name: string): Promise<{ shard: Shard; tag: string | null }> {
    const found = await this.#object(name).read()
    if (found === null) return { shard: emptyShard, tag: null }
    return { shard: readShard(name, found.text), tag: found.tag }
  }

  async #put(host: string, expected: HostRecord | null, next: HostRecord | null): Promise<void> {
    const why = next === null ? undefined : whyNoChange(expected, next)
    if (why !== undefined) throw new Error(`${why}: please report it`)
    const name = shardOf(host)
    for (let tries = 0; tries < mostTries; tries++) {
      const { shard, tag } = await this.#shard(name)
      const found = shard.records.get(host) ?? null
      if (same(found, next)) return
      if (!same(found, expected)) throw new DirectoryChanged(host, found)
      const records = new Map(shard.records)
      if (next === null) records.delete(host)
      else records.set(host, next)
      const text = shardText({ version: shard.version + 1, records })
      // A text that `readShard` refuses must not be written.
      readShard(name, text)
      if ((await this.#object(name).write(text, tag)) !== null) return
    }
    throw new DirectoryChanged(host, expected)
  }

  #object(name: string) {
    // The object is never null, because the configuration accepts only stores with conditional writes for CELLS_URL.
    return objectIn(this.#replica, `${directoryFolder}/${name}.json`, { needs: 'conditions' })!
  }
}
