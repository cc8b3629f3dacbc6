/** The cell that a practice moves to. It carries out the steps that the old cell asks for. */
import {
  closeSync,
  existsSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { ErasureLedger } from '../backup/erasures/ledger.ts'
import type { Erasure } from '../backup/erasures/ledger-text.ts'
import { pictureOf } from '../cells/picture-of.ts'
import type { Placement } from '../cells/placement.ts'
import type { Config, Replica } from '../config.ts'
import type { WebhookKeys } from '../delivery/webhook-signature.ts'
import { operatorAct } from '../domain/act.ts'
import type { TrailPart } from '../store/audit/trail-parts.ts'
import { sizeOf } from '../store/engine/room.ts'
import type { Store } from '../store/store.ts'
import type { CellMove, SharedLinkKey } from '../store/transfer/cell-moves.ts'
import { readRow } from '../store/transfer/take.ts'
import { digestsOf, takeCopy, takeDifferences } from '../transfer/arrive.ts'
import type { Teller } from '../transfer/progress.ts'
import { clearAway } from '../transfer/remove.ts'
import { requireRoom } from '../transfer/room.ts'
import { removeLeft } from './left.ts'
import { MoveError } from './move-error.ts'
import type { Message } from './peer.ts'
import type { MoveSubject } from './seal.ts'

/** The act of a move in the audit trail of the installation. The command `audit verify` looks for this act. */
const byMove = operatorAct('practice import')

interface TargetDeps {
  readonly config: Config
  /** The path in the object store that all cells share, and the name of this cell. */
  readonly cells: { readonly store: Replica; readonly name: string }
  readonly store: Store
  readonly webhookKeys: WebhookKeys
  readonly program: string
  /** Whether the object store has everything that was written up to a moment, in epoch milliseconds. */
  readonly isStored: (since: number) => Promise<boolean>
  readonly forgetHead: (practiceId: string) => Promise<void>
  readonly teller: Teller
}

type Said = Message['said']

/** The facts that are kept until the practice is shown. */
interface Ready {
  /** Keys of links that the old cell had for all its practices. Each key is in base64. */
  readonly linkKeys: readonly (Omit<SharedLinkKey, 'key'> & { readonly key: string })[]
  readonly trail: readonly TrailPart[]
  readonly detail: Readonly<Record<string, string | number>>
}

interface Taking {
  readonly sha256: string
  state: 'works' | 'done' | { readonly error: unknown }
}

export class MoveTarget {
  readonly #deps: TargetDeps
  readonly #folder: string
  /** The import of the first copy: whether it still runs, is done, or was stopped by an error. */
  #taking: Taking | undefined
  /**
   * The move that has begun here. No other move begins until this move ends, or until the directory no longer has it.
   */
  #reserved: Pick<MoveSubject, 'practiceId' | 'move'> | undefined

  constructor(deps: TargetDeps) {
    this.#deps = deps
    this.#folder = `${deps.config.databasePath}-arriving`
  }

  /** Carries out a step of a move. @throws MoveError, TransferError, StoreAway. */
  async carryOut(subject: MoveSubject, step: string, { said, bytes }: Message): Promise<Said> {
    switch (step) {
      case 'begin':
        return await this.#begin(subject, said)
      case 'piece':
        return this.#piece(subject, said.at as number, bytes)
      case 'take':
        return await this.#take(subject, said.sha256 as string)
      case 'differences':
        await takeDifferences(
          this.#deps.store,
          this.#requireArriving(subject).practiceId,
          said as never,
          Buffer.from(bytes).toString(),
        )
        return {}
      case 'digests':
        return { files: this.#digests(subject) }
      case 'ready':
        return await this.#makeReady(subject, said as never)
      case 'confirmed':
        return { confirmed: await this.#deps.isStored(said.since as number) }
      case 'come':
        return { came: await this.#comeIfPlaced(subject) }
      case 'trail':
        return await this.#trail(subject, said.after as number, bytes)
      case 'whole':
        await this.#noteWhole(subject)
        return {}
      case 'abort':
        await this.#leave(subject)
        return {}
      default:
        throw new MoveError(`there is no step ${step}`)
    }
  }

  /**
   * Ends a move that the old cell could not end. Shows the practice if the directory places the practice in this cell.
   * Removes the copy if the directory no longer has the move.
   */
  async endLeftOver(move: CellMove): Promise<void> {
    // One read of the directory decides. Between two reads, the practice could be placed here, and would then be
    // removed.
    const placement = await this.#placement(move.practiceId)
    if (this.#isPlaced(placement, move)) await this.#come(move)
    else if (placement?.move !== move.move) await this.#clear(move)
  }

  async #begin(subject: MoveSubject, { version }: Said): Promise<Said> {
    const { store, cells, program, teller } = this.#deps
    if (version !== program)
      throw new MoveError(
        `it runs chairside ${program}, and this cell ${version}: update both to one version`,
      )
    const { practiceId, from, generation, move } = subject
    const picture = await pictureOf(cells.store)
    const placement = picture.find(practiceId)
    const isMeant = placement?.state === 'moving' && placement.to === cells.name && placement.cell === from
    if (!isMeant || placement.move !== move || placement.generation + 1 !== generation)
      throw new MoveError('the directory does not say that the practice moves there')
    const known = store.cellMoves.find(practiceId)
    const other = store.cellMoves
      .list()
      .find((one) => one.practiceId !== practiceId && !['came', 'left'].includes(one.stage))
    const reserved = this.#reserved
    const isReserved =
      reserved !== undefined &&
      reserved.practiceId !== practiceId &&
      picture.find(reserved.practiceId)?.move === reserved.move
    if (other !== undefined || isReserved)
      throw new MoveError('another practice moves there, or away from there: wait until it has')
    if (reserved?.move !== move) this.#taking = undefined
    this.#reserved = { practiceId, move }
    this.#removeFiles((name) => name !== nameIn(move))
    if (known !== null && known.move !== move) await this.#clear(known)
    if (store.transfer.moving(practiceId)?.archive === null)
      await clearAway(store.transfer, practiceId, byMove, teller)
    if (store.transfer.nameOf(practiceId) !== null && store.transfer.moving(practiceId) === null)
      await this.#removeLeft(practiceId)
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
    return {
      archive: store.cellArrivals.state(practiceId)?.archive ?? null,
      size: sizeOf(this.#file(subject)),
    }
  }

  /** Removes the rows of a practice that left this cell before, and now comes back. */
  async #removeLeft(practiceId: string): Promise<void> {
    const left = this.#deps.store.cellMoves.find(practiceId)
    if (left?.stage !== 'left')
      throw new MoveError('it has a practice with this id, and the directory does not know of it')
    if (!left.came)
      throw new MoveError(
        `it keeps what is left of the practice until the cell ${left.cell} says that it is there: try again in a minute`,
      )
    await removeLeft(this.#deps, practiceId, byMove)
  }

  /** @throws MoveError when the move has not begun here, or when another move has begun here. */
  #requireReserved({ move }: MoveSubject): void {
    if (this.#reserved?.move !== move)
      throw new MoveError('the move has not begun there, or not since its last start: type the command again')
  }

  /**
   * Writes a part of the first copy, from the byte `at` on. @throws TransferError when the disk has no room for its
   * rows.
   */
  #piece(subject: MoveSubject, at: number, bytes: Uint8Array): Said {
    this.#requireReserved(subject)
    const { store } = this.#deps
    if (store.cellArrivals.state(subject.practiceId) === null)
      requireRoom(store.transfer.room(), at + bytes.length, 1)
    const file = openSync(this.#file(subject), existsSync(this.#file(subject)) ? 'r+' : 'wx', 0o600)
    try {
      ftruncateSync(file, at)
      for (let done = 0; done < bytes.length; )
        done += writeSync(file, bytes, done, bytes.length - done, at + done)
      if (bytes.length === 0) fsyncSync(file)
    } finally {
      closeSync(file)
    }
    return { size: sizeOf(this.#file(subject)) }
  }

  async #take(subject: MoveSubject, sha256: string): Promise<Said> {
    this.#requireReserved(subject)
    const { store, teller } = this.#deps
    const taking = this.#taking
    if (taking?.sha256 === sha256) {
      if (taking.state === 'done') return { done: true }
      const rows = store.cellArrivals.state(subject.practiceId)?.rows ?? 0
      if (taking.state === 'works') return { done: false, rows }
      this.#taking = undefined
      throw taking.state.error
    }
    const move: CellMove = {
      practiceId: subject.practiceId,
      move: subject.move,
      stage: 'arrives',
      cell: subject.from,
      generation: subject.generation,
      at: teller.now(),
      trailSeq: 0,
      came: false,
    }
    const begun: Taking = { sha256, state: 'works' }
    this.#taking = begun
    takeCopy(store, this.#file(subject), move, teller).then(
      () => {
        begun.state = 'done'
      },
      (error) => {
        begun.state = { error }
      },
    )
    return { done: false, rows: 0 }
  }

  #digests(subject: MoveSubject) {
    const { store, program, teller } = this.#deps
    return digestsOf(store, this.#requireArriving(subject).practiceId, program, teller)
  }

  async #makeReady(
    subject: MoveSubject,
    {
      trail,
      detail,
      linkKeys,
      secrets,
      erasures,
    }: Ready & { readonly secrets: readonly Secret[]; readonly erasures: Erasure[] },
  ): Promise<Said> {
    const { config, store, webhookKeys, teller } = this.#deps
    const { practiceId } = this.#requireArriving(subject)
    // This message may be an earlier message that somebody sent again.
    if (detail.sha256 !== store.cellArrivals.state(practiceId)?.archive)
      throw new MoveError('what is said about the practice belongs to another state of it')
    const sealed = (secret: string) => webhookKeys.seal(Buffer.from(secret, 'base64'))
    await store.cellArrivals.keepReady(
      practiceId,
      JSON.stringify({ trail, detail, linkKeys }),
      secrets.map(({ id, secret, former }) => ({
        id,
        nonce: sealed(secret),
        formerNonce: former === null ? null : sealed(former),
      })),
    )
    const ledger = ErasureLedger.of(config.databasePath, config.replica)
    await ledger.join(
      erasures.map(({ patientId, at }) => ({ practiceId, patientId, at })),
      (away) => {
        throw away
      },
    )
    // The backup stream has passed a moment when it contains a later write. So a small write follows.
    const since = teller.now()
    await store.installation.beat(since)
    return { since }
  }

  /** Whether the directory places the practice in this cell, as the result of this move. */
  #isPlaced(placement: Placement | null, { generation }: CellMove): boolean {
    const { name } = this.#deps.cells
    return placement?.cell === name && placement.state !== 'gone' && placement.generation === generation
  }

  /**
   * Shows the practice if the directory places it here. Resolves with whether the practice came here by this move. Only
   * then the old cell removes its own copy.
   */
  async #comeIfPlaced({ practiceId, generation }: Pick<MoveSubject, 'practiceId' | 'generation'>) {
    const { cellMoves, cellArrivals } = this.#deps.store
    const move = cellMoves.find(practiceId)
    if (move?.stage !== 'arrives') return cellArrivals.hasCome(practiceId, generation)
    if (!this.#isPlaced(await this.#placement(practiceId), move)) return false
    await this.#come(move)
    return true
  }

  async #come({ practiceId, move }: CellMove): Promise<void> {
    const { store, teller } = this.#deps
    const kept = store.cellArrivals.ready(practiceId)
    if (kept === null)
      throw new MoveError('the practice was moved there before it was ready: please report it')
    const ready: Ready = JSON.parse(kept)
    const detail = { ...ready.detail, ...store.transfer.knownBefore(practiceId) }
    const linkKeys = ready.linkKeys.map((one) => ({ ...one, key: Buffer.from(one.key, 'base64') }))
    await store.cellArrivals.come(practiceId, { trail: ready.trail, detail, linkKeys }, byMove, teller.now())
    this.#end(move)
  }

  async #trail({ practiceId }: MoveSubject, after: number, bytes: Uint8Array): Promise<Said> {
    const lines = Buffer.from(bytes).toString().split('\n').filter(Boolean)
    const rows = lines.map((line) => readRow('audit', JSON.parse(line)))
    return { through: await this.#deps.store.cellArrivals.appendTrail(practiceId, after, rows) }
  }

  /**
   * Notes that the old cell has no further rows of the practice's audit trail. When the practice is in another move by
   * now, an earlier message was noted already, and nothing changes.
   */
  async #noteWhole({ practiceId, move }: MoveSubject): Promise<void> {
    const { cellMoves } = this.#deps.store
    if (cellMoves.find(practiceId)?.move === move) await cellMoves.noteCame(practiceId)
  }

  async #leave({ practiceId, move, generation }: MoveSubject): Promise<void> {
    const known = this.#deps.store.cellMoves.find(practiceId)
    if (known?.move !== move) return this.#end(move)
    if (await this.#comeIfPlaced({ practiceId, generation }))
      throw new MoveError('the practice lives there by now')
    await this.#clear(known)
  }

  async #clear({ practiceId, move }: CellMove): Promise<void> {
    const { store, teller } = this.#deps
    if (!(await store.cellArrivals.giveUp(practiceId, move))) return
    await clearAway(store.transfer, practiceId, byMove, teller)
    this.#end(move)
  }

  #requireArriving({ practiceId, move }: MoveSubject): CellMove {
    const known = this.#deps.store.cellMoves.find(practiceId)
    if (known?.move !== move || known.stage !== 'arrives')
      throw new MoveError('the practice does not come in there')
    return known
  }

  async #placement(practiceId: string): Promise<Placement | null> {
    return (await pictureOf(this.#deps.cells.store)).find(practiceId)
  }

  #file({ move }: MoveSubject): string {
    return join(this.#folder, nameIn(move))
  }

  /** Removes the files of a move, and lets another move begin. */
  #end(move: string): void {
    this.#removeFiles((name) => name === nameIn(move))
    if (this.#reserved?.move !== move) return
    this.#reserved = undefined
    this.#taking = undefined
  }

  #removeFiles(isMeant: (name: string) => boolean): void {
    if (!existsSync(this.#folder)) return
    for (const name of readdirSync(this.#folder).filter(isMeant))
      rmSync(join(this.#folder, name), { force: true })
  }
}

/** The secrets of a webhook, in base64. */
interface Secret {
  readonly id: string
  readonly secret: string
  readonly former: string | null
}

/** The name of the first copy's file. */
const nameIn = (move: string): string => `${move}.tar`
