/** The cell that a practice leaves: it copies the practice to another cell, freezes it for a moment, and commits. */
import { closeSync, mkdirSync, openSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { lockBeside } from '../../db/lock.ts'
import { ErasureLedger } from '../backup/erasures/ledger.ts'
import { StoreAway } from '../backup/owner/store-away.ts'
import { Directory } from '../cells/directory.ts'
import { pictureOf } from '../cells/picture-of.ts'
import type { Placement } from '../cells/placement.ts'
import type { Config, Replica } from '../config.ts'
import type { WebhookKeys } from '../delivery/webhook-signature.ts'
import { isLeaving } from '../domain/move.ts'
import { NotOwner } from '../store/engine/trouble.ts'
import type { Store } from '../store/store.ts'
import type { CellMove } from '../store/transfer/cell-moves.ts'
import { openArchive } from '../transfer/archive.ts'
import { differencesOf, differencesText } from '../transfer/differences.ts'
import { exportPractice } from '../transfer/export.ts'
import { fileOf, type Manifest, moveForm } from '../transfer/manifest.ts'
import type { Teller } from '../transfer/progress.ts'
import { readFully } from '../transfer/tar-reader.ts'
import { type CellLink, linkOf } from './links.ts'
import { MoveError } from './move-error.ts'
import { Peer } from './peer.ts'
import type { CellKey } from './seal.ts'

interface SourceDeps {
  readonly config: Pick<Config, 'databasePath' | 'replica'>
  /** The place that all cells share, and the name of this cell. */
  readonly cells: { readonly store: Replica; readonly name: string }
  readonly store: Store
  readonly key: CellKey
  readonly webhookKeys: WebhookKeys
  /** The version of chairside. */
  readonly program: string
  readonly teller: Teller
  /** Answers what is wrong with the audit trail of a practice, up to its head. Null for nothing. */
  readonly troubleOfTrail: (practiceId: string) => Promise<string | null>
  /** Whether the server of this machine owns its practices at this moment. */
  readonly owns: () => boolean
}

/** How long deliveries that have begun may go on, in milliseconds. */
const drainMs = 10_000
/** A request that has begun writes within this time, in milliseconds. */
const leastDrainMs = 250
/** When fewer rows than this have changed since the last copy, the practice is frozen. */
const fewRows = 500
/** How many copies are made before that, in the hope that fewer rows change meanwhile. */
const mostCopies = 5
/** How long the object store of the new cell may take to confirm the practice, in milliseconds. */
const confirmMs = 60_000
/** How many bytes of the first copy go in one message. */
const pieceBytes = 4 << 20
/** How many rows of the trail go in one message. */
const trailRows = 500

/** What a move has done. */
interface PracticeMoved {
  readonly practiceId: string
  readonly cell: string
  readonly rows: number
  /** How long the writes of the practice were refused, in milliseconds. */
  readonly frozenMs: number
}

/** A state of the practice that is in a file here. */
interface State {
  readonly path: string
  readonly sha256: string
  readonly rows: number
  readonly manifest: Manifest
}

export class MoveSource {
  readonly #deps: SourceDeps
  readonly #folder: string

  constructor(deps: SourceDeps) {
    this.#deps = deps
    this.#folder = `${deps.config.databasePath}-leaving`
  }

  /** One process at a time moves practices of this cell. Null while another one does. */
  lock(): Disposable | null {
    return lockBeside(`${this.#deps.config.databasePath}-leaving`)
  }

  /**
   * Moves a practice to another cell. A move that was interrupted goes on where it stopped. Where something fails before the
   * commit, the practice takes writes again, and the same call goes on later.
   * @throws MoveError, TransferError, StoreAway, Unusable.
   */
  async move(practiceId: string, to: string): Promise<PracticeMoved> {
    const { cells, store, teller } = this.#deps
    const found = await this.#placement(practiceId)
    const known = store.cellMoves.find(practiceId)
    if (found.cell === to && found.state === 'active' && known !== null) {
      await this.finish(practiceId, found)
      return { practiceId, cell: to, rows: 0, frozenMs: 0 }
    }
    if (found.cell !== cells.name || found.state === 'gone')
      throw new MoveError(`the practice is not in this cell: the directory names the cell ${found.cell}`)
    if (to === cells.name) throw new MoveError('the practice is in this cell')
    if (known?.stage === 'arrives')
      throw new MoveError('the practice has not come in here yet: try again in a minute')
    const other = store.cellMoves.list().find((one) => one.practiceId !== practiceId && isLeaving(one))
    if (other !== undefined)
      throw new MoveError(`another practice moves at the moment: ${other.practiceId}. End that move first`)
    this.#requireNoFile(practiceId)
    const link = await linkOf(cells.store, to)
    const placement = await this.#begin(found, to, known)
    const begun = { practiceId, move: placement.move!, cell: to, generation: placement.generation + 1 }
    if (known?.move !== begun.move) {
      if (known !== null) await store.cellMoves.forget(practiceId)
      await store.cellMoves.begin(begun, teller.now())
    } else if (known !== null && known.stage !== 'copies')
      await store.cellMoves.thaw(practiceId, teller.now())
    const peer = this.#peerOf(begun, link)
    this.#makeFolder()
    const copied = await this.#copy(peer, practiceId)
    return await this.#settle(peer, placement, copied)
  }

  /** Ends a move that has not been committed. Everybody works on here. @throws MoveError where it has been committed; StoreAway. */
  async abort(practiceId: string): Promise<void> {
    const { cells, store } = this.#deps
    const placement = await this.#placement(practiceId)
    const known = store.cellMoves.find(practiceId)
    if (placement.cell !== cells.name) {
      if (known !== null) await this.finish(practiceId, placement)
      throw new MoveError(`the practice has moved: it is in the cell ${placement.cell}`)
    }
    await this.#stopCommits(placement)
    if (known !== null && isLeaving(known)) {
      await store.cellMoves.forget(practiceId)
      // The other cell also clears away by itself what the directory does not let come.
      await linkOf(cells.store, known.cell)
        .then((link) => this.#peerOf(known, link).ask('abort'))
        .catch(() => undefined)
    }
    this.#removeFiles()
  }

  /**
   * Does what is left to do in this cell once the directory names another one. Nobody sees the practice here any more, and the rest
   * of its trail goes along.
   * @throws MoveError, StoreAway where the other cell does not take it yet.
   */
  async finish(practiceId: string, placement: Placement): Promise<void> {
    const { cells, store, teller } = this.#deps
    const known = store.cellMoves.find(practiceId)
    if (known === null || known.generation > placement.generation) return
    if (known.stage !== 'left') await store.cellMoves.leave(practiceId, teller.now())
    await store.elsewhere.hide(new Map([...store.elsewhere.practices(), [practiceId, placement.cell]]))
    this.#removeFiles()
    const { cell: to } = known
    const peer = this.#peerOf(known, await linkOf(cells.store, to))
    const { came } = await peer.ask<{ came: boolean }>('come')
    if (came !== true)
      throw new MoveError(
        `the cell ${to} does not have the practice: what is here of it stays. Look whether that cell lost its disk`,
      )
    if (!known.came) await store.cellMoves.noteCame(practiceId)
    await this.#handOver(peer, practiceId)
  }

  /** The other cell of a move. */
  #peerOf({ cell: to, practiceId, generation, move }: Begins, link: CellLink): Peer {
    const { key, cells } = this.#deps
    return new Peer(key, link, { from: cells.name, to, practiceId, generation, move })
  }

  /** Whether nothing is left to do in this cell but to remove what is left of the practice. */
  isFinished(practiceId: string): boolean {
    const known = this.#deps.store.cellMoves.find(practiceId)
    return known?.stage === 'left' && known.came && this.#trailBehind(practiceId).length === 0
  }

  /** Sends what was shown here after the last copy, as rows of the trail. */
  async #handOver(peer: Peer, practiceId: string): Promise<void> {
    const { store } = this.#deps
    for (;;) {
      const { trailSeq: after } = store.cellMoves.find(practiceId)!
      const rows = this.#trailBehind(practiceId)
      if (rows.length === 0) return
      const { through } = await peer.ask<{ through: number }>(
        'trail',
        { after },
        Buffer.from(rows.join('\n')),
      )
      if (through <= after) throw new MoveError('the other cell does not take the rest of the audit trail')
      await store.cellMoves.noteTrail(practiceId, through)
    }
  }

  #trailBehind(practiceId: string): string[] {
    const { store } = this.#deps
    return store.transfer.trailBehind(practiceId, store.cellMoves.find(practiceId)!.trailSeq, trailRows)
  }

  async #begin(found: Placement, to: string, known: CellMove | null): Promise<Placement> {
    if (found.state === 'moving') {
      if (found.to !== to)
        throw new MoveError(
          `the practice moves to the cell ${found.to} already: end that move first, with --abort`,
        )
      // The command that froze it may have died in the middle of its commit. Behind a new id of the move, a late commit of it fails.
      if (known?.stage !== 'frozen' || known.move !== found.move) return found
    }
    const next: Placement = { ...found, state: 'moving', to, move: crypto.randomUUID() }
    await until(() => new Directory(this.#deps.cells.store).change(found, next))
    return next
  }

  /** Copies the practice while everybody works on, until few rows change between two copies. */
  async #copy(peer: Peer, practiceId: string): Promise<State> {
    const { program, teller } = this.#deps
    let begun = await peer.ask<Begun>('begin', { version: program })
    let there = this.#states().find(({ sha256 }) => sha256 === begun.archive)
    if (there === undefined) {
      if (begun.archive !== null) {
        // What is there cannot be gone on with.
        await peer.ask('abort')
        begun = await peer.ask<Begun>('begin', { version: program })
      }
      if (begun.size === 0) this.#removeStates()
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

  async #sendFirst(peer: Peer, { path, sha256, rows }: State, from: number): Promise<void> {
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

  /** Sends what differs between the state that is there and now. Resolves with the number of rows. */
  async #follow(peer: Peer, practiceId: string, there: State): Promise<{ state: State; rows: number }> {
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

  /** Freezes the practice, sends the rest, and commits. Where something fails before the commit, everybody works on. */
  async #settle(peer: Peer, placement: Placement, copied: State): Promise<PracticeMoved> {
    const { store, teller, troubleOfTrail } = this.#deps
    const { practiceId } = placement
    const trouble = await troubleOfTrail(practiceId)
    if (trouble !== null) throw new MoveError(`its audit trail is not as it was written: ${trouble}`)
    const began = performance.now()
    let state: State
    try {
      await store.cellMoves.drain(practiceId, teller.now())
      while (store.cellMoves.deliveries(practiceId) > 0 && performance.now() - began < drainMs)
        await Bun.sleep(50)
      await Bun.sleep(Math.max(0, leastDrainMs - (performance.now() - began)))
      await store.cellMoves.freeze(practiceId, teller.now())
      this.#requireNoFile(practiceId)
      state = (await this.#follow(peer, practiceId, copied)).state
      await this.#compare(peer, state)
      await this.#confirm(peer, practiceId, state)
    } catch (error) {
      await store.cellMoves.thaw(practiceId, teller.now())
      throw error
    }
    // What was frozen on another machine's disk must not be moved from this one.
    if (!this.#deps.owns()) throw new NotOwner()
    const next = await this.#commit(placement)
    const frozenMs = Math.round(performance.now() - began)
    await store.cellMoves.noteTrail(practiceId, state.manifest.trail.at(-1)?.throughSeq ?? 0)
    await this.finish(practiceId, next).catch((error) => {
      if (!(error instanceof MoveError || error instanceof StoreAway)) throw error
      teller.say(
        `the practice has moved. The rest is done as soon as the other cell answers: ${error.message}`,
      )
    })
    return { practiceId, cell: next.cell, rows: state.rows, frozenMs }
  }

  /** @throws MoveError where a file of an import is here. */
  #requireNoFile(practiceId: string): void {
    if (this.#deps.store.cellMoves.hasImportFile(practiceId))
      throw new MoveError(
        'a file of an import is kept for this practice, for a day at most. Wait until it is removed, or let an owner discard the import',
      )
  }

  /** @throws MoveError where the other cell holds something else. */
  async #compare(peer: Peer, { manifest }: State): Promise<void> {
    const { files } = await peer.ask<Pick<Manifest, 'files'>>('digests')
    const differing = manifest.files.filter((file, i) => !Bun.deepEquals(file, files[i]))
    if (differing.length > 0 || files.length !== manifest.files.length)
      throw new MoveError(
        `the other cell holds something else: ${differing.map(({ name, rows }) => `${name} (${rows} rows)`).join(', ')}. Please report it`,
      )
  }

  async #confirm(peer: Peer, practiceId: string, { manifest, sha256, rows }: State): Promise<void> {
    const { config, store, webhookKeys } = this.#deps
    const secret = (nonce: Uint8Array) => webhookKeys.bytesOf(nonce).toString('base64')
    const { rows: trailRows, sha256: trailSha256 } = manifest.files.find(
      ({ name }) => name === fileOf('audit'),
    )!
    const { since } = await peer.ask<{ since: number }>('ready', {
      trail: manifest.trail,
      detail: {
        rows,
        sha256,
        generation: (await this.#placement(practiceId)).generation + 1,
        throughSeq: manifest.trail.at(-1)?.throughSeq ?? 0,
        trailRows,
        trailSha256,
      },
      linkKeys: store.cellMoves
        .sharedLinkKeys()
        .map((one) => ({ ...one, key: Buffer.from(one.key).toString('base64') })),
      secrets: store.cellMoves.webhookSecrets(practiceId).map(({ id, nonce, formerNonce }) => ({
        id,
        secret: secret(nonce),
        former: formerNonce && secret(formerNonce),
      })),
      erasures: ErasureLedger.of(config.databasePath, config.replica)
        .read()
        .filter((one) => one.practiceId === practiceId)
        .map(({ patientId, at }) => ({ patientId, at })),
    })
    for (const end = performance.now() + confirmMs; ; await Bun.sleep(100)) {
      const { confirmed } = await peer.ask<{ confirmed: boolean }>('confirmed', { since })
      if (confirmed) return
      if (performance.now() > end)
        throw new MoveError(
          'the object store of the other cell does not confirm the practice: look at its backup',
        )
    }
  }

  /**
   * The one write that moves the practice. Answers where the practice is then. Where the write fails and nobody knows whether it
   * was made, the practice stays frozen until the directory shows that it was not, and cannot be made any more.
   * @throws what the write throws, once everybody works on here; StoreAway, Unusable where nobody knows more. The server looks again.
   */
  async #commit(placement: Placement): Promise<Placement> {
    const { cells, store, teller } = this.#deps
    const { practiceId } = placement
    const { to, move: _, ...rest } = placement
    const next: Placement = { ...rest, cell: to!, state: 'active', generation: rest.generation + 1 }
    try {
      await until(() => new Directory(cells.store).change(placement, next))
      return next
    } catch (error) {
      const there = await this.#placement(practiceId)
      if (there.cell !== cells.name || there.generation !== placement.generation) return there
      await this.#stopCommits(there)
      await store.cellMoves.thaw(practiceId, teller.now())
      throw error
    }
  }

  /** @throws as `Directory.endMove`. */
  async #stopCommits(placement: Placement): Promise<void> {
    if (placement.state !== 'moving') return
    await until(() => new Directory(this.#deps.cells.store).endMove(placement))
  }

  async #placement(practiceId: string): Promise<Placement> {
    const placement = (await pictureOf(this.#deps.cells.store)).find(practiceId)
    if (placement !== null) return placement
    throw new MoveError(
      'the directory of the cells does not know the practice: give it a host of its own first',
    )
  }

  #export(practiceId: string, number: number): State {
    const { store, program, teller } = this.#deps
    const path = this.#pathOf(number)
    rmSync(path, { force: true })
    exportPractice(store.transfer, practiceId, path, program, { ...teller, say: () => undefined }, moveForm)
    return this.#stateIn(path)
  }

  #stateIn(path: string): State {
    using archive = openArchive(path, { ...this.#deps.teller, say: () => undefined }, { form: moveForm })
    const { sha256, rows, manifest } = archive
    return { path, sha256, rows, manifest }
  }

  /** The states that are whole in files here, the first copy first. */
  #states(): State[] {
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

  #numberOf({ path }: State): number {
    return Number.parseInt(path.slice(this.#folder.length + 1), 10)
  }

  #removeStates(): void {
    this.#removeFiles()
    this.#makeFolder()
  }

  #makeFolder(): void {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
  }

  #removeFiles(): void {
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

type Begins = Pick<CellMove, 'practiceId' | 'move' | 'cell' | 'generation'>

interface Begun {
  /** The state that has come in, or begun to. */
  readonly archive: string | null
  /** How many bytes of the first copy are there. */
  readonly size: number
}

/** How long the object store is asked again while it does not answer, in milliseconds. */
const storeMs = 120_000

/** Repeats a write of the directory until its outcome is known. @throws StoreAway after two minutes. */
async function until(change: () => Promise<void>): Promise<void> {
  for (const end = performance.now() + storeMs; ; await Bun.sleep(500)) {
    try {
      return await change()
    } catch (error) {
      if (!(error instanceof StoreAway) || performance.now() > end) throw error
    }
  }
}
