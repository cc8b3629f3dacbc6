import { stateIs } from '../../../db/notice-sql.ts'
import { idOf, type StoredId, storedId } from '../../../db/stored-id.ts'
import { bookkeepingAct } from '../../domain/act.ts'
import type { ReadConnection } from '../engine/connection.ts'
import { mayChange } from '../engine/here.ts'
import { isNotAside, noneAside, onPractice } from '../engine/practice-fault.ts'
import { withWriteScope } from '../engine/scope.ts'
import { unscoped } from '../engine/unscoped.ts'
import type { Writer } from '../engine/writer.ts'
import { continueReplan } from './notice-replan.ts'

/** How long after the start of an appointment its notices are retired, in milliseconds. */
export const retiredAfter = 90 * 86_400_000
/** How many notices one call of `retire` reads. One transaction moves at most this number of notices. */
const readAtOnce = 200

/** Work on the notices of all practices that is done in small steps. Each call is one short transaction. */
export class NoticeUpkeep {
  readonly #connection: ReadConnection
  readonly #writer: Writer

  constructor(connection: ReadConnection, writer: Writer) {
    this.#connection = connection
    this.#writer = writer
  }

  /**
   * Plans the next part of the reminders after the leads, send window or time zone have changed. Practices take turns.
   * Resolves with false when nothing is left to plan. Practices that are set aside are skipped. @throws PracticeFault.
   */
  replan(now: number, aside = noneAside): Promise<boolean> {
    if (nextReplan.get(this.#connection, aside) === null) return Promise.resolve(false)
    return this.#writer.write((connection): boolean => {
      const next = nextReplan.get(connection, aside)
      if (next === null) return false
      onPractice(connection, next.practiceKey, () =>
        withWriteScope(connection, next.practiceId, bookkeepingAct('planMessages'), (tx) =>
          continueReplan(tx, now),
        ),
      )
      return nextReplan.get(connection, aside) !== null
    })
  }

  /**
   * Looks at the next notices after the id `after`. A notice moves to the table `past_reminders` when it has ended, and
   * its appointment began more than 90 days ago. Resolves with the id of the last notice that was looked at, or with
   * null when no notice follows. Notices of practices that are set aside stay. @throws PracticeFault.
   */
  async retire(after: string, now: number, aside = noneAside): Promise<string | null> {
    const seen = notices.all(this.#connection, storedId(after), readAtOnce, aside)
    const last = seen.at(-1)
    if (last === undefined) return null
    const range = [storedId(after), last.id, now - retiredAfter] as const
    const isOld = ({ startAt, ended }: Seen) => ended === 1 && startAt < now - retiredAfter
    for (const practiceKey of new Set(seen.filter(isOld).map((notice) => notice.practiceKey)))
      await this.#writer.write((connection) =>
        onPractice(connection, practiceKey, () => {
          keep.run(connection, ...range, practiceKey)
          remove.run(connection, ...range, practiceKey)
        }),
      )
    return idOf(last.id)
  }
}

const nextReplan = unscoped<
  [aside: string],
  { practiceKey: number },
  { practiceKey: number; practiceId: string }
>(
  `select practice_key as practiceKey from reminder_replans where ${isNotAside('practice_key', '?1')}
     and ${mayChange('practice_key')}
   order by rowid limit 1`,
  ({ practiceKey }, { practices }) => ({ practiceKey, practiceId: practices.idOf(practiceKey) }),
)

interface Seen {
  readonly practiceKey: number
  readonly id: StoredId
  readonly startAt: number
  readonly ended: 0 | 1
}

const hasEnded = `not (${stateIs('scheduled', 'running')})`

const notices = unscoped<[after: StoredId, limit: number, aside: string], Seen>(`
  select practice_key as practiceKey, id, start_at as startAt,
    (${hasEnded} and ${mayChange('practice_key')}) as ended
  from reminder_jobs
  where id > ?1 and ${isNotAside('practice_key', '?3')} order by id limit ?2`)

/** The plus makes SQLite search by the range of ids, and not read all notices of the practice. */
const isOld = `id > ?1 and id <= ?2 and start_at < ?3 and +practice_key = ?4 and ${hasEnded}`

const columns =
  'practice_key, entry_id, id, patient_id, channel, kind, slot, start_at, due_at, state, reason, attempts, sent_at, last_error, created_at, updated_at'

const keep = unscoped<[after: StoredId, last: StoredId, before: number, practiceKey: number]>(
  `insert into past_reminders (${columns}) select ${columns} from reminder_jobs where ${isOld}`,
)

const remove = unscoped<[after: StoredId, last: StoredId, before: number, practiceKey: number]>(
  `delete from reminder_jobs where ${isOld}`,
)
