/** The cell that a practice leaves: it copies the practice to another cell, freezes it for a moment, and commits. */
import { lockBeside } from '../../db/lock.ts'
import { ErasureLedger } from '../backup/erasures/ledger.ts'
import { StoreAway } from '../backup/owner/store-away.ts'
import type { Placement } from '../cells/placement.ts'
import { knownCells } from '../cells/registry.ts'
import type { Config, Replica } from '../config.ts'
import type { WebhookKeys } from '../delivery/webhook-signature.ts'
import { isLeaving } from '../domain/move.ts'
import { NotOwner } from '../store/engine/trouble.ts'
import type { Store } from '../store/store.ts'
import type { CellMove } from '../store/transfer/cell-moves.ts'
import { fileOf, type Manifest } from '../transfer/manifest.ts'
import type { Teller } from '../transfer/progress.ts'
import { beginMove, commit, placementOf, stopCommits } from './commit.ts'
import { type CopiedState, LeavingCopies } from './copies.ts'
import { type CellLink, linkOf } from './links.ts'
import { MoveError } from './move-error.ts'
import { Peer } from './peer.ts'
import type { CellKey } from './seal.ts'

interface SourceDeps {
  readonly config: Pick<Config, 'databasePath' | 'replica'>
  /** The path in the object store that all cells share, and the name of this cell. */
  readonly cells: { readonly store: Replica; readonly name: string }
  readonly store: Store
  readonly key: CellKey
  readonly webhookKeys: WebhookKeys
  /** The version of chairside. */
  readonly program: string
  readonly teller: Teller
  /** Resolves with the fault in the audit trail of a practice, up to its head. Null when there is no fault. */
  readonly troubleOfTrail: (practiceId: string) => Promise<string | null>
  /** Whether the server of this machine owns its practices at this moment. */
  readonly owns: () => boolean
  /**
   * For how long the trail of a practice that has left may still get rows here, in milliseconds. The server shows the
   * practice until it has read the directory again.
   */
  readonly lateMs: number
}

/** How long deliveries that have begun may go on, in milliseconds. */
const drainMs = 10_000
/** The shortest wait for requests that have begun, in milliseconds. Each of them reaches its write within this time. */
const leastDrainMs = 250
/** How long the object store of the new cell may take to confirm the practice, in milliseconds. */
const confirmMs = 60_000
/** How many rows of the audit trail are sent in one message. */
const trailRows = 500
/** How long the move of a practice that has just arrived waits for the rest of its audit trail, in milliseconds. */
const restMs = 20_000
/** A cell that has not sent the rest of a trail after this time may never send it. In milliseconds. */
const latestRestMs = 86_400_000

/** The result of a move. */
interface PracticeMoved {
  readonly practiceId: string
  readonly cell: string
  readonly rows: number
  /** How long the writes of the practice were refused, in milliseconds. */
  readonly frozenMs: number
}

export class MoveSource {
  readonly #deps: SourceDeps
  readonly #copies: LeavingCopies

  constructor(deps: SourceDeps) {
    this.#deps = deps
    this.#copies = new LeavingCopies(`${deps.config.databasePath}-leaving`, deps)
  }

  /**
   * Locks the moves of this cell, because only one process at a time may move practices. Null while another process
   * does.
   */
  lock(): Disposable | null {
    return lockBeside(`${this.#deps.config.databasePath}-leaving`)
  }

