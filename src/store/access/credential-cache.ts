import type { ReadConnection, WriteConnection } from '../engine/connection.ts'

/** More credentials than one process serves within minutes. Beyond this number, a new one replaces the oldest one. */
const mostCredentials = 2_000

/** Says whether others or this process have committed something. */
export type Versions = Pick<WriteConnection, 'othersVersion' | 'accessChanges'>

/**
 * Counts how often what is remembered of credentials and hosts may have become wrong. It counts when another process has
 * committed anything, and when this process has changed a table that decides about access.
 */
export class AccessEpoch {
  readonly #versions: Versions
  #othersVersion = 0
  #ownChanges = 0
  #epoch = 0

  constructor(versions: Versions) {
    this.#versions = versions
  }

  /** The present epoch. Asking the database takes about 2 µs. */
  look(): number {
    const othersVersion = this.#versions.othersVersion()
    const ownChanges = this.#versions.accessChanges
    if (othersVersion !== this.#othersVersion || ownChanges !== this.#ownChanges) this.#epoch++
    this.#othersVersion = othersVersion
    this.#ownChanges = ownChanges
    return this.#epoch
  }

  /** The epoch of the last `look`. Only for the same piece of work, before it waits for anything. */
  get seen(): number {
    return this.#epoch
  }
}

/**
 * Remembers what the database says about credentials, by the hash of each. An answer is never older than the database:
 * everything is forgotten once the epoch has changed. Nothing here knows the clock, so the caller checks what expires.
 */
export class CredentialCache<T> {
  readonly #connection: ReadConnection
  readonly #epoch: AccessEpoch
  readonly #known = new Map<string, T>()
  #since = 0

  /** `look` of `get` reads with `connection`. */
  constructor(connection: ReadConnection, epoch: AccessEpoch) {
    this.#connection = connection
    this.#epoch = epoch
  }

  /** What is known about the credential with this hash, or else what `look` finds. Null is not remembered. */
  get(hash: Uint8Array, look: () => T | null): T | null {
    // The version is read before `look`, so that a commit between the two makes the next call forget the answer.
    this.#forgetWhatChanged()
    const key = hash.toBase64()
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const found = look()
    // A snapshot may be older than the versions.
    if (found !== null && !this.#connection.database.inTransaction) this.#remember(key, found)
    return found
  }

  #forgetWhatChanged(): void {
    const epoch = this.#epoch.look()
    if (epoch === this.#since) return
    this.#known.clear()
    this.#since = epoch
  }

  #remember(key: string, found: T): void {
    if (this.#known.size === mostCredentials) {
      const [oldest] = this.#known.keys()
      this.#known.delete(oldest!)
    }
    this.#known.set(key, found)
  }
}

/** More members than ask one process within minutes. Beyond this number, a new one replaces the oldest one. */
const mostMembers = 1_000
/** How much is remembered for all members, in UTF-16 code units of JSON. */
const mostText = 2_000_000

/**
 * Remembers what members are answered from the tables that decide about access. It does not ask the database whether they
 * have changed. So each request must look before, and `make` must read what is committed at that look, or later.
 */
export class MemberMemory<T> {
  readonly #epoch: AccessEpoch
  readonly #known = new Map<string, { readonly made: T; readonly length: number }>()
  #since = 0
  #length = 0

  constructor(epoch: AccessEpoch) {
    this.#epoch = epoch
  }

  /** What is known for the member, or else what `make` answers. Nobody may change that value. */
  get(practiceId: string, userId: string, make: () => T): T {
    if (this.#since !== this.#epoch.seen) this.#forget()
    const key = `${practiceId} ${userId}`
    const known = this.#known.get(key)
    if (known !== undefined) return known.made
    const made = make()
    const { length } = JSON.stringify(made)
    this.#known.set(key, { made, length })
    this.#length += length
    this.#makeRoom()
    return made
  }

  #forget(): void {
    this.#since = this.#epoch.seen
    this.#known.clear()
    this.#length = 0
  }

  #makeRoom(): void {
    for (const [key, { length }] of this.#known) {
      if (this.#known.size <= mostMembers && this.#length <= mostText) return
      this.#known.delete(key)
      this.#length -= length
    }
  }
}
