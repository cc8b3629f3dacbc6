/**
 * The directory: which practice is in which cell. It is 256 small objects in the object store, and each change is one
 * conditional write of one of them (RFC 9110 §13.1.1). So of two who change the same practice, one fails.
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

/** Somebody else changed the record meanwhile. `found` is what is there now. */
export class DirectoryChanged extends Error {
  readonly found: HostRecord | null

  constructor(host: string, found: HostRecord | null) {
    super(`${host} was changed in the directory meanwhile: look at it, and type the command again`)
    this.found = found
  }
}

/** More attempts are made only while others change other hosts of the same shard. */
const mostTries = 20

export class Directory {
  readonly #replica: Replica

  /** `replica` leads to CELLS_URL. */
  constructor(replica: Replica) {
    this.#replica = replica
  }

  /** Reads in the store where the practice with this host is. Null for a host of nobody. @throws StoreAway, Unusable. */
  async look(host: string): Promise<Placement | null> {
    const record = await this.#record(host)
    if (record === null || isPlacement(record)) return record
    const home = await this.#record(record.home)
    return home !== null && isPlacement(home) && home.practiceId === record.practiceId ? home : null
  }

  /**
   * Changes the placement of a practice, or adds one with `expected` null: then the host is reserved for it. Does nothing where
   * `next` is there already, because an earlier answer of the store may have been lost.
   * @throws DirectoryChanged where the store does not hold `expected`; StoreAway: then nobody knows whether the change was made.
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

  /** Takes a further host away from a practice. @throws as `change`. */
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
      // What nobody would read must not be written.
      readShard(name, text)
      if ((await this.#object(name).write(text, tag)) !== null) return
    }
    throw new DirectoryChanged(host, expected)
  }

  #object(name: string) {
    // `config.ts` lets no other store be the place of the directory.
    return objectIn(this.#replica, `${directoryFolder}/${name}.json`, { needs: 'conditions' })!
  }
}