  /**
   * Moves a practice to another cell. An interrupted move continues where it stopped. When something fails before the
   * commit, the practice takes writes again, and the same call continues the move later.
   * @throws MoveError, TransferError, StoreAway, Unusable.
   */
  async move(practiceId: string, to: string): Promise<PracticeMoved> {
    const { cells, store, teller } = this.#deps
    const found = await placementOf(cells.store, practiceId)
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
    if (known?.stage === 'came') await this.#requireWholeTrail(practiceId)
    if (found.state === 'active') await this.#requireNotDrained(to)
    const link = await linkOf(cells.store, to)
    const placement = await this.#begin(found, to, known)
    const begun = { practiceId, move: placement.move!, cell: to, generation: placement.generation + 1 }
    if (known?.move !== begun.move) {
      if (known !== null) await store.cellMoves.forget(practiceId)
      await store.cellMoves.begin(begun, teller.now())
    } else if (known !== null && known.stage !== 'copies')
      await store.cellMoves.thaw(practiceId, teller.now())
    const peer = this.#peerOf(begun, link)
    const copied = await this.#copies.send(peer, practiceId)
    return await this.#settle(peer, placement, copied)
  }

  /**
   * Ends a move that has not been committed. The practice stays here and takes writes. @throws MoveError when the move
   * has been committed; StoreAway.
   */
  async abort(practiceId: string): Promise<void> {
    const { cells, store } = this.#deps
    const placement = await placementOf(cells.store, practiceId)
    const known = store.cellMoves.find(practiceId)
    if (placement.cell !== cells.name) {
      if (known !== null) await this.finish(practiceId, placement)
      throw new MoveError(`the practice has moved: it is in the cell ${placement.cell}`)
    }
    await stopCommits(cells.store, placement)
    if (known !== null && isLeaving(known)) {
      await store.cellMoves.forget(practiceId)
      // If the message does not arrive, the other cell removes its copy when it finds that the directory has no such
      // move.
      await linkOf(cells.store, known.cell)
        .then((link) => this.#peerOf(known, link).ask('abort'))
        .catch(() => undefined)
    }
    this.#copies.remove()
  }

  /**
   * Does the remaining work in this cell, once the directory names another cell. It hides the practice here, and sends
   * the rest of its audit trail. Some seconds later, it sends the message that no more rows follow. So call it again
   * until `isFinished`.
   * @throws MoveError, StoreAway when the other cell does not accept the practice yet.
   */
  async finish(practiceId: string, placement: Placement): Promise<void> {
    const { cells, store, teller, lateMs } = this.#deps
    const known = store.cellMoves.find(practiceId)
    if (known === null || known.generation > placement.generation) return
    if (known.stage !== 'left') await store.cellMoves.leave(practiceId, teller.now())
    await store.elsewhere.hide(new Map([...store.elsewhere.practices(), [practiceId, placement.cell]]))
    this.#copies.remove()
    const { cell: to } = known
    const peer = this.#peerOf(known, await linkOf(cells.store, to))
    const { came } = await peer.ask<{ came: boolean }>('come')
    if (came !== true)
      throw new MoveError(
        `the cell ${to} does not have the practice: what is here of it stays. Look whether that cell lost its disk`,
      )
    await this.#handOver(peer, practiceId)
    if (known.came || teller.now() - store.cellMoves.find(practiceId)!.at < lateMs) return
    await peer.ask('whole')
    await store.cellMoves.noteCame(practiceId)
  }

  /** The other cell of a move. */
  #peerOf({ cell: to, practiceId, generation, move }: Begins, link: CellLink): Peer {
    const { key, cells } = this.#deps
    return new Peer(key, link, { from: cells.name, to, practiceId, generation, move })
  }

  /** Whether the only remaining work in this cell is to remove the rows of the practice. */
  isFinished(practiceId: string): boolean {
    const known = this.#deps.store.cellMoves.find(practiceId)
    return known?.stage === 'left' && known.came && this.#trailBehind(practiceId).length === 0
  }

