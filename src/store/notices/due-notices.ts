import { channelCodes } from '../../../db/codes.ts'
import { reasonIs, stateIs, whereLeased, whereLive, wherePaused } from '../../../db/notice-sql.ts'
import { idOf, type StoredId, storedId } from '../../../db/stored-id.ts'
import { bookkeepingAct } from '../../domain/act.ts'
import type { NoticeChannel } from '../../domain/reminders/notice.ts'
import { tooLateFrom, withFirstStart } from '../../domain/reminders/window.ts'
import type { Connection, ReadConnection } from '../engine/connection.ts'
import { isHere, mayChange } from '../engine/here.ts'
import { isNotAside } from '../engine/practice-fault.ts'
import { type WriteScope, withWriteScope } from '../engine/scope.ts'
import { unscoped } from '../engine/unscoped.ts'
import type { NoPromise, Writer } from '../engine/writer.ts'
import { countLate, mostRows, turnsAfter } from './due-sql.ts'

/** A notice, and the practice that it belongs to. */
export interface NoticeOf {
  readonly practiceId: string
  readonly id: string
}

/** The state of a rotation: the practices take turns, and each turn takes one notice of a practice. */
export interface PracticeRotation {
  /** The key of the practice that had the last turn; 0 before the first turn. */
  last: number
  /** Returns the ids of the practices that are skipped now. Without this function, no practice is skipped. */
  readonly resting?: () => readonly string[]
}

/** The notices of one channel that are late. */
export interface Late {
  readonly count: number
  /** For how long the earliest late notice has been due, in milliseconds. 0 when no notice is late. */
  readonly lateMs: number
}

/** A notice that is due for longer than this counts as late, in milliseconds. */
const lateAfter = 60_000
/** When the clock was ahead by less than this, in milliseconds, notices that wait keep their times. */
const slightlyAhead = 60_000

/**
 * Finds due notices across all practices. All further work on a notice happens in the scope of its own practice.
 */
export class DueNotices {
  readonly #connection: ReadConnection
  readonly #writer: Writer

  constructor(connection: ReadConnection, writer: Writer) {
    this.#connection = connection
    this.#writer = writer
  }

