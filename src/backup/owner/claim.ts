import type { Ownership } from '../../../db/ownership.ts'
import { BackupError } from '../litestream.ts'
import type { Owner, Self } from './owner.ts'
import type { SmallObject } from './small-object.ts'

/** The name of the object that holds the claim, beside what Litestream keeps. */
export const claimName = 'owner.json'

/** Another machine has taken the backup over. */
export class ClaimLost extends BackupError {
  constructor(by: Owner | null) {
    super(
      `another machine${by === null ? '' : `, ${by.machine},`} has taken over the backup of this database: only one may run. Look at both machines, stop the one that is not meant to run, and read "Two machines" in src/backup/README.md`,
    )
  }
}

/** The claim of this process on the backup: the object in the store, and the tag of what we last read or wrote. */
export class Claim {
  readonly #object: SmallObject
  readonly #self: Self
  readonly #now: () => number
  #tag: string | null = null
  #own: Owner | null = null
  /** When the claim was last found to be ours. */
  #heldAt = Number.NEGATIVE_INFINITY

  constructor(object: SmallObject, self: Self, now: () => number) {
    this.#object = object
    this.#self = self
    this.#now = now
  }

  /** Who owns the backup by the store's word. @throws StoreAway; BackupError when the object cannot be read. */
  async look(): Promise<Owner | null> {
    const found = await this.#object.read()
    this.#tag = found?.tag ?? null
    return found && read(found.text)
  }

  /** Takes the backup over from whom `look` has found. @throws ClaimLost when somebody else was quicker; StoreAway. */
  async take({ databaseId, epochs }: Ownership & { readonly databaseId: string }): Promise<void> {
    this.#own = {
      databaseId,
      epoch: epochs[0]!,
      ...this.#self,
      renewedAt: this.#now(),
      released: false,
    }
    await this.#write(this.#own)
  }

  /**
   * Tells the store that this process still owns the backup.
   * @throws ClaimLost, StoreAway; Error when the claim was not taken, or was given free.
   */
  async renew(): Promise<void> {
    if (this.#own === null)
      throw new Error('this process holds no claim on the backup, so it cannot renew one: please report it')
    await this.#write({ ...this.#own, renewedAt: this.#now() })
  }

  /** Gives the backup free, after everything was sent. @throws ClaimLost, StoreAway. */
  async release(): Promise<void> {
    if (this.#own !== null) await this.#write({ ...this.#own, renewedAt: this.#now(), released: true })
    this.#own = null
  }

  /** For how long nobody has confirmed the claim, in milliseconds. */
  get unconfirmedMs(): number {
    return this.#now() - this.#heldAt
  }

  async #write(owner: Owner): Promise<void> {
    const began = this.#now()
    const text = `${JSON.stringify(owner, null, 2)}\n`
    this.#tag = (await this.#object.write(text, this.#tag)) ?? (await this.#writeAgain(text))
    this.#heldAt = began
  }

  /** An earlier write whose answer was lost may have given the object another tag. An emptied store has no owner. */
  async #writeAgain(text: string): Promise<string> {
    const found = await this.#object.read()
    const owner = found && read(found.text)
    const ours = owner?.epoch === this.#own?.epoch && owner?.machine === this.#self.machine
    const tag = owner === null || ours ? await this.#object.write(text, found?.tag ?? null) : null
    if (tag === null) throw new ClaimLost(owner)
    return tag
  }
}

/** @throws BackupError when the text is not what this program writes. */
function read(text: string): Owner {
  try {
    const { databaseId, epoch, machine, boot, publicUrl, renewedAt, released } = JSON.parse(text)
    if (typeof databaseId === 'string' && typeof epoch === 'string' && typeof renewedAt === 'number')
      return {
        ...{ databaseId, epoch, renewedAt },
        machine: String(machine),
        boot: typeof boot === 'string' ? boot : null,
        publicUrl: typeof publicUrl === 'string' ? publicUrl : null,
        released: released === true,
      }
  } catch {
    // Told below.
  }
  throw new BackupError(
    'the object owner.json in the object store cannot be read, so nobody knows who owns the backup: look at it, and delete it when no other machine runs',
  )
}
