import { lockBeside } from '../../db/lock.ts'
import type { Replica, Wins } from '../config.ts'
import { troubleOf } from '../store/engine/trouble.ts'
import type { Installation } from '../store/service/installation.ts'
import { cannotBeginAnew } from './begin-anew.ts'
import { endGoingBack, swapIn, wentBack } from './go-back.ts'
import { GrowingPause } from './growing-pause.ts'
import { BackupError, removeLeftovers, requireGoodVersion, type Say } from './litestream.ts'
import { endLeftOver, LitestreamProcess } from './litestream-process.ts'
import { forgetOrderedEnd, isAsLeft, noteOrderedEnd } from './ordered-end.ts'
import { type Claim, ClaimLost } from './owner/claim.ts'
import { inFolder, newFolderName } from './owner/folders.ts'
import { type BackupOwner, type ClaimTimes, takeOverMs, timesOf } from './owner/owner.ts'
import { openClaim, settle } from './owner/settle.ts'
import { StoreAway } from './owner/store-away.ts'
import { beginNotesAnew, prepare, requireWholeDisk } from './prepare.ts'

export interface ReplicationOptions {
  readonly firstBoot: boolean
  readonly wins: Wins
  /** How often the claim is renewed, in milliseconds. Tests make it short. */
  readonly renewEveryMs?: number
  readonly now: () => number
  readonly say: Say
  /** Called when this server must end at once, because another machine has taken over the backup. */
  readonly lost: (reason: Error) => void
}

/**
 * The states of a replication. Litestream runs only in the state `streams`.
 * - `takes over`: this machine has taken the claim of a silent machine with failover, and renews it. This machine
 *   waits, restores and opens the database. `begin` leads to `unsettled`.
 * - `opened`: the disk and the store were checked, and the server does not serve yet. `begin` leads to `unsettled`.
 * - `opened alone`: like `opened`, but the store did not answer.
 * - `unsettled`: the server serves and has no claim yet. When the server gets the claim, the state becomes `streams`.
 *   If the store or the disk prevents that, each renewal tries again.
 * - `streams`: this machine has the claim, or the store cannot hold a claim. A Litestream that ends is started again.
 *   When the store has not confirmed the claim for too long, the state becomes `holds back`.
 * - `holds back`: another machine may own the store by now. When the claim is confirmed, the state becomes `streams`
 *   again.
 * - `ended`: the replication has ended in order, at once, or because another machine has the backup. No state follows.
 */
type State = 'takes over' | 'opened' | 'opened alone' | 'unsettled' | 'streams' | 'holds back' | 'ended'

/**
 * The stream of the database to the object store. The stream begins with the check of the database and the store
 * before the start, and ends with the last sync. Only the machine that has the claim on the store streams to it.
 */
export class Replication {
  /**
   * Whether the server before this one did not end in order. In this case the stream may hold writes that the database
   * does not hold.
   */
  readonly isUnproven: boolean
  readonly #claim: Claim | null
  readonly #litestream: LitestreamProcess
  readonly #lock: Disposable
  readonly #options: ReplicationOptions
  readonly #replica: Replica
  readonly #times: ClaimTimes
  #installation: Installation | undefined
  /** The name of the epoch of this start. */
  readonly #epochName = crypto.randomUUID()
  /**
   * The epoch of this start. Each try to take the claim uses the same epoch. A database keeps only 50 epochs, and must
   * not forget the epoch that the store names.
   */
  #epoch: Awaited<ReturnType<Installation['beginEpoch']>> | undefined
  #state: State
  #tookOver = false
  #timer: Timer | undefined
  /** The renewal of the claim in progress, or the last renewal. */
  #turn: Promise<void> = Promise.resolve()
  #told = { trouble: '', at: 0 }
  readonly #pauses = new GrowingPause()
  /** The timer that starts Litestream again after it ended by itself. */
  #again: Timer | undefined

