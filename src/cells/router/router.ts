import { listerOf } from '../../backup/owner/listing.ts'
import type { Replica } from '../../config.ts'
import { shardOf } from '../placement.ts'
import { cellsFolder, type KnownCell, knownCells } from '../registry.ts'
import { DirectoryWatch } from '../watch.ts'
import { HaproxySocket } from './haproxy-socket.ts'
import { backendOf, serverOf } from './haproxy-text.ts'
import { readMap, writeMap } from './map-file.ts'

/** Up to this number, changes are made one by one. For more changes, the whole map is replaced in one step. */
const mostSingly = 100

interface Routed {
  readonly map: string
  readonly socket: string
  readonly say: (line: string) => void
}

/**
 * Keeps the map of a running HAProxy up to date, and the file of the map that HAProxy loads at its start. The file is
 * written first. So an HAProxy that starts meanwhile knows at least as much as the running one.
 */
export class Router {
  readonly #store: Replica
  readonly #routed: Routed
  readonly #haproxy: HaproxySocket
  readonly #watch: DirectoryWatch
  readonly #listCells: NonNullable<ReturnType<typeof listerOf>>
  #cells: readonly KnownCell[] = []
  #cellTags = ''
  /** Whether the directory or the cells have changed since the file was written. */
  #isOld = true
  /** The entries in the file of the map. */
  #written: ReadonlyMap<string, string>
  /** The entries in the map of the running process. Null when the entries are not known. */
  #loaded: Map<string, string> | null = null
  #loadedFrom: ReadonlyMap<string, string> | null = null
  #addresses = new Map<string, string>()
  #process = ''
  /** The value of `#cellTags` when the backends of the process were last checked. */
  #checkedTags = ''
  #trouble = ''
  #told = ''

  /** `store` is the object store at CELLS_URL. */
  constructor(store: Replica, routed: Routed) {
    this.#store = store
    this.#routed = routed
    this.#haproxy = new HaproxySocket(routed.socket)
    this.#written = readMap(routed.map)
    this.#listCells = listerOf(store, cellsFolder)!
    this.#watch = new DirectoryWatch(store, {
      looked: (changed) => this.#round(changed),
      refused: routed.say,
      away: (error) => this.#note(error),
    })
  }

  /** Reads the directory now, and then again and again. */
  async start(): Promise<void> {
    await this.#watch.round()
    this.#watch.start()
  }

  stop(): Promise<void> {
    return this.#watch.stop()
  }

  async #round(changed: readonly string[] | null): Promise<void> {
    if (changed !== null && changed.length > 0) this.#isOld = true
    await this.#keep().catch((error) => this.#note(error))
    // Each problem is reported once, until it has passed or another problem follows.
    if (this.#trouble !== '' && this.#trouble !== this.#told) this.#routed.say(this.#trouble)
    this.#told = this.#trouble
    this.#trouble = ''
  }

  #note(error: unknown): void {
    this.#trouble = `${(error as Error).message}. It is tried again every two seconds`
  }

  /** Updates the file and the process to the state of the directory. @throws RouterAway, StoreAway. */
  async #keep(): Promise<void> {
    // Nothing is known before the first successful read of the directory.
    if (this.#watch.lookedAt === null) return
    // An error of the store is only noted here, so that an HAProxy that restarts gets its map even without the store.
    await this.#lookAtCells().catch((error) => this.#note(error))
    if (this.#isOld) {
      const entries = this.#entries()
      if (!Bun.deepEquals(entries, this.#written)) writeMap(this.#routed.map, entries)
      this.#written = entries
      this.#isOld = false
    }
    await this.#load(this.#written)
  }

  async #lookAtCells(): Promise<void> {
    const tags = [...(await this.#listCells())].map(([file, { tag }]) => `${file} ${tag}`).join()
    if (tags === this.#cellTags) return
    this.#cells = await knownCells(this.#store)
    this.#cellTags = tags
    this.#isOld = true
  }

  /** The cell of each host. A host in a shard that could never be read keeps the cell that it had in the file. */
  #entries(): Map<string, string> {
    const { picture } = this.#watch
    const entries = new Map(this.#cells.map(({ host, cell }) => [host, cell]))
    for (const [host, cell] of this.#written) if (this.#watch.lacks(shardOf(host))) entries.set(host, cell)
    for (const placement of picture.placements())
      if (placement.state !== 'gone')
        for (const host of picture.hostsOf(placement)) entries.set(host, placement.cell)
    return entries
  }

  async #load(entries: ReadonlyMap<string, string>): Promise<void> {
    const process = await this.#haproxy.process()
    if (process !== this.#process) {
      this.#loaded = null
      this.#addresses.clear()
      this.#checkedTags = ''
      this.#process = process
    }
    if (this.#checkedTags !== this.#cellTags) {
      await this.#findMissing()
      this.#checkedTags = this.#cellTags
    }
    const loaded = this.#loaded
    const isSame = loaded !== null && this.#loadedFrom === entries
    const changed = loaded === null || isSame ? [] : differences(loaded, entries)
    if (loaded === null || changed.length > mostSingly) {
      this.#loaded = null
      await this.#haproxy.replaceMap(this.#routed.map, entries)
      this.#loaded = new Map(entries)
    } else
      for (const [host, cell] of changed) {
        await this.#haproxy.setInMap(this.#routed.map, host, cell, !loaded.has(host)).catch((error) => {
          this.#loaded = null
          throw error
        })
        if (cell === null) loaded.delete(host)
        else loaded.set(host, cell)
      }
    this.#loadedFrom = entries
    for (const { cell, addresses } of this.#cells) {
      if (this.#addresses.get(cell) === addresses.join()) continue
      for (const [at, address] of addresses.entries())
        await this.#haproxy.setAddress(backendOf(cell), serverOf(cell, at), address)
      this.#addresses.set(cell, addresses.join())
    }
  }

  /** Reports the cells that have no backend in HAProxy. A map can be changed at run time, but backends cannot. */
  async #findMissing(): Promise<void> {
    const there = await this.#haproxy.backends()
    for (const { cell, addresses } of this.#cells)
      if (!there.includes(backendOf(cell))) {
        this.#addresses.set(cell, addresses.join())
        this.#routed.say(
          `HAProxy has no backend for the cell ${cell}: write what \`router haproxy --print\` prints into its configuration, and reload it`,
        )
      }
  }
}

/** The changes that turn the first map into the second. Null means that the host is removed. */
function differences(
  from: ReadonlyMap<string, string>,
  to: ReadonlyMap<string, string>,
): (readonly [host: string, cell: string | null])[] {
  const gone = [...from.keys()].filter((host) => !to.has(host)).map((host) => [host, null] as const)
  return [...gone, ...[...to].filter(([host, cell]) => from.get(host) !== cell)]
}
