import { type Listed, listerOf } from '../backup/owner/listing.ts'
import { objectIn } from '../backup/owner/place.ts'
import type { Replica } from '../config.ts'
import { directoryFolder } from './directory.ts'
import { Picture } from './picture.ts'
import { mostShardBytes, Unusable } from './shard.ts'

/** How often the directory is read, in milliseconds. A watch sees a change after at most this time and one read. */
export const lookEveryMs = 2_000
/**
 * The same while a practice moves, in milliseconds. Nobody can write in that practice until the other cell and the
 * router have seen the change.
 */
const whileMovingMs = 500
/**
 * How long a move makes the reads more frequent, in milliseconds. A longer move may have been forgotten, and each read
 * costs a request.
 */
const longestHurryMs = 600_000
/** How many shards are read at a time. */
const atOnce = 16

interface DirectoryTold {
  /**
   * Called after each round with the ids of the practices that have changed, or with null when the round failed. The
   * next round begins some time after this call has ended.
   */
  readonly looked: (changed: readonly string[] | null) => void | Promise<void>
  /** Called with a message when an object of the directory cannot be used, once for each content of the object. */
  readonly refused: (why: string) => void
  /** Called with the error of a round, or of `looked`. The picture keeps what was read so far. */
  readonly away: (error: unknown) => void
}

/**
 * Reads the directory again and again. An object that cannot be used is left out, and its last good content stays in
 * the picture.
 */
export class DirectoryWatch {
  readonly picture = new Picture()
  readonly #list: NonNullable<ReturnType<typeof listerOf>>
  readonly #replica: Replica
  readonly #told: DirectoryTold
  /** The ETags of the objects that need no further read, as the list shows them, by the names of the objects. */
  readonly #seen = new Map<string, string>()
  /** The names of the objects with content in the picture, each with the ETag of that content. */
  readonly #shards = new Map<string, string>()
  readonly #unusable = new Map<string, string>()
  /** The ids of the practices that move, each with the time at which this was seen, by `performance.now()`. */
  readonly #moving = new Map<string, number>()
  #lookedAt: number | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #looking: Promise<void> | undefined
  #stopped = false

  /** `replica` is the object store at CELLS_URL. */
  constructor(replica: Replica, told: DirectoryTold) {
    this.#replica = replica
    this.#told = told
    this.#list = listerOf(replica, directoryFolder)!
  }

  /** When the directory was last read, by `performance.now()`. Null before the first time. */
  get lookedAt(): number | null {
    return this.#lookedAt
  }

  /** The names of the objects that cannot be used at the moment, each with the reason. */
  get unusable(): ReadonlyMap<string, string> {
    return this.#unusable
  }

  /** Whether nothing is known of a shard, although the store has an object for it. */
  lacks(shard: string): boolean {
    return this.#unusable.has(`${shard}.json`) && !this.#shards.has(`${shard}.json`)
  }

  /**
   * Reads the directory once: lists the shards, and reads those that have changed. Returns the ids of the practices
   * that changed.
   * @throws StoreAway.
   */
  async look(): Promise<string[]> {
    const listed = await this.#list()
    const changed = new Set<string>()
    const names = [...listed.keys()].filter((name) => this.#seen.get(name) !== listed.get(name)!.tag)
    for (let at = 0; at < names.length; at += atOnce)
      await Promise.all(
        names.slice(at, at + atOnce).map(async (name) => {
          for (const id of await this.#read(name, listed.get(name)!)) changed.add(id)
        }),
      )
    for (const file of this.#shards.keys())
      if (!listed.has(file) && (this.#seen.delete(file) || !this.#unusable.has(file)))
        this.#refuse(file, 'somebody removed it')
    for (const file of this.#unusable.keys())
      if (!listed.has(file) && !this.#shards.has(file)) this.#unusable.delete(file)
    this.#lookedAt = performance.now()
    return [...changed]
  }

  /** How long the watch waits until the next read, in milliseconds. The watch waits less while a practice moves. */
  get pauseMs(): number {
    const since = performance.now() - longestHurryMs
    return this.#moving.values().some((at) => at > since) ? whileMovingMs : lookEveryMs
  }

  /** Reads the directory every two seconds from now on, and more often while a practice moves. */
  start(): void {
    this.#timer = setTimeout(() => {
      this.#looking = this.round().then(() => {
        if (!this.#stopped) this.start()
      })
    }, this.pauseMs)
  }

  /** Reads the directory once and calls the callbacks, as `start` does again and again. */
  async round(): Promise<void> {
    try {
      const changed = await this.look().catch((error) => {
        this.#told.away(error)
        return null
      })
      await this.#told.looked(changed)
    } catch (error) {
      this.#told.away(error)
    }
  }

  /** Stops the reads. Resolves when the current round has ended. */
  async stop(): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#timer)
    await this.#looking
  }

  /** Reads one object. Returns the ids of the practices that it changes. */
  async #read(file: string, { tag, size }: Listed): Promise<string[]> {
    const shard = /^([\da-f]{2})\.json$/.exec(file)?.[1]
    if (shard === undefined) return this.#refuse(file, 'it is no object of the directory', tag)
    if (size > mostShardBytes) return this.#refuse(file, `it is larger than ${mostShardBytes} bytes`, tag)
    const found = await objectIn(this.#replica, `${directoryFolder}/${file}`)!.read()
    // The object was removed after the list was made. The next list shows the removal.
    if (found === null) return []
    try {
      const changed = this.picture.take(shard, found.text)
      this.#unusable.delete(file)
      // A store that keeps objects as files can show the ETag of a write a moment before its content. So each new
      // content is read once more. Otherwise old content with a new tag would stay.
      if (changed === null) {
        if (this.#shards.get(file) === found.tag) this.#seen.set(file, tag)
        return []
      }
      this.#shards.set(file, found.tag)
      for (const id of changed)
        if (this.picture.find(id)?.state === 'moving') this.#moving.set(id, performance.now())
        else this.#moving.delete(id)
      return changed
    } catch (error) {
      if (!(error instanceof Unusable)) throw error
      return this.#refuse(file, error.message, tag)
    }
  }

  #refuse(file: string, why: string, tag?: string): [] {
    if (tag !== undefined) this.#seen.set(file, tag)
    this.#unusable.set(file, why)
    this.#told.refused(
      `${directoryFolder}/${file} cannot be used, and what it said before still counts: ${why}`,
    )
    return []
  }
}
