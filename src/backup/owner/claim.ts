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

/** The name of the object that holds the claim. The object is beside Litestream's files in the object store. */
export const claimName = 'owner.json'

/** The error that another machine has taken over the backup. */
export class ClaimLost extends BackupError {
  constructor(by: BackupOwner | null) {
    super(
      `another machine${by === null ? '' : `, ${by.machine},`} has taken over the backup of this database: only one may run. Look at both machines, stop the one that is not meant to run, and read "Two machines" in src/doctor/README.md`,
    )
  }
}

/**
 * The claim of this process on the backup: the object in the store, and the tag of its content at our last read or
 * write.
 */
export class Claim {
  readonly #object: SmallObject
  readonly #self: Self
  readonly #now: () => number
  #tag: string | null = null
  #own: BackupOwner | null = null
  #folders: Folders = foldersIn({})
  /**
   * The last write. Writes happen one after the other, because two writes at a time would each look like another
   * machine.
   */
  #turn: Promise<unknown> = Promise.resolve()
  /** The last moment at which the store confirmed our claim, by two clocks. */
  #held = never

  constructor(object: SmallObject, self: Self, now: () => number) {
    this.#object = object
    this.#self = self
    this.#now = now
  }

  /** Reads the owner of the backup from the store. @throws StoreAway; BackupError when the object cannot be read. */
  async look(): Promise<SeenOwner | null> {
    const found = await this.#object.read()
    this.#tag = found?.tag ?? null
    if (found === null) return null
    const owner = read(found.text)
    this.#folders = foldersIn(owner)
    // If the store has no clock, a claim with failover never lapses, because the clock of a machine must not decide
    // this.
    const byMachine = owner.failover ? 0 : this.#now() - owner.renewedAt
    return { ...owner, ageMs: found.ageMs ?? byMachine }
  }

  /** The folder of the stream, as `look` read it or `moveTo` wrote it. Null means REPLICA_URL itself. */
  get folder(): string | null {
    return this.#folders.folder
  }

  /** When the stream last moved to another folder, in epoch milliseconds. Null when the stream never moved. */
  get movedAt(): number | null {
    return this.#folders.earlier.at(-1)?.until ?? null
  }

  /**
   * Takes the backup over from the owner that `look` has read. With `to`, the stream goes on in the folder `next`, and
   * the folder `from` holds the backup until then.
   * @throws ClaimLost when another machine was quicker; StoreAway; BackupError with failover on a store that does not
   * obey conditions.
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
   * @throws ClaimLost, StoreAway; Error when the claim was not taken, or was released.
   */
  async renew(): Promise<void> {
    await this.#write({})
  }

  /**
   * Writes into the store that the backup goes on in another folder. If this write fails, the claim stays on the
   * earlier folder.
   * @throws ClaimLost, StoreAway; Error when the claim was not taken, or was released.
   */
  async moveTo(folder: string): Promise<void> {
    const folders = movedTo(this.#folders, folder, this.#now())
    await this.#write(folders)
    this.#folders = folders
  }

  /** Releases the claim, after everything was sent. @throws ClaimLost, StoreAway. */
  async release(): Promise<void> {
    if (this.#own !== null) await this.#write({ released: true })
    this.#own = null
    this.#held = never
  }

  /** The time since the store last confirmed the claim, in milliseconds, by the clock that ran longer. */
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
   * Writes once more after a refusal, if the object is still ours. An earlier write whose answer was lost may have
   * changed the tag. A store that was emptied names no owner, and is written again.
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

/** Reads the text of the claim. @throws BackupError when this program did not write the text. */
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
