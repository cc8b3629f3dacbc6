import { reasonIs, stateIs, whereLive } from '../../db/notice-sql.ts'
import type { NoticeChannel } from '../domain/reminders/notice.ts'
import { longestPause } from '../domain/reminders/retry.ts'
import { tooLateFrom } from '../domain/reminders/window.ts'
import type { Connection } from './connection.ts'
import { type WriteScope, withWriteScope } from './scope.ts'
import type { Settled, Writer } from './writer.ts'

/** A notice, and the practice that it belongs to. */
export interface NoticeOf {
  readonly practiceId: string
  readonly id: string
}

/**
 * The notices of all practices whose time has come. It looks across practices to find the next notice. Everything
 * that is done with a notice happens in the scope of its own practice.
 */
export class DueNotices {
  readonly #connection: Connection
  readonly #writer: Writer

  constructor(connection: Connection, writer: Writer) {
    this.#connection = connection
    this.#writer = writer
  }

  /**
   * Runs `fn` in one transaction, on the notice that has been due longest. Resolves with the result of `fn`, or with
   * null when no notice is due. `fn` must take the notice out of the state `scheduled`.
   */
  takeNext<T extends object>(
    channel: NoticeChannel,
    now: number,
    fn: (tx: WriteScope, noticeId: string) => Settled<T>,
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
   * Schedules the notices again whose delivery was interrupted, such as by a crash, and resolves with their number.
   * Those are notices whose lease is over, or ends later than a lease of now could: then the clock was set back.
   * `ours` are the notices that this process delivers at the moment; they stay as they are.
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
   * Undoes what happened while the clock was ahead. Notices that counted as missed, but are not too late, are
   * scheduled again. Pauses that are longer than any pause can be end now.
   */
  forgetClockAhead(channel: NoticeChannel, now: number): Promise<void> {
    const missed = this.#connection
      .prepared<MissedNotice>(missedAhead)
      .all(...([channel, now] as never[]))
      .filter((notice) => now < tooLateFrom(notice))
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

  /** The id of the practice that a notice belongs to, or null. */
  practiceOf(noticeId: string): string | null {
    const row = this.#connection.prepared<NoticeOf>(ownerOf).get(...([noticeId] as never[]))
    return row?.practiceId ?? null
  }
}

const nextDue = `
  select practice_id as practiceId, id from reminder_jobs
  where ${stateIs('scheduled')} and channel = ?1 and next_attempt_at <= ?2
  order by next_attempt_at limit 1`

const leaseOver = `
  select practice_id as practiceId, id from reminder_jobs
  where ${stateIs('running')} and channel = ?1 and (lease_until <= ?2 or lease_until > ?3)`

const giveBack = `
  update reminder_jobs
  set state = 'scheduled', lease = null, lease_until = null, next_attempt_at = max(due_at, ?2),
    last_error = 'interrupted', updated_at = ?2
  where id = ?1 and ${stateIs('running')} and (lease_until <= ?2 or lease_until > ?3)`

type MissedNotice = { readonly id: string; readonly startAt: number; readonly dueAt: number }

const missedAhead = `
  select id, start_at as startAt, due_at as dueAt from reminder_jobs
  where ${reasonIs('missed_window')} and channel = ?1 and updated_at > ?2 and ${stateIs('skipped')}`

// The appointment may have moved. Then the notice for the new start time is the one that counts.
const openAgain = `
  update reminder_jobs
  set state = 'scheduled', reason = null, next_attempt_at = max(due_at, ?2), updated_at = ?2
  where id = ?1 and ${stateIs('skipped')} and not exists (
    select 1 from reminder_jobs live
    where live.practice_id = reminder_jobs.practice_id and live.entry_id = reminder_jobs.entry_id
      and live.channel = reminder_jobs.channel and ${whereLive})`

const pausedAhead = `
  select id from reminder_jobs
  where ${stateIs('scheduled')} and next_attempt_at > due_at and channel = ?1 and next_attempt_at > ?2`

const endPause = `
  update reminder_jobs set next_attempt_at = max(due_at, ?2), updated_at = ?2
  where id = ?1 and ${stateIs('scheduled')} and next_attempt_at > ?3`

const ownerOf = 'select practice_id as practiceId, id from reminder_jobs where id = ?1'
