import { longestPause, tooLateFrom } from '../domain/reminders/due.ts'
import type { NoticeChannel } from '../domain/reminders/plan.ts'
import type { Connection } from './connection.ts'
import { type WriteScope, withWriteScope } from './scope.ts'
import type { Settled, Writer } from './writer.ts'

/** A reminder and whose it is. */
export interface NoticeOf {
  readonly practiceId: string
  readonly id: string
}

/**
 * The reminders whose time has come, whosever they are. By nature this looks across practices; what is done with
 * one is done in its own practice's scope.
 */
export class DueNotices {
  readonly #connection: Connection
  readonly #writer: Writer

  constructor(connection: Connection, writer: Writer) {
    this.#connection = connection
    this.#writer = writer
  }

  /**
   * Runs `fn` on the reminder that has been due longest, in one transaction, and resolves with what it answers;
   * null when none is due. `fn` must take the reminder out of the state `scheduled`.
   */
  takeNext<T extends object>(
    channel: NoticeChannel,
    now: number,
    fn: (tx: WriteScope, jobId: string) => Settled<T>,
  ): Promise<Settled<T> | null> {
    return this.#writer.write<Settled<T> | null>(() => {
      const due = this.#connection.prepared<NoticeOf>(nextDue).get(...([channel, now] as never[]))
      if (due === null) return null as Settled<Settled<T> | null>
      return withWriteScope(this.#connection, due.practiceId, (tx) =>
        fn(tx, due.id),
      ) as Settled<Settled<T> | null>
    }) as Promise<Settled<T> | null>
  }

  /**
   * Gives back what a process that is no more had begun to deliver: leases that are over, and leases that end
   * later than any lease of now could, from before the clock was set back. `ours` are being delivered here.
   */
  rescue(
    channel: NoticeChannel,
    now: number,
    longestLease: number,
    ours: ReadonlySet<string>,
  ): Promise<number> {
    const lost = this.#connection
      .prepared<NoticeOf>(leaseOver)
      .all(...([channel, now, now + longestLease] as never[]))
      .filter(({ id }) => !ours.has(id))
    if (lost.length === 0) return Promise.resolve(0)
    return this.#writer.write(() =>
      lost.reduce(
        (count, { id }) =>
          count +
          this.#connection.prepared(giveBack).run(...([id, now, now + longestLease] as never[])).changes,
        0,
      ),
    )
  }

  /**
   * Takes back what a clock that was ahead has done: reminders it took for missed whose window is still open, and
   * pauses that reach further than any could from now.
   */
  forgetClockAhead(channel: NoticeChannel, now: number): Promise<void> {
    const missed = this.#connection
      .prepared<MissedReminder>(missedAhead)
      .all(...([channel, now] as never[]))
      .filter((job) => now < tooLateFrom(job))
    const paused = this.#connection
      .prepared<{ id: string }>(pausedAhead)
      .all(...([channel, now + longestPause] as never[]))
    if (missed.length + paused.length === 0) return Promise.resolve()
    return this.#writer.write(() => {
      for (const { id } of missed) this.#connection.prepared(openAgain).run(...([id, now] as never[]))
      for (const { id } of paused)
        this.#connection.prepared(endPause).run(...([id, now, now + longestPause] as never[]))
    })
  }

  /** Whose reminder this is, or null. */
  practiceOf(jobId: string): string | null {
    const row = this.#connection.prepared<NoticeOf>(ownerOf).get(...([jobId] as never[]))
    return row?.practiceId ?? null
  }
}

const nextDue = `
  select practice_id as practiceId, id from reminder_jobs
  where state = 'scheduled' and channel = ?1 and next_attempt_at <= ?2
  order by next_attempt_at limit 1`

const leaseOver = `
  select practice_id as practiceId, id from reminder_jobs
  where state = 'running' and channel = ?1 and (lease_until <= ?2 or lease_until > ?3)`

const giveBack = `
  update reminder_jobs
  set state = 'scheduled', lease = null, lease_until = null, next_attempt_at = max(due_at, ?2),
    last_error = 'interrupted', updated_at = ?2
  where id = ?1 and state = 'running' and (lease_until <= ?2 or lease_until > ?3)`

type MissedReminder = { readonly id: string; readonly startAt: number; readonly dueAt: number }

const missedAhead = `
  select id, start_at as startAt, due_at as dueAt from reminder_jobs
  where reason = 'missed_window' and channel = ?1 and updated_at > ?2 and state = 'skipped'`

// Its appointment may have moved meanwhile, and then the reminder for the new time is the one that lives.
const openAgain = `
  update reminder_jobs
  set state = 'scheduled', reason = null, next_attempt_at = max(due_at, ?2), updated_at = ?2
  where id = ?1 and state = 'skipped' and not exists (
    select 1 from reminder_jobs live
    where live.practice_id = reminder_jobs.practice_id and live.entry_id = reminder_jobs.entry_id
      and live.channel = reminder_jobs.channel and live.state in ('scheduled', 'running'))`

const pausedAhead = `
  select id from reminder_jobs
  where state = 'scheduled' and next_attempt_at > due_at and channel = ?1 and next_attempt_at > ?2`

const endPause = `
  update reminder_jobs set next_attempt_at = max(due_at, ?2), updated_at = ?2
  where id = ?1 and state = 'scheduled' and next_attempt_at > ?3`

const ownerOf = 'select practice_id as practiceId, id from reminder_jobs where id = ?1'
