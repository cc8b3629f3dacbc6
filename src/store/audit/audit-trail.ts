import type { Act } from '../../domain/act.ts'
import type { AuditEntry } from '../../domain/audit.ts'
import { appendAudit } from '../engine/chain/append.ts'
import type { Head } from '../engine/chain/chain.ts'
import type { ReadConnection } from '../engine/connection.ts'
import type { Writer } from '../engine/writer.ts'
import { closeOld, hasOld } from './close-old.ts'
import { headsIn, holds, type KnownTrail, trailsIn } from './heads.ts'
import { beginNewKey, isOfKey } from './key-changes.ts'

/** The upkeep of the audit trails of all practices. Nobody reads rows through this class. */
export class AuditTrail {
  readonly #connection: ReadConnection
  readonly #writer: Writer

  constructor(connection: ReadConnection, writer: Writer) {
    this.#connection = connection
    this.#writer = writer
  }

  /** The name of the key with which rows are made; see `TrailKey`. */
  get keyId(): string {
    return this.#connection.trail.key.id
  }

  /** The ends of all trails: the number and the mac of each newest row. */
  heads(): (KnownTrail & Head)[] {
    return this.#connection.snapshot(() => headsIn(this.#connection))
  }

  /** Whether a trail still holds the row that was its newest row at an earlier time, or has closed this row. */
  holds(trail: number, head: Head): boolean {
    return holds(this.#connection, trail, head)
  }

  /** Whether the present key has made the newest row of any trail. True while there is no row. */
  isOfKey(): boolean {
    const heads = this.heads()
    return heads.length === 0 || heads.some(({ trail, seq }) => isOfKey(this.#connection, trail, seq))
  }

  /** Begins a new part of the chain in each trail that another key has made; see `beginNewKey`. */
  beginNewKey(before: string | null): Promise<number> {
    return this.#writer.write((connection): number => beginNewKey(connection, before, connection.trail.now()))
  }

  /** Writes rows that belong to no write of a practice's records. `practiceId` is null for the installation's trail. */
  async append(practiceId: string | null, act: Act, entries: readonly AuditEntry[]): Promise<void> {
    await this.#writer.write((connection) =>
      appendAudit(connection, practiceId, act, entries, connection.trail.now()),
    )
  }

  /**
   * Closes rows that were kept long enough, in short transactions. Between them is a pause of `pauseMs` milliseconds
   * for requests. An error in one trail does not stop the others. @throws the first error, after the last trail.
   */
  async closeOld(pauseMs: number, stopping?: AbortSignal): Promise<void> {
    const errors: unknown[] = []
    for (const known of trailsIn(this.#connection))
      await this.#closeOldOf(known, pauseMs, stopping).catch((error) => errors.push(error))
    if (errors.length > 0) throw errors[0]
  }

  async #closeOldOf(
    { trail, practiceId }: KnownTrail,
    pauseMs: number,
    stopping?: AbortSignal,
  ): Promise<void> {
    let more = !practiceId?.startsWith('#') && hasOld(this.#connection, trail, this.#connection.trail.now())
    while (more && !stopping?.aborted) {
      more = await this.#writer.write((connection): boolean =>
        closeOld(connection, trail, practiceId, connection.trail.now()),
      )
      await Bun.sleep(pauseMs)
    }
  }
}
