/**
 * The copies of a practice that moves to another cell. Each state that is sent stays in a file here until the next
 * state has arrived.
 */
import { closeSync, mkdirSync, openSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Store } from '../store/store.ts'
import { openArchive } from '../transfer/archive.ts'
import { differencesOf, differencesText } from '../transfer/differences.ts'
import { exportPractice } from '../transfer/export.ts'
import { type Manifest, moveForm } from '../transfer/manifest.ts'
import type { Teller } from '../transfer/progress.ts'
import { readFully } from '../transfer/tar-reader.ts'
import type { Peer } from './peer.ts'

interface CopiesDeps {
  readonly store: Store
  /** The version of chairside. */
  readonly program: string
  readonly teller: Teller
}

/** A state of the practice that is in a file here. */
export interface CopiedState {
  readonly path: string
  readonly sha256: string
  readonly rows: number
  readonly manifest: Manifest
}

interface Begun {
  /** The SHA-256 of the state that is in the other cell, at least in part. Null when the other cell has no state. */
  readonly archive: string | null
  /** How many bytes of the first copy have arrived. */
  readonly size: number
}

/** When fewer rows than this have changed since the last copy, the practice is frozen. */
const fewRows = 500
/** The most further copies before the practice is frozen. Fewer rows may change during each of them. */
const mostCopies = 5
/** How many bytes of the first copy are sent in one message. */
const pieceBytes = 4 << 20

export class LeavingCopies {
  readonly #deps: CopiesDeps
  readonly #folder: string

  /** `folder` is the folder for the files. */
  constructor(folder: string, deps: CopiesDeps) {
    this.#folder = folder
    this.#deps = deps
  }

  /**
   * Copies the practice to the other cell while everybody can go on working, until few rows change between two copies.
   * If a part of the practice is in the other cell already, the copying continues there.
   * @throws MoveError.
   */
  async send(peer: Peer, practiceId: string): Promise<CopiedState> {
    const { program, teller } = this.#deps
    this.#makeFolder()
    const begin = () => peer.ask<Begun>('begin', { version: program })
    let begun = await begin()
    let there = this.#states().find(({ sha256 }) => sha256 === begun.archive)
    if (there === undefined) {
      if (begun.archive !== null) {
        // The other cell has a state that is in no file here, so the copying begins again.
        await peer.ask('abort')
        begun = await begin()
      }
      if (begun.size === 0) {
        this.remove()
        this.#makeFolder()
      }
      there = this.#states()[0] ?? this.#export(practiceId, 1)
    }
    if (there.path === this.#pathOf(1)) await this.#sendFirst(peer, there, begun.size)
    for (let copies = 0; copies < mostCopies; copies++) {
      const { state, rows } = await this.#follow(peer, practiceId, there)
      there = state
      teller.say(`${rows} rows have changed since the copy before`)
      if (rows <= fewRows) break
    }
    return there
  }

  /**
   * Sends the differences between `there`, the state in the other cell, and the present state. Resolves with the state
   * in the other cell afterwards. @throws MoveError.
   */
  async sendRest(peer: Peer, practiceId: string, there: CopiedState): Promise<CopiedState> {
    return (await this.#follow(peer, practiceId, there)).state
  }

  /** Removes the files. */
  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true })
  }

  async #sendFirst(peer: Peer, { path, sha256, rows }: CopiedState, from: number): Promise<void> {
    const { teller } = this.#deps
    const { size } = statSync(path)
    const file = openSync(path, 'r')
    try {
      const buffer = Buffer.alloc(pieceBytes)
      for (let at = Math.min(from, size); at < size; ) {
        const read = readFully(file, buffer, at)
        await peer.ask('piece', { at }, buffer.subarray(0, read))
        at += read
      }
      await peer.ask('piece', { at: size })
    } finally {
      closeSync(file)
    }
    for (let told = 0; ; await Bun.sleep(100)) {
      const taken = await peer.ask<{ done: boolean; rows?: number }>('take', { sha256 })
      if (taken.done) return
      if (teller.now() - told < 1_000) continue
      told = teller.now()
      teller.say(`${taken.rows ?? 0} of ${rows} rows taken in`)
    }
  }

  async #follow(
    peer: Peer,
    practiceId: string,
    there: CopiedState,
  ): Promise<{ state: CopiedState; rows: number }> {
    const { teller } = this.#deps
    const state = this.#export(practiceId, 1 + this.#numberOf(there))
    if (state.sha256 === there.sha256) {
      rmSync(state.path)
      return { state: there, rows: 0 }
    }
    using before = openArchive(there.path, teller, { form: moveForm })
    using after = openArchive(state.path, teller, { form: moveForm })
    const differing = differencesOf(before, after)
    const step = { from: there.sha256, to: state.sha256, rows: state.rows }
    await peer.ask('differences', step, Buffer.from(differencesText(differing)))
    rmSync(there.path)
    return { state, rows: differing.added.length + differing.removed.length }
  }

  #export(practiceId: string, number: number): CopiedState {
    const { store, program, teller } = this.#deps
    const path = this.#pathOf(number)
    rmSync(path, { force: true })
    exportPractice(store.transfer, practiceId, path, program, { ...teller, say: () => undefined }, moveForm)
    return this.#stateIn(path)
  }

  #stateIn(path: string): CopiedState {
    using archive = openArchive(path, { ...this.#deps.teller, say: () => undefined }, { form: moveForm })
    const { sha256, rows, manifest } = archive
    return { path, sha256, rows, manifest }
  }

  /** The states that are whole in files here, the first copy first. */
  #states(): CopiedState[] {
    return readdirSync(this.#folder)
      .filter((name) => /^\d+\.tar$/.test(name))
      .sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10))
      .flatMap((name) => {
        try {
          return [this.#stateIn(join(this.#folder, name))]
        } catch {
          return []
        }
      })
  }

  #pathOf(number: number): string {
    return join(this.#folder, `${number}.tar`)
  }

  #numberOf({ path }: CopiedState): number {
    return Number.parseInt(path.slice(this.#folder.length + 1), 10)
  }

  #makeFolder(): void {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
  }
}
