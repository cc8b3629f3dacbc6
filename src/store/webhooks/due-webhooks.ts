import { idOf, type StoredId } from '../../../db/stored-id.ts'
import type { ReadConnection } from '../engine/connection.ts'
import { isHere, mayChange } from '../engine/here.ts'
import { isFree } from '../engine/lease.ts'
import { unscoped } from '../engine/unscoped.ts'
import { webhookLeaseMs } from './webhooks.ts'

/** A webhook, and the practice that it belongs to. */
export interface WebhookOf {
  readonly practiceId: string
  readonly id: string
}

/** Finds due webhooks of all practices. The work on a webhook happens in the scope of its own practice. */
export class DueWebhooks {
  readonly #connection: ReadConnection

  constructor(connection: ReadConnection) {
    this.#connection = connection
  }

  /**
   * The first `most` webhooks that are due at `now` (epoch milliseconds). The webhook that waits longest comes first. A
   * webhook is due when there are changes for it, its pause is over, and no other process delivers.
   */
  list(now: number, most: number): WebhookOf[] {
    return due.all(this.#connection, now, most)
  }

  /** The ids of the practices with a webhook that is active. */
  practices(): string[] {
    return withWebhooks.all(this.#connection)
  }
}

/** The longest pause, in milliseconds. A try that is planned for later was planned while the clock was ahead. */
const longestPauseMs = 27 * 3_600_000

const due = unscoped<[now: number, most: number], { practiceKey: number; id: StoredId }, WebhookOf>(
  `select p.practice_key as practiceKey, p.id from webhook_places p
   join webhooks w on w.practice_key = p.practice_key and w.id = p.id
   where w.active = 1 and p.stopped is null
     and (p.next_try_at <= ?1 or p.next_try_at > ?1 + ${longestPauseMs})
     and ${isFree(webhookLeaseMs)}
     and (p.seq <> (select max(seq) from changes c where c.practice_key = p.practice_key)
       or p.epoch <> (select epoch from change_epochs e where e.practice_key = p.practice_key))
     and ${mayChange('p.practice_key')}
   order by p.next_try_at limit ?2`,
  ({ practiceKey, id }, { practices }) => ({ practiceId: practices.idOf(practiceKey), id: idOf(id) }),
)

const withWebhooks = unscoped<[], { practiceKey: number }, string>(
  `select distinct practice_key as practiceKey from webhooks where active = 1 and ${isHere('practice_key')}`,
  ({ practiceKey }, { practices }) => practices.idOf(practiceKey),
)
