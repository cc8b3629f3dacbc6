import type { Channels } from '../delivery/delivery.ts'
import type { Ceiling } from '../domain/reminders/ceiling.ts'
import type { NoticeChannel } from '../domain/reminders/notice.ts'
import type { NoticeOutcome } from '../domain/reminders/outcome.ts'
import type { Sites } from '../domain/site.ts'
import type { Store } from '../store/store.ts'
import type { Pace } from './pace.ts'
import type { ProviderChange } from './provider-watch.ts'

/** The dependencies of a sender of notices. */
export interface SenderDeps {
  readonly store: Pick<Store, 'practices' | 'dueNotices' | 'keys'>
  readonly channels: Channels
  /** The web addresses where patients reach each practice. */
  readonly sites: Pick<Sites, 'of'>
  /** The sender address of mails. Undefined when no mail server is set up. */
  readonly mailAddress: string | undefined
  /** The clock, in epoch milliseconds. */
  readonly now: () => number
  /** A random number, at least 0 and below 1. */
  readonly chance: () => number
  /** Takes errors of the service itself. A failed delivery is not an error of the service. */
  readonly report: (error: unknown) => void
  /** Called with the outcome of each notice that was due, once the outcome is on the disk. */
  readonly count: (channel: NoticeChannel, outcome: NoticeOutcome) => void
  /** Called when a provider goes away (see `ProviderWatch`), and when it is back. */
  readonly tell: (news: ProviderChange) => void
  /** The most messages that a practice may send on one local day. 0 means that there is no ceiling. */
  readonly ceilings: Readonly<Record<NoticeChannel, Ceiling>>
  readonly pace: Pace
}
