import { type Counts, countRows } from '../../db/inspect.ts'
import type { Connection } from './connection.ts'
import type { Writer } from './writer.ts'

/** What the operator asks of the whole database, whoever's records are in it. Nothing here reads a record. */
export class Vitals {
  readonly #connection: Connection
  readonly #writer: Writer

  constructor(connection: Connection, writer: Writer) {
    this.#connection = connection
    this.#writer = writer
  }

  /** A real write, of one small row. Resolves when it is on disk. @throws `unavailable`. */
  async beat(now: number): Promise<void> {
    await this.#writer.write(() => void this.#connection.prepared(beat).run(...([now] as never[])))
  }

  /** Keeps what a verification found: null when the backup was whole. */
  async keepVerification(now: number, problem: string | null): Promise<void> {
    await this.#writer.write(() => {
      const verifiedAt = problem === null ? now : null
      this.#connection.prepared(keepVerification).run(...([now, verifiedAt, problem] as never[]))
    })
  }

  /** The last verification; instants in epoch milliseconds. */
  verification(): { verifiedAt: number | null; problem: string | null } {
    return this.#connection.prepared<Verified>(verification).get() ?? { verifiedAt: null, problem: null }
  }

  counts(): Counts {
    return countRows(this.#connection.database)
  }

  /** How many reminders are in each state. */
  remindersByState(): { state: string; count: number }[] {
    return this.#connection.prepared<{ state: string; count: number }>(remindersByState).all()
  }
}

type Verified = { verifiedAt: number | null; problem: string | null }

const beat = `
  insert into vitals (id, beat_at) values (1, ?1)
  on conflict (id) do update set beat_at = excluded.beat_at`

const keepVerification = `
  insert into vitals (id, beat_at, verified_at, problem) values (1, ?1, ?2, ?3)
  on conflict (id) do update set
    beat_at = excluded.beat_at,
    verified_at = coalesce(excluded.verified_at, verified_at),
    problem = excluded.problem`

const verification = 'select verified_at as verifiedAt, problem from vitals'

const remindersByState = 'select state, count(*) as count from reminder_jobs group by state order by state'
