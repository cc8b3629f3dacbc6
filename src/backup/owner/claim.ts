import type { Ownership } from '../../../db/ownership.ts'
import { BackupError } from '../litestream.ts'
import { foldersIn, movedTo, takenTo } from './folders.ts'
import {
  type BackupOwner,
  type Folders,
  momentNow,
  msSince,
  never,
  type SeenOwner,
  type Self,
} from './owner.ts'
import type { SmallObject } from './small-object.ts'

/** The name of the object that holds the claim, beside what Litestream keeps. */
export const claimName = 'owner.json'

/** Another machine has taken the backup over. */
export class ClaimLost extends BackupError {
  constructor(by: BackupOwner | null) {
    super(
      `another machine${by === null ? '' : `, ${by.machine},`} has taken over the backup of this database: only one may run. Look at both machines, stop the one that is not meant to run, and read "Two machines" in src/doctor/README.md`,
    )
  }
}

/** The claim of this process on the backup: the object in the store, and the tag of what we last read or wrote. */
export class Claim {
  readonly #object: SmallObject
  readonly #self: Self
  readonly #now: () => number
  #tag: string | null = null
  #own: BackupOwner | null = null
  #folders: Folders = foldersIn({})
  /** The last write. Two at a time would take each other for another machine. */
  #turn: Promise<unknown> = Promise.resolve()
  /** The last moment at which the store showed the claim as ours, by two clocks. */
  #held = never

  constructor(object: SmallObject, self: Self, now: () => number) {
    this.#object = object
    this.#self = self
    this.#now = now
  }

  /** Reads in the store who owns the backup. @throws StoreAway; BackupError when the object cannot be read. */
  async look(): Promise<SeenOwner | null> {
    const found = await this.#object.read()
    this.#tag = found?.tag ?? null
    if (found === null) return null
    const owner = read(found.text)
    this.#folders = foldersIn(owner)
    // Where the store has no clock, an owner with failover never lapses: the clock of a machine must not decide that.
    const byMachine = owner.failover ? 0 : this.#now() - owner.renewedAt
    return { ...owner, ageMs: found.ageMs ?? byMachine }
  }

  /** Where the stream is, as `look` has found it or `moveTo` has put it; null is REPLICA_URL itself. */
  get folder(): string | null {
    return this.#folders.folder
  }

  /** When the stream last went on in another folder, in epoch milliseconds; null when it never did. */
  get movedAt(): number | null {
    return this.#folders.earlier.at(-1)?.until ?? null
  }

  /**
   * Takes the backup over from the owner that `look` has found. With `to`, the stream goes on in the folder `next`, and
   * `from` holds the backup until then.
   * @throws ClaimLost when somebody else was quicker; StoreAway; BackupError when failover is asked of a store that obeys
   * no conditions.
   */
  async take(
    { databaseId, epochs }: Ownership & { readonly databaseId: string },
    to?: { readonly from: string | null; readonly next: string },
  ): Promise<void> {
    const folders = to ? takenTo(this.#folders, to, this.#now()) : this.#folders
    this.#own = {
      databaseId,
      epoch: epochs[0]!,
      ...this.#self,
      ...folders,
      renewedAt: this.#now(),
      released: false,
    }
    try {
      await this.#write({})
    } catch (error) {
      if (!this.#self.failover || this.#object.isConditional !== false) throw error
      this.#own = null
      throw new BackupError(
        'FAILOVER=yes needs an object store that obeys conditional writes, and this one does not: two machines could own the backup. Use another store, or remove FAILOVER',
      )
    }
    this.#folders = folders
  }

  /**
   * Writes into the store that this process still owns the backup.
   * @throws ClaimLost, StoreAway; Error when the claim was not taken, or was given free.
   */
  async renew(): Promise<void> {
    await this.#write({})
  }

  /**
   * Writes into the store that the backup goes on in another folder. Where this fails, the claim stays on the earlier folder.
   * @throws ClaimLost, StoreAway; Error when the claim was not taken, or was given free.
   */
  async moveTo(folder: string): Promise<void> {
    const folders = movedTo(this.#folders, folder, this.#now())
    await this.#write(folders)
    this.#folders = folders
  }

  /** Gives the backup free, after everything was sent. @throws ClaimLost, StoreAway. */
  async release(): Promise<void> {
    if (this.#own !== null) await this.#write({ released: true })
    this.#own = null
    this.#held = never
  }

  /** For how long nobody has confirmed the claim, in milliseconds, by the clock that ran longer. */
  get unconfirmedMs(): number {
    return msSince(this.#held, this.#now)
  }

  #write(change: Partial<BackupOwner>): Promise<void> {
    const turn = this.#turn.then(() => this.#writeNow(change))
    this.#turn = turn.catch(() => undefined)
    return turn
  }

  async #writeNow(change: Partial<BackupOwner>): Promise<void> {
    if (this.#own === null)
      throw new Error('this process holds no claim on the backup, so it cannot renew one: please report it')
    const began = momentNow(this.#now)
    const owner = { ...this.#own, renewedAt: began.at, ...change }
    const text = `${JSON.stringify(owner, null, 2)}\n`
    this.#tag = (await this.#object.write(text, this.#tag)) ?? (await this.#writeAgain(text))
    this.#own = owner
    this.#held = began
  }

  /**
   * An earlier write may have given the object another tag, although its answer was lost. A store that was emptied names no
   * owner.
   */
  async #writeAgain(text: string): Promise<string> {
    const found = await this.#object.read()
    const owner = found && read(found.text)
    const ours = owner?.epoch === this.#own?.epoch && owner?.machine === this.#self.machine
    const tag = owner === null || ours ? await this.#object.write(text, found?.tag ?? null) : null
    if (tag !== null) return tag
    this.#held = never
    throw new ClaimLost(owner)
  }
}

/** @throws BackupError when the text is not what this program writes. */
function read(text: string): BackupOwner {
  try {
    const { databaseId, epoch, machine, boot, publicUrl, failover, renewedAt, released, ...rest } =
      JSON.parse(text)
    if (typeof databaseId === 'string' && typeof epoch === 'string' && typeof renewedAt === 'number')
      return {
        databaseId,
        epoch,
        renewedAt,
        machine: String(machine),
        boot: typeof boot === 'string' ? boot : null,
        publicUrl: typeof publicUrl === 'string' ? publicUrl : null,
        failover: failover === true,
        released: released === true,
        ...foldersIn(rest),
      }
  } catch {
    // Reported below.
  }
  throw new BackupError(
    'the object owner.json in the object store cannot be read, so nobody knows who owns the backup: look at it, and delete it when no other machine runs. Where it names a "folder", the backup is in that folder: set REPLICA_URL to it first',
  )
}