  private constructor(
    replica: Replica,
    claim: Claim | null,
    lock: Disposable,
    found: { readonly state: State; readonly isUnproven: boolean },
    options: ReplicationOptions,
  ) {
    this.#replica = replica
    this.#claim = claim
    this.#lock = lock
    this.#state = found.state
    this.isUnproven = found.isUnproven
    this.#options = options
    const times = timesOf(replica)
    this.#times = { ...times, renewMs: options.renewEveryMs ?? times.renewMs }
    this.#litestream = new LitestreamProcess(replica, (code, ranMs) =>
      this.#streamAgain(`Litestream ended by itself (${code})`, ranMs),
    )
  }

  /**
   * Takes the lock, looks at the disk and at the store, and makes sure that there is a whole database on the disk.
   * @throws BackupError when the start must be refused.
   */
  static async open(replica: Replica, options: ReplicationOptions): Promise<Replication> {
    using stack = new DisposableStack()
    const lock = lockBeside(replica.databasePath)
    if (lock === null)
      throw new BackupError(
        `another chairside on this machine has the database ${replica.databasePath} and streams it: stop that one first`,
      )
    stack.use(lock)
    await requireGoodVersion(replica)
    // A Litestream that still runs would go on streaming the files that are renamed below.
    const isUnproven = endLeftOver(replica)
    removeLeftovers(replica.databasePath)
    const back = swapIn(replica.databasePath, options.now(), options.say)
    // Reading the whole database takes some seconds for each gigabyte. After an ordered stop, the verification at
    // night is enough.
    if (!isAsLeft(replica.databasePath)) requireWholeDisk(replica.databasePath)
    const claim = openClaim(replica, options.now)
    const wins = back === null ? options.wins : { back, otherwise: options.wins }
    const settled = await settle(replica, claim, { ...options, wins })
    const state = settled.do === 'serve disk alone' ? 'opened alone' : 'opened'
    const replication = new Replication(replica, claim, lock, { state, isUnproven }, options)
    const restore = () => prepare(replica, settled, options)
    if (settled.do === 'serve disk alone' || settled.takenFrom === null) await restore()
    else await replication.#takeOver(settled.takenFrom, settled.folder, restore)
    stack.move()
    return replication
  }

  /**
   * Takes the claim of an owner that is silent, and renews it while this machine waits and restores. The stream goes
   * on in a new folder. So the old owner's Litestream does not damage it, even if that Litestream still runs. `folder`
   * holds the backup.
   * @throws ClaimLost when another machine was quicker; StoreAway; the errors of `restore`.
   */
  async #takeOver(
    { databaseId, machine }: BackupOwner,
    folder: string | null,
    restore: () => Promise<void>,
  ): Promise<void> {
    const { now, say } = this.#options
    this.#become('takes over')
    const to = { from: folder, next: newFolderName(now()) }
    await this.#claim!.take({ databaseId, epochs: [this.#epochName] }, to)
    this.#tookOver = true
    say(
      `this machine takes over from ${machine}, which is silent. It waits ${takeOverMs / 1_000} seconds first`,
    )
    this.#keepClaimAfter(true)
    try {
      await Bun.sleep(takeOverMs)
      await restore()
    } catch (error) {
      this.kill()
      await this.#endTurns()
      throw error
    }
  }

  /** Claims the store for this start of the server, and streams. @throws ClaimLost when another machine was quicker. */
  async begin(installation: Installation): Promise<void> {
    this.#installation = installation
    await this.#endTurns()
    const hasLooked = this.#state === 'opened' || this.#state === 'takes over'
    this.#become('unsettled')
    forgetOrderedEnd(this.#replica.databasePath)
    if (hasLooked) await this.#ownIfPossible()
    this.#keepClaimAfter(this.#state === 'streams')
  }

  /**
   * Sends the rest of the log, and releases the claim when everything was sent. Otherwise the claim is left to run
   * out, so that no other machine takes a backup without the last writes at once.
   */
  async end(): Promise<void> {
    const { say } = this.#options
    const served = this.#serves()
    this.#become('ended')
    clearTimeout(this.#timer)
    const sent = await this.#litestream.stop()
    // If the claim cannot be released, it still expires by itself.
    if (sent) await this.#claim?.release().catch((error) => say((error as Error).message))
    else if (served)
      say('the last writes may be only on this disk: start this machine again before another one serves')
    if (served) noteOrderedEnd(this.#replica.databasePath)
    this.#lock[Symbol.dispose]()
  }

  /** Whether Litestream copies the log at this moment. */
  get streams(): boolean {
    return this.#litestream.running
  }

  /** Whether this start took over from a machine that was silent. */
  get tookOver(): boolean {
    return this.#tookOver
  }

  /** When the backup was last replaced, in epoch milliseconds. Null when the backup was never replaced. */
  get begunAnewAt(): number | null {
    return this.#claim?.movedAt ?? null
  }

  /** Whether the store has confirmed the claim lately. Null when the store cannot hold a claim. */
  get confirmed(): boolean | null {
    return this.#claim && this.#claim.unconfirmedMs <= this.#times.safeMs
  }

  /**
   * Whether this server may acknowledge changes and send messages at this moment. With FAILOVER=yes, the store must
   * have confirmed the claim lately. Without FAILOVER, the answer is always true, because no other machine takes over
   * soon.
   */
  get owns(): boolean {
    return !this.#replica.failover || (this.#claim !== null && this.#claim.unconfirmedMs < this.#times.safeMs)
  }

  /** The place that Litestream streams to, with the newest change. */
  get place(): Replica {
    return inFolder(this.#replica, this.folder)
  }

  /** The folder below REPLICA_URL that Litestream streams to. Null means REPLICA_URL itself. */
  get folder(): string | null {
    return this.#claim?.folder ?? null
  }

  /**
   * Replaces the backup with a whole copy from the disk, in a new folder of the object store. The earlier folder stays
   * as it is, because earlier moments are restored from it. Returns the name of the new folder.
   * @throws BackupError when the store cannot hold a claim; ClaimLost, StoreAway. After an error, the stream goes on
   * as before.
   */
  async beginAnew(): Promise<string> {
    const { now, say } = this.#options
    if (this.#claim === null) throw new BackupError(cannotBeginAnew)
    const folder = newFolderName(now())
    await this.#claim.moveTo(folder)
    if (this.#state === 'holds back') this.#become('streams')
    await this.#interrupt()
    beginNotesAnew(this.#replica.databasePath, () =>
      say(`the backup begins again with a whole copy, in the folder ${folder} of the object store`),
    )
    this.#stream()
    return folder
  }

  /**
   * Ends Litestream and starts it again. `anew`: Litestream's notes are removed before the new start, because they may
   * be damaged or may not fit the store.
   */
  async restart({ anew }: { anew: boolean }): Promise<void> {
    if (!this.#litestream.running) return
    await this.#litestream.kill()
    if (anew) beginNotesAnew(this.#replica.databasePath, this.#options.say)
    this.#stream()
  }

  /**
   * Calls `work` while Litestream does not run. Afterwards Litestream sends a whole copy, because the log begins
   * again.
   */
  async without<T>(work: () => T): Promise<T> {
    const streamed = this.#litestream.running
    await this.#interrupt()
    try {
      return work()
    } finally {
      beginNotesAnew(this.#replica.databasePath, () =>
        this.#options.say(
          'Litestream begins with a whole copy of the database, because its file was rewritten after an erasure',
        ),
      )
      if (streamed) this.#stream()
    }
  }

  /** Ends Litestream at once. It sends nothing more. */
  kill(): void {
    this.#become('ended')
    this.#litestream.kill()
  }

  /** Sets the state. After `ended` the state does not change, even if earlier work is still in progress. */
  #become(next: State): void {
    if (next !== 'streams') clearTimeout(this.#again)
    if (this.#state !== 'ended') this.#state = next
  }

  /** Whether the server serves at this moment. */
  #serves(): boolean {
    return this.#state === 'unsettled' || this.#state === 'streams' || this.#state === 'holds back'
  }

  /**
   * Takes the claim if possible. On a full disk, or without an answer of the store, reads are served and nothing is
   * streamed yet.
   */
  async #ownIfPossible(): Promise<void> {
    try {
      await this.#own()
    } catch (error) {
      if (!(error instanceof StoreAway || troubleOf(error))) {
        this.kill()
        throw error
      }
      this.#options.say(`nothing is streamed yet: ${(error as Error).message}`)
    }
  }

  async #own(): Promise<void> {
    const { now } = this.#options
    this.#epoch ??= await this.#installation!.beginEpoch(this.#epochName, now())
    await this.#claim?.take(this.#epoch)
    endGoingBack(this.#replica.databasePath)
    this.#become('streams')
    this.#stream()
  }

  #stream(): void {
    if (this.#state !== 'streams') return
    try {
      this.#litestream.start(this.place)
    } catch (error) {
      // Litestream cannot start, for example while its program is being replaced. The practice works on, and the lag is
      // reported.
      this.#streamAgain((error as Error).message, 0)
    }
  }

  #streamAgain(why: string, ranMs: number): void {
    const ms = this.#pauses.after(ranMs)
    this.#options.say(`${why}: it is started again in ${ms / 1000} ${ms === 1_000 ? 'second' : 'seconds'}`)
    clearTimeout(this.#again)
    this.#again = setTimeout(() => this.#stream(), ms).unref()
  }

  /**
   * Ends Litestream at once, before work on the file. The loop is needed, because a renewal of the claim may start
   * Litestream again meanwhile.
   */
  async #interrupt(): Promise<void> {
    clearTimeout(this.#again)
    while (this.#litestream.running) await this.#litestream.kill()
  }

  /** Renews the claim at regular times, and more often while the last renewal has failed. */
  #keepClaimAfter(kept: boolean): void {
    if (this.#state === 'ended') return
    const { renewMs } = this.#times
    const next = async () => this.#keepClaimAfter(await this.#keepClaim())
    const begin = () => {
      this.#turn = next()
    }
    this.#timer = setTimeout(begin, kept ? renewMs : renewMs / 6)
  }

  /** Ends the renewals until the next `#keepClaimAfter`. */
  async #endTurns(): Promise<void> {
    clearTimeout(this.#timer)
    await this.#turn
    clearTimeout(this.#timer)
  }

  /** Renews the claim. Returns whether the renewal succeeded; the store or the disk may prevent a renewal. */
  async #keepClaim(): Promise<boolean> {
    try {
      if (this.#state === 'takes over') {
        await this.#claim!.renew()
        return true
      }
      if (this.#state === 'unsettled') await this.#settleLate()
      else {
        await this.#claim?.renew()
        this.#become('streams')
        this.#stream()
      }
    } catch (error) {
      if (this.#state === 'ended') return false
      const passes = error instanceof StoreAway || troubleOf(error) !== undefined
      if (error instanceof ClaimLost || !passes) {
        this.#lose(error as Error)
        return false
      }
      this.#tell(
        this.owns
          ? (error as Error).message
          : `${(error as Error).message}. No change is acknowledged and no message is sent until the object store confirms that this machine owns the backup`,
      )
      // Another machine may own the store by now. So nothing is sent until the claim was confirmed.
      if (this.#state === 'streams' && this.#claim !== null && this.#claim.unconfirmedMs > this.#times.safeMs)
        await this.#holdBack()
      return false
    }
    return this.#state === 'streams'
  }

  /** Logs the same message at most once a minute. */
  #tell(trouble: string): void {
    const { now, say } = this.#options
    if (trouble === this.#told.trouble && now() - this.#told.at < tellAgainMs) return
    this.#told = { trouble, at: now() }
    say(trouble)
  }

  /** The store did not answer at the start, so the check of the disk and the store is made now. */
  async #settleLate(): Promise<void> {
    const back = wentBack(this.#replica.databasePath)
    const wins = back === null ? null : { back, otherwise: null }
    const settled = await settle(this.#replica, this.#claim, { ...this.#options, wins })
    if (this.#state === 'ended' || settled.do === 'serve disk alone') return
    if (settled.takenFrom !== null)
      throw new BackupError('a machine with failover is silent: the next start of this machine takes over')
    if (settled.do !== 'serve disk')
      throw new BackupError('the database on the disk is gone: the next start restores the backup')
    if (settled.anew) beginNotesAnew(this.#replica.databasePath, this.#options.say)
    await this.#own()
  }

  async #holdBack(): Promise<void> {
    this.#become('holds back')
    if (!this.#litestream.running) return
    await this.#litestream.kill()
    this.#options.say('nothing is sent until the object store confirms that this machine owns the backup')
  }

  #lose(reason: Error): void {
    this.kill()
    this.#options.lost(reason)
  }
}

/** The pause before the same message is logged again, in milliseconds. */
const tellAgainMs = 60_000
