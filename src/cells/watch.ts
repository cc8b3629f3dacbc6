import { type Listed, listerOf } from '../backup/owner/listing.ts'
import { objectIn } from '../backup/owner/place.ts'
import type { Replica } from '../config.ts'
import { directoryFolder } from './directory.ts'
import { Picture } from './picture.ts'
import { mostShardBytes, Unusable } from './shard.ts'

/** How often the directory is looked at, in milliseconds. Those who watch see a change within this time and one read. */
export const lookEveryMs = 2_000
/** The same while a practice moves, because nobody can write in it until the other cell and the router have seen it. */
const whileMovingMs = 500
/** A move that takes longer may have been forgotten, and each look costs a request to the store. In milliseconds. */
const longestHurryMs = 600_000
/** How many shards are read at a time. */
const atOnce = 16

interface DirectoryTold {
  /**
   * Called after each round with the practices that have changed; null when the round failed. The next round begins some time
   * after its end.
   */
  readonly looked: (changed: readonly string[] | null) => void | Promise<void>
  /** Takes, in words, what of the directory cannot be used, once for each content. */
  readonly refused: (why: string) => void
  /** Gets the error of a round, or of `looked`. The cell keeps what it knew. */
  readonly away: (error: unknown) => void
}

/** Looks at the directory again and again. What cannot be used is left out, and the last good picture stays. */
export class DirectoryWatch {
  readonly picture = new Picture()
  readonly #list: NonNullable<ReturnType<typeof listerOf>>
  readonly #replica: Replica
  readonly #told: DirectoryTold
  /** The listed tags of those objects that need no further read, by the names of the objects. */
  readonly #seen = new Map<string, string>()
  /** The objects that the picture has something of, each with the tag that its content came with. */
  readonly #shards = new Map<string, string>()
  readonly #unusable = new Map<string, string>()
  /** The practices that move, by the moments at which this was seen first. */
  readonly #moving = new Map<string, number>()
  #lookedAt: number | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #looking: Promise<void> | undefined
  #stopped = false

  /** `replica` leads to CELLS_URL. */
  constructor(replica: Replica, told: DirectoryTold) {
    this.#replica = replica
    this.#told = told
    this.#list = listerOf(replica, directoryFolder)!
  }

  /** When the directory was last looked at, by `performance.now()`; null before the first time. */
  get lookedAt(): number | null {
    return this.#lookedAt
  }

  /** The objects that cannot be used at the moment, with the reason of each. */
  get unusable(): ReadonlyMap<string, string> {
    return this.#unusable
  }

  /** Whether nothing is known of a shard, although the store has an object for it. */
  lacks(shard: string): boolean {
    return this.#unusable.has(`${shard}.json`) && !this.#shards.has(`${shard}.json`)
  }

  /**
   * Looks once: lists the shards, and reads those that have changed. Answers the practices that changed.
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

  /** How long the watch waits until it looks again, in milliseconds. It waits less while a practice moves. */
  get pauseMs(): number {
    const since = performance.now() - longestHurryMs
    return this.#moving.values().some((at) => at > since) ? whileMovingMs : lookEveryMs
  }

  /** Looks every two seconds from now on, and more often while a practice moves. */
  start(): void {
    this.#timer = setTimeout(() => {
      this.#looking = this.round().then(() => {
        if (!this.#stopped) this.start()
      })
    }, this.pauseMs)
  }

  /** Looks once, as `start` does again and again. */
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

  /** Stops looking. Resolves when the round that is running has ended. */
  async stop(): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#timer)
    await this.#looking
  }

  /** Answers the practices that the object changes. */
  async #read(file: string, { tag, size }: Listed): Promise<string[]> {
    const shard = /^([\da-f]{2})\.json$/.exec(file)?.[1]
    if (shard === undefined) return this.#refuse(file, 'it is no object of the directory', tag)
    if (size > mostShardBytes) return this.#refuse(file, `it is larger than ${mostShardBytes} bytes`, tag)
    const found = await objectIn(this.#replica, `${directoryFolder}/${file}`)!.read()
    // It is gone since. The next list says so.
    if (found === null) return []
    try {
      const changed = this.picture.take(shard, found.text)
      this.#unusable.delete(file)
      // A gateway over files can show the tag of a write a moment before its content. So each content is read once more, and old
      // content under a new tag is not the last.
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
