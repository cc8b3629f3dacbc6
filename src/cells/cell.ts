import { statSync } from 'node:fs'
import type { Logger } from 'pino'
import packageJson from '../../package.json' with { type: 'json' }
import { StoreAway } from '../backup/owner/store-away.ts'
import type { Cells } from '../config.ts'
import type { HostsOfCells } from '../domain/site.ts'
import type { CellState } from '../health/cell-state.ts'
import type { Elsewhere } from '../store/transfer/moving.ts'
import { Directory, DirectoryChanged } from './directory.ts'
import { elsewhereOf, isAt } from './fence.ts'
import { flyHeaders } from './fly.ts'
import { type CellReport, keepReport } from './registry.ts'
import { DirectoryWatch, lookEveryMs } from './watch.ts'

/** How often the cell reports its size, in milliseconds. */
const reportEveryMs = 30_000

/** After this time without a read of the directory, the cell has a fault. In milliseconds. */
const tolerableMs = 60_000

interface Opened {
  readonly cells: Cells & { readonly name: string }
  readonly elsewhere: Pick<Elsewhere, 'held' | 'hide'>
  readonly databasePath: string
  /** Whether this start took over from a machine that was silent. */
  readonly tookOver?: boolean | undefined
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>
}

/** The facts that a report needs and the cell itself does not know. */
interface Sources {
  readonly now: () => number
  readonly streams: () => number
  readonly lagMs: () => number | null
}

/**
 * This server as one of several cells. The cell serves the practices that the directory gives it, and hides all other
 * practices.
 */
export class Cell implements HostsOfCells {
  readonly name: string
  readonly #opened: Opened
  readonly #watch: DirectoryWatch
  #hidden: ReadonlyMap<string, string | null> = new Map()
  #held = 0
  #away = false
  #streams: () => number = () => 0
  #reports: ReturnType<typeof setInterval> | undefined

  private constructor(opened: Opened) {
    const { cells, log } = opened
    this.name = cells.name
    this.#opened = opened
    this.#watch = new DirectoryWatch(cells.store, {
      looked: async (changed) => {
        await this.#compare()
        if (changed !== null) this.#away = false
      },
      refused: (why) => log.error(why),
      away: (error) => this.#noteAway(error),
    })
  }

  /**
   * Reads the directory, and hides the practices that it gives to other cells. While the directory cannot be read, the
   * start waits, because nobody knows which practices this cell may serve. After a take-over, the moves that the
   * previous machine began are ended first.
   */
  static async open(opened: Opened): Promise<Cell> {
    const cell = new Cell(opened)
    for (;;)
      try {
        await cell.#watch.look()
        if (opened.tookOver) await cell.#endMoves()
        await cell.#compare()
        cell.#away = false
        break
      } catch (error) {
        if (!(error instanceof StoreAway || error instanceof DirectoryChanged)) throw error
        cell.#noteAway(error)
        await Bun.sleep(lookEveryMs)
      }
    cell.#watch.start()
    return cell
  }

  /** Reports the size of the cell every 30 seconds from now on, for `cells list` and for moves of practices. */
  startReports({ now, streams, lagMs }: Sources): void {
    this.#streams = streams
    const report = () => {
      const said: CellReport = { version: packageJson.version, at: now(), ...this.#size(), lagMs: lagMs() }
      keepReport(this.#opened.cells.store, this.name, said).catch((error) => this.#noteAway(error))
    }
    report()
    this.#reports = setInterval(report, reportEveryMs)
  }

  serves(host: string): boolean {
    const placement = this.#watch.picture.at(host)
    return placement !== null && isAt(placement, this.name) && !this.#hidden.has(placement.practiceId)
  }

  leadElsewhere(host: string, headerOf: (name: string) => string | null): Readonly<Record<string, string>> {
    const placement = this.#watch.picture.at(host)
    if (placement === null || placement.state === 'gone') return {}
    // The practice has just arrived, or the router does not know yet that it left. A second later, the request is
    // answered.
    const again = { 'retry-after': '1' }
    if (placement.cell === this.name) return again
    const { cell } = placement
    const onFly = this.#opened.cells.onFly
    return {
      ...again,
      'x-chairside-cell': cell,
      ...(onFly &&
        flyHeaders({ host, own: this.name, to: cell }, headerOf('fly-replay-src'), (name) =>
          this.#watch.picture.hasCell(name),
        )),
    }
  }

  state(): CellState {
    const lookedMs = performance.now() - this.#watch.lookedAt!
    const unusable = [...this.#watch.unusable].map(([file, why]) => `${file}: ${why}`)
    return {
      name: this.name,
      ...this.#size(),
      elsewhere: [...this.#hidden],
      lookedMs,
      unusable,
      uncertain: lookedMs > tolerableMs || unusable.length > 0,
    }
  }

  async stop(): Promise<void> {
    clearInterval(this.#reports)
    await this.#watch.stop()
  }

  #size() {
    const bytes = statSync(this.#opened.databasePath, { throwIfNoEntry: false })?.size ?? 0
    return { practices: this.#held - this.#hidden.size, bytes, streams: this.#streams() }
  }

  /**
   * Ends the moves that the previous machine began. That machine may wake in the middle of a move, and commit its
   * frozen state of the practice. That state would lack the changes that this machine acknowledges.
   * @throws StoreAway, DirectoryChanged.
   */
  async #endMoves(): Promise<void> {
    const directory = new Directory(this.#opened.cells.store)
    for (const placement of this.#watch.picture.placements())
      if (placement.cell === this.name && placement.state === 'moving') await directory.endMove(placement)
  }

  /** Compares the practices of the database with the directory. When nothing has changed, this costs one short read. */
  async #compare(): Promise<void> {
    const { elsewhere, log } = this.#opened
    const held = elsewhere.held()
    const { picture } = this.#watch
    // A host is reserved in the directory before its practice is created. So the directory already knows a new
    // practice of this cell.
    if (held.some(({ practiceId }) => picture.find(practiceId) === null && !this.#hidden.has(practiceId)))
      await this.#watch.look()
    const hidden = elsewhereOf(held, picture, this.name)
    const before = this.#hidden
    // A practice that arrives is served only after its rows are visible. A practice that leaves is refused before its
    // rows are hidden.
    this.#hidden = new Map([...before, ...hidden])
    await elsewhere.hide(hidden)
    this.#hidden = hidden
    this.#held = held.length
    for (const [practiceId, cell] of hidden) {
      if (before.get(practiceId) === cell && before.has(practiceId)) continue
      const facts = { practiceId, cell }
      if (cell === null)
        log.warn(
          facts,
          'the directory does not give this practice to this cell in the state that its database holds, so the cell serves none of it and sends none of its messages',
        )
      else log.info(facts, 'another cell serves this practice from now on')
    }
  }

  /** Logs one line when the directory can no longer be reached, and no further line for each failed read. */
  #noteAway(error: unknown): void {
    if (!this.#away)
      this.#opened.log.warn(
        { err: error },
        'the directory of the cells cannot be read or written: it is tried again every two seconds, and what is known of it still counts',
      )
    this.#away = true
  }
}
