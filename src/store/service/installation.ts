import type { Ownership } from '../../../db/ownership.ts'
import type { Verification } from '../../../db/verification.ts'
import type { ReadConnection, WriteConnection } from '../engine/connection.ts'
import { unscoped } from '../engine/unscoped.ts'
import type { Writer } from '../engine/writer.ts'
import { type Differences, differencesFrom } from './file-comparison.ts'

/** Facts about the whole installation, for the operator. No record of a practice is returned. */
export class Installation {
  readonly #connection: ReadConnection
  readonly #writer: Writer

  constructor(connection: ReadConnection, writer: Writer) {
    this.#connection = connection
    this.#writer = writer
  }

  /**
   * Writes a sign of life: one small row. Resolves when the write is on disk. `now` is in epoch milliseconds.
   * @throws DatabaseUnavailable.
   */
  async beat(now: number): Promise<void> {
    await this.#writer.write((connection) => void beat.run(connection, now))
  }

  /** Compares every row with the file at `path`; see `differencesFrom`. */
  differencesFrom(path: string): Differences {
    return differencesFrom(this.#connection.database, path)
  }

  /**
   * Keeps the result of a verification. `fault` is what was wrong; null when the backup was complete. `now` is in
   * epoch milliseconds. @throws DatabaseUnavailable.
   */
  async keepVerification(now: number, fault: string | null): Promise<void> {
    const verifiedAt = fault === null ? now : null
    await this.#writer.write((connection) => void keepVerification.run(connection, now, verifiedAt, fault))
  }

  /**
   * Begins an epoch in which this file owns its backup. Resolves when that is on disk. The last 50 epochs are kept.
   * `now` is in epoch milliseconds. It is written before this server owns its practices. @throws DatabaseUnavailable.
   */
  async beginEpoch(epoch: string, now: number): Promise<Ownership & { readonly databaseId: string }> {
    const begin = (connection: WriteConnection) => {
      const { id, epochs } = ownership.get(connection) ?? { id: null, epochs: null }
      const own = {
        databaseId: id ?? crypto.randomUUID(),
        epochs: [epoch, ...JSON.parse(epochs ?? '[]')].slice(0, epochsKept),
      }
      keepOwnership.run(connection, now, own.databaseId, JSON.stringify(own.epochs))
      return own
    }
    return this.#writer.write(begin, undefined, { unowned: true })
  }

  /**
   * Notes which file the service runs on. If it was another file the last time, or if `isOlder` is true, an older state
   * may have replaced the database. In that case each practice begins a new epoch of its changes (RULES §28). Resolves
   * with whether new epochs began. `now` is in epoch milliseconds. @throws DatabaseUnavailable.
   */
  async noteFile(file: string, isOlder: boolean, now: number): Promise<boolean> {
    if (fileOf.get(this.#connection)?.file === file && !isOlder) return false
    await this.#writer.write((connection) => {
      beginChangeEpochs.run(connection)
      keepFile.run(connection, now, file)
    })
    return true
  }

  /** The last verification. */
  verification(): Verification {
    return verification.get(this.#connection) ?? { verifiedAt: null, fault: null }
  }
}

const beat = unscoped<[now: number]>(`
  insert into installation (id, beat_at) values (1, ?1)
  on conflict (id) do update set beat_at = excluded.beat_at`)

const epochsKept = 50

const ownership = unscoped<[], { id: string | null; epochs: string | null }>(
  'select database_id as id, epochs from installation',
)

const keepOwnership = unscoped<[now: number, id: string, epochs: string]>(`
  insert into installation (id, beat_at, database_id, epochs) values (1, ?1, ?2, ?3)
  on conflict (id) do update set
    beat_at = excluded.beat_at, database_id = excluded.database_id, epochs = excluded.epochs`)

const keepVerification = unscoped<[now: number, verifiedAt: number | null, fault: string | null]>(`
  insert into installation (id, beat_at, verified_at, verification_problem) values (1, ?1, ?2, ?3)
  on conflict (id) do update set
    beat_at = excluded.beat_at,
    verified_at = coalesce(excluded.verified_at, verified_at),
    verification_problem = excluded.verification_problem`)

const fileOf = unscoped<[], { file: string | null }>('select file from installation')
const keepFile = unscoped<[now: number, file: string]>(`
  insert into installation (id, beat_at, file) values (1, ?1, ?2)
  on conflict (id) do update set file = excluded.file`)
const beginChangeEpochs = unscoped<[]>('update change_epochs set epoch = random() & 4503599627370495')

const verification = unscoped<[], Verification>(
  'select verified_at as verifiedAt, verification_problem as fault from installation',
)