  /** Sends the rows of the audit trail about records that were shown here after the last copy. */
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
      // The command that froze the practice may have died during its commit. With a new id of the move, a late commit
      // of that command fails.
      if (known?.stage !== 'frozen' || known.move !== found.move) return found
    }
    return await beginMove(this.#deps.cells.store, found, to)
  }

  /**
   * Freezes the practice, sends the rest, and commits. When something fails before the commit, the practice takes
   * writes again.
   */
  async #settle(peer: Peer, placement: Placement, copied: CopiedState): Promise<PracticeMoved> {
    const { cells, store, teller, troubleOfTrail } = this.#deps
    const { practiceId } = placement
    const trouble = await troubleOfTrail(practiceId)
    if (trouble !== null) throw new MoveError(`its audit trail is not as it was written: ${trouble}`)
    const began = performance.now()
    let state: CopiedState
    try {
      await store.cellMoves.drain(practiceId, teller.now())
      while (store.cellMoves.deliveries(practiceId) > 0 && performance.now() - began < drainMs)
        await Bun.sleep(50)
      await Bun.sleep(Math.max(0, leastDrainMs - (performance.now() - began)))
      await store.cellMoves.freeze(practiceId, teller.now())
      this.#requireNoFile(practiceId)
      state = await this.#copies.sendRest(peer, practiceId, copied)
      await this.#compare(peer, state)
      await this.#confirm(peer, practiceId, state)
    } catch (error) {
      await store.cellMoves.thaw(practiceId, teller.now())
      throw error
    }
    // After another machine took over, the state of the practice on this machine must not be moved.
    if (!this.#deps.owns()) throw new NotOwner()
    const next = await commit(cells.store, placement, () => store.cellMoves.thaw(practiceId, teller.now()))
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

  /** @throws MoveError when a file of an import is here. */
  #requireNoFile(practiceId: string): void {
    if (this.#deps.store.cellMoves.hasImportFile(practiceId))
      throw new MoveError(
        'a file of an import is kept for this practice, for a day at most. Wait until it is removed, or let an owner discard the import',
      )
  }

  /** @throws MoveError when the operator wants no further practices in the other cell; StoreAway, Unusable. */
  async #requireNotDrained(to: string): Promise<void> {
    const known = await knownCells(this.#deps.cells.store)
    if (known.find(({ cell }) => cell === to)?.draining)
      throw new MoveError(
        `the cell ${to} is drained, so it takes no practice: choose another cell, or type \`cells add\` on its machine`,
      )
  }

  /**
   * Waits for the rows of the trail that the cell before this one may still have. After a move to a third cell, they
   * would be lost.
   * @throws MoveError.
   */
  async #requireWholeTrail(practiceId: string): Promise<void> {
    const { store, teller } = this.#deps
    for (const end = performance.now() + restMs; ; await Bun.sleep(200)) {
      const known = store.cellMoves.find(practiceId)
      if (known?.stage !== 'came' || known.came || teller.now() - known.at > latestRestMs) return
      if (performance.now() > end)
        throw new MoveError(
          `the cell ${known.cell} has not sent the rest of the audit trail yet: look whether it runs, and try again in a minute`,
        )
    }
  }

  /** Compares the digests of both cells. @throws MoveError when the other cell has other records. */
  async #compare(peer: Peer, { manifest }: CopiedState): Promise<void> {
    const { files } = await peer.ask<Pick<Manifest, 'files'>>('digests')
    const differing = manifest.files.filter((file, i) => !Bun.deepEquals(file, files[i]))
    if (differing.length > 0 || files.length !== manifest.files.length)
      throw new MoveError(
        `the other cell holds something else: ${differing.map(({ name, rows }) => `${name} (${rows} rows)`).join(', ')}. Please report it`,
      )
  }

  async #confirm(peer: Peer, practiceId: string, { manifest, sha256, rows }: CopiedState): Promise<void> {
    const { cells, config, store, webhookKeys } = this.#deps
    const secret = (nonce: Uint8Array) => webhookKeys.bytesOf(nonce).toString('base64')
    const { rows: trailRows, sha256: trailSha256 } = manifest.files.find(
      ({ name }) => name === fileOf('audit'),
    )!
    const { since } = await peer.ask<{ since: number }>('ready', {
      trail: manifest.trail,
      detail: {
        rows,
        sha256,
        generation: (await placementOf(cells.store, practiceId)).generation + 1,
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
}

type Begins = Pick<CellMove, 'practiceId' | 'move' | 'cell' | 'generation'>