  /**
   * Runs `fn` in one transaction, on the notice that has been due longest in the next practice. Practices with due
   * notices take turns in the order of their keys, and the first follows the last. `turn.last` becomes the key of this
   * practice.
   *
   * Resolves with the result of `fn`, or with null when no notice is due. Then nothing is written. `fn` must take the
   * notice out of the state `scheduled`, or let it wait.
   */
  takeNext<T extends object>(
    channel: NoticeChannel,
    now: number,
    turn: PracticeRotation,
    fn: (tx: WriteScope, noticeId: string) => NoPromise<T>,
  ): Promise<NoPromise<T> | null> {
    if (this.#nextDue(this.#connection, channel, now, turn) === null) return Promise.resolve(null)
    return this.#writer.write<NoPromise<T> | null>((connection) => {
      const due = this.#nextDue(connection, channel, now, turn)
      if (due === null) return null as NoPromise<NoPromise<T> | null>
      turn.last = due.practiceKey
      return withWriteScope(connection, due.practiceId, bookkeepingAct('sendMessage'), (tx) =>
        fn(tx, due.id),
      ) as NoPromise<NoPromise<T> | null>
    }) as Promise<NoPromise<T> | null>
  }

  #nextDue(
    connection: Connection,
    channel: NoticeChannel,
    now: number,
    { last, resting }: PracticeRotation,
  ): DueNotice | null {
    const ids = resting?.() ?? []
    const aside = JSON.stringify(ids.map((id) => connection.practices.keyOf(id)))
    const after = (key: number) => nextDue.get(connection, channelCodes[channel], now, key, aside)
    return after(last) ?? (last === 0 ? null : after(0))
  }

  /** The first hundred notices of a channel with a lease that is over at `now`, in epoch milliseconds. */
  listLost(channel: NoticeChannel, now: number): NoticeOf[] {
    return leaseOver.all(this.#connection, channelCodes[channel], now)
  }

  /**
   * Shortens leases that end after `latest` (epoch milliseconds). No lease that is taken now ends so late, so the clock
   * was set back since. Each of these leases then ends at `latest`, unless its process renews it.
   */
  shortenLeases(channel: NoticeChannel, latest: number): Promise<void> {
    const code = channelCodes[channel]
    if (leaseTooLong.get(this.#connection, code, latest) === null) return Promise.resolve()
    return this.#writer.write((connection) => void shorten.run(connection, code, latest))
  }

  /**
   * Undoes what happened while the clock was ahead. Notices that counted as missed, but are not too late, are scheduled
   * again. Notices that began to wait at that time become due now. The next try to send them decides again. Each call
   * looks at 200 notices of each sort, and no later call looks at them again.
   */
  forgetClockAhead(channel: NoticeChannel, now: number): Promise<void> {
    const missed = missedAhead.all(this.#connection, channelCodes[channel], now)
    const paused = pausedAhead.all(this.#connection, channelCodes[channel], now + slightlyAhead)
    if (missed.length + paused.length === 0) return Promise.resolve()
    return this.#writer.write((connection) => {
      for (const notice of missed) {
        const isTooLate = now >= tooLateFrom(withFirstStart(notice, null))
        if (!isTooLate) openAgain.run(connection, storedId(notice.id), now)
        leaveMissed.run(connection, storedId(notice.id), now)
      }
      for (const { id } of paused) endPause.run(connection, storedId(id), now)
    })
  }

  /**
   * Notes that the due notices may have been sent already. Another machine may have sent some in its last seconds, and
   * nothing about this reached this file. Each of these notices is sent as a repetition, which the receiver can
   * recognise. At most ten thousand notices of each channel are noted. `now` is in epoch milliseconds. @throws
   * DatabaseUnavailable.
   */
  async suspectSent(now: number): Promise<void> {
    await this.#writer.write((connection) => {
      for (const code of Object.values(channelCodes)) suspectSent.run(connection, code, now)
    })
  }

  /**
   * Counts the notices that should have been sent more than a minute ago. A notice that waits for its next try is late
   * since it first was due. At most ten thousand due notices, and ten thousand that wait for a try, are looked at.
   */
  late(channel: NoticeChannel, now: number): Late {
    const { count, since } = late.get(this.#connection, channelCodes[channel], now - lateAfter)!
    return { count, lateMs: since === null ? 0 : now - since }
  }

  /** The id of the practice that a notice belongs to, or null. */
  practiceOf(noticeId: string): string | null {
    return ownerOf.get(this.#connection, storedId(noticeId))?.practiceId ?? null
  }
}

/** A notice, its practice, and the key of the practice in the file. */
interface DueNotice extends NoticeOf {
  readonly practiceKey: number
}
interface StoredNotice {
  readonly practiceKey: number
  readonly id: StoredId
}

const noticeOf = ({ practiceKey, id }: StoredNotice, { practices }: Connection): DueNotice => ({
  practiceId: practices.idOf(practiceKey),
  practiceKey,
  id: idOf(id),
})

const nextDue = unscoped<
  [channel: number, now: number, last: number, aside: string],
  StoredNotice,
  DueNotice
>(
  `
  ${turnsAfter('?3')}
  select practice_key as practiceKey, (
    select id from reminder_jobs
    where ${stateIs('scheduled')} and channel = ?1 and practice_key = turns.practice_key and next_attempt_at <= ?2
    order by next_attempt_at limit 1
  ) as id
  from turns where practice_key is not null and id is not null and ${mayChange('practice_key')}
    and ${isNotAside('practice_key', '?4')} limit 1`,
  noticeOf,
)

const suspectSent = unscoped<[channel: number, now: number]>(`
  ${turnsAfter('0')}
  update reminder_jobs set last_error = 'interrupted' where id in (
    select id from turns cross join reminder_jobs on reminder_jobs.practice_key = turns.practice_key
    where ${stateIs('scheduled')} and channel = ?1 and next_attempt_at <= ?2 and last_error is null
      and ${isHere('turns.practice_key')}
    limit ${mostRows})`)

const late = unscoped<[channel: number, dueBefore: number], { count: number; since: number | null }>(
  countLate,
)

/** How many lost notices are listed at once. Later calls list the others. */
const lostAtOnce = 100
/**
 * The most notices of each sort that one call changes. The clock may have been ahead for long, and an archive can bring
 * any number.
 */
const aheadAtOnce = 200

const leaseOver = unscoped<[channel: number, now: number], StoredNotice, DueNotice>(
  `
  select practice_key as practiceKey, id from reminder_jobs
  where ${whereLeased} and channel = ?1 and lease_until <= ?2 and ${mayChange('practice_key')}
  limit ${lostAtOnce}`,
  noticeOf,
)

const tooLong = `${whereLeased} and channel = ?1 and lease_until > ?2 and ${mayChange('practice_key')}`

const leaseTooLong = unscoped<[channel: number, longestLeaseEnd: number], { id: StoredId }>(
  `select id from reminder_jobs where ${tooLong} limit 1`,
)

const shorten = unscoped<[channel: number, longestLeaseEnd: number]>(
  `update reminder_jobs set lease_until = ?2 where ${tooLong}`,
)

interface MissedNotice {
  readonly id: string
  readonly startAt: number
  readonly dueAt: number
}

const missedAhead = unscoped<
  [channel: number, now: number],
  Omit<MissedNotice, 'id'> & { id: StoredId },
  MissedNotice
>(
  `
  select id, start_at as startAt, due_at as dueAt from reminder_jobs
  where ${reasonIs('missed_window')} and channel = ?1 and updated_at > ?2 and ${stateIs('skipped')}
    and ${mayChange('practice_key')}
  limit ${aheadAtOnce}`,
  (row) => ({ ...row, id: idOf(row.id) }),
)

// The appointment may have moved. Then only the notice for the new start time counts.
const openAgain = unscoped<[id: StoredId, now: number]>(`
  update reminder_jobs
  set ${stateIs('scheduled')}, reason = null, next_attempt_at = max(min(due_at, next_attempt_at), ?2), updated_at = ?2
  where id = ?1 and ${stateIs('skipped')} and not exists (
    select 1 from reminder_jobs live
    where live.practice_key = reminder_jobs.practice_key and live.entry_id = reminder_jobs.entry_id
      and live.channel = reminder_jobs.channel and live.kind = reminder_jobs.kind
      and live.slot = reminder_jobs.slot and ${whereLive})`)

/** Notes that a notice was looked at by the present clock. */
const leaveMissed = unscoped<[id: StoredId, now: number]>(
  `update reminder_jobs set updated_at = ?2 where id = ?1 and updated_at > ?2 and ${stateIs('skipped')}`,
)

const pausedAhead = unscoped<[channel: number, now: number], { id: StoredId }, { id: string }>(
  `
  select id from reminder_jobs
  where ${wherePaused} and channel = ?1 and updated_at > ?2
    and ${mayChange('practice_key')}
  limit ${aheadAtOnce}`,
  ({ id }) => ({ id: idOf(id) }),
)

const endPause = unscoped<[id: StoredId, now: number]>(`
  update reminder_jobs set next_attempt_at = max(due_at, ?2), reason = null, updated_at = ?2
  where id = ?1 and ${stateIs('scheduled')} and next_attempt_at > due_at and updated_at > ?2`)

const ownerOf = unscoped<[id: StoredId], StoredNotice, DueNotice>(
  `select practice_key as practiceKey, id from reminder_jobs where id = ?1 and ${isHere('practice_key')}`,
  noticeOf,
)
