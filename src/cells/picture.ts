import { type HostRecord, isPlacement, type Placement } from './placement.ts'
import { emptyShard, readShard, type Shard, Unusable } from './shard.ts'

/**
 * A copy of the directory in memory, as it was last read without a fault. The copy answers every question without a
 * request.
 */
export class Picture {
  readonly #shards = new Map<string, { readonly shard: Shard; readonly text: string }>()
  readonly #byHost = new Map<string, HostRecord>()
  readonly #homes = new Map<string, Placement>()
  readonly #further = new Map<string, Set<string>>()

  /** How many hosts the directory has. */
  get size(): number {
    return this.#byHost.size
  }

  /** The placement of the practice that has this host. Null when no practice has the host. */
  at(host: string): Placement | null {
    const record = this.#byHost.get(host)
    if (record === undefined) return null
    if (isPlacement(record)) return record
    const home = this.#homes.get(record.practiceId)
    return home?.host === record.home ? home : null
  }

  /** The placement of a practice. Null when the directory does not know the practice. */
  find(practiceId: string): Placement | null {
    return this.#homes.get(practiceId) ?? null
  }

  /** The placements of all practices. */
  placements(): MapIterator<Placement> {
    return this.#homes.values()
  }

  /** Whether a practice is in the cell of this name, or moves to it. */
  hasCell(name: string): boolean {
    return this.placements().some(({ cell, to }) => cell === name || to === name)
  }

  /** All hosts of a practice. The list begins with the first host that the practice ever had. */
  hostsOf({ host, practiceId }: Placement): string[] {
    return [host, ...(this.#further.get(practiceId) ?? [])]
  }

  /**
   * Takes over the present content of a shard's object. Returns the ids of the practices that changed. Returns null
   * when the content is known already.
   * @throws Unusable for content that is forged, cut or older. Then nothing changes.
   */
  take(name: string, text: string): string[] | null {
    const before = this.#shards.get(name)
    if (before?.text === text) return null
    const known = before?.shard ?? emptyShard
    const shard = withKnown(readShard(name, text), known)
    if (before !== undefined && shard.version <= known.version)
      throw new Unusable(
        shard.version === known.version
          ? `somebody changed it without counting it up from ${known.version}`
          : `it is older than what was there before: ${shard.version} after ${known.version}`,
      )
    for (const record of shard.records.values()) this.#requireFit(record, known)
    this.#shards.set(name, { shard, text })
    return this.#replace(known, shard)
  }

  /** @throws Unusable. */
  #requireFit(record: HostRecord, known: Shard): void {
    if (!isPlacement(record)) return
    const { practiceId, host, generation, state } = record
    const home = this.#homes.get(practiceId)
    if (home === undefined) return
    const isElsewhere = home.host !== host
    if (isElsewhere && state === 'gone') return
    if (isElsewhere && home.state !== 'gone' && known.records.get(home.host) !== home)
      throw new Unusable(`the practice ${practiceId} has a first host already: ${home.host}`)
    if (generation < home.generation)
      throw new Unusable(
        `the generation of the practice ${practiceId} is smaller than before: ${generation} after ${home.generation}`,
      )
  }

  #replace(before: Shard, after: Shard): string[] {
    const changed = new Set<string>()
    for (const [host, record] of before.records) {
      if (record === after.records.get(host)) continue
      changed.add(record.practiceId)
      this.#byHost.delete(host)
      if (this.#homes.get(record.practiceId) === record) this.#homes.delete(record.practiceId)
      else this.#further.get(record.practiceId)?.delete(host)
    }
    for (const [host, record] of after.records) {
      if (this.#byHost.has(host)) continue
      changed.add(record.practiceId)
      this.#byHost.set(host, record)
      if (isPlacement(record)) this.#settle(record)
      else this.#further.getOrInsertComputed(record.practiceId, () => new Set()).add(host)
    }
    return [...changed]
  }

  /**
   * A practice that left, and came back with another first host, has two placements. The placement with the state
   * `gone` does not count.
   */
  #settle(record: Placement): void {
    const home = this.#homes.get(record.practiceId)
    if (home === undefined || home.state === 'gone') this.#homes.set(record.practiceId, record)
  }
}

/**
 * The shard, with each record replaced by the equal record of `known`, if there is one. So an unchanged record stays
 * the same JavaScript object.
 */
const withKnown = ({ version, records }: Shard, known: Shard): Shard => ({
  version,
  records: new Map(
    [...records].map(([host, record]) => {
      const before = known.records.get(host)
      return [host, before !== undefined && same(before, record) ? before : record]
    }),
  ),
})

/** Whether two records are equal. */
export const same = (one: HostRecord | null | undefined, other: HostRecord | null | undefined): boolean =>
  Bun.deepEquals(one ?? null, other ?? null, true)
