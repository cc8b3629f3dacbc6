/**
 * What features receive, and how their functions are named. Actions browse, read, create, edit and delete records;
 * the store finds, lists, inserts, updates and removes rows. So no action has the same name as a function of the
 * store. An action that reads, edits or deletes one record throws `not_found` when the practice does not have it. A
 * `view…` function turns a row of the store into what the API answers. Some actions have the verb that people use:
 * entries are booked, members invited, tags toggled, sessions ended and tokens revoked. `Own` in a name means that
 * members do it only to their own records. An action with a last parameter `id` gives that id to the new record. The
 * demo passes the ids of the OpenAPI examples.
 */
import type { SessionTimes } from '../../domain/secrets.ts'
import type { Sites } from '../../domain/site.ts'
import type { LimitRate } from '../../http/rate-limit.ts'
import type { MakeRoute } from '../../http/route.ts'
import type { Identity } from '../../store/access/identity.ts'
import type { Practice, Practices } from '../../store/store.ts'
import type { MemberMail } from './member-mail.ts'

/** What every feature gets. `now` is the clock, in epoch milliseconds. */
export interface Deps {
  readonly practices: Practices
  /** Makes a route. Its handler gets the caller's practice, whose writes count as writes of this request. */
  readonly route: MakeRoute<{ readonly practice: Practice }>
  readonly now: () => number
}

/** What the features that work with passkeys get. */
export interface PasskeyDeps extends Deps {
  readonly identity: Identity
  readonly sites: Sites
  readonly mail: MemberMail
  readonly sessionTimes: SessionTimes
  /** The hook that limits how often an address may call. @throws `rate_limited`. */
  readonly limit: LimitRate
}
