/**
 * News are notices about a booking, a move or a cancellation. The calendar has the present start. A patient knows the
 * start in the newest message that they got about an appointment. Each channel is considered separately.
 *
 * | the newest message has       | the calendar has  | news                                               |
 * |------------------------------|-------------------|----------------------------------------------------|
 * | a start                      | the same start    | none                                               |
 * | a start                      | another start     | `moved`                                            |
 * | a start                      | no start          | `cancelled`                                        |
 * | a cancelled start            | any start         | `booked`                                           |
 * | (no message yet)             | any start         | `booked`, if it was just booked and the practice   |
 * |                              |                   | sends them                                         |
 *
 * An appointment that has begun or begins within ten minutes counts as no start, in both columns of the table. No
 * message is sent about it.
 */
import type { NoticeKind } from './notice.ts'
import { undoMs } from './undo.ts'
import { lateWindow } from './window.ts'

type NewsKind = Exclude<NoticeKind, 'reminder' | 'recall'>

const minute = 60_000
/** How long news wait, in milliseconds, so that a mistake can be corrected before a message is sent. */
export const newsGrace = 5 * minute

/** The newest message that a patient got about an appointment by one channel. `startAt` is in epoch milliseconds. */
export interface LastNotice {
  readonly kind: NoticeKind
  readonly startAt: number
  /**
   * The sequence number of the message (`sequence.ts`). The clock may have been wrong when an earlier message was sent.
   */
  readonly sequence: number
}

/** The news to send, and when. `startAt` is the new start, or for `cancelled` the start that the patient knows. */
export interface News {
  readonly kind: NewsKind
  readonly startAt: number
  readonly dueAt: number
}

/**
 * The news for one patient by one channel, or null. `startAt` is the start of the patient's appointment, or null when
 * they do not have it. `newlyBooked` is true when the patient gets a message about a booking. `now` is in epoch
 * milliseconds.
 */
export function newsFor(
  told: LastNotice | null,
  startAt: number | null,
  { newlyBooked }: { readonly newlyBooked: boolean },
  now: number,
): News | null {
  const known = told !== null && isAhead(told.startAt, now) ? told : null
  const believed = known === null || known.kind === 'cancelled' ? null : known.startAt
  const actual = startAt !== null && isAhead(startAt, now) ? startAt : null
  if (actual === believed) return null
  if (actual === null) return { kind: 'cancelled', startAt: believed!, dueAt: dueAt(believed!, now) }
  if (believed !== null)
    return { kind: 'moved', startAt: actual, dueAt: dueAt(Math.min(believed, actual), now) }
  return known !== null || newlyBooked ? { kind: 'booked', startAt: actual, dueAt: dueAt(actual, now) } : null
}

const isAhead = (startAt: number, now: number): boolean => now < startAt - lateWindow

/**
 * After the grace time, or earlier: a minute before a message is too late for `firstStartAt`. Never before the time for
 * an undo (`undoMs`) is over.
 */
const dueAt = (firstStartAt: number, now: number): number =>
  Math.max(now + undoMs, Math.min(now + newsGrace, firstStartAt - lateWindow - minute))

/** Whether a notice has the same kind and start as the news. */
export const says = (
  notice: { readonly kind: NoticeKind; readonly startAt: number },
  news: Pick<News, 'kind' | 'startAt'> | null,
): boolean => notice.kind === news?.kind && notice.startAt === news.startAt

/** Whether the patient got a notice, or may have got it. */
export const wasTold = ({ sentAt, uncertainAt }: Heard): boolean => sentAt !== null || uncertainAt !== null

/** The times that show whether a patient got a notice. Instants are epoch milliseconds. */
interface Heard {
  readonly sentAt: number | null
  /** When a delivery last ended without a known outcome. The time stays when the notice is tried again. */
  readonly uncertainAt: number | null
}

/**
 * The state of a notice that is called off. The state is `uncertain` when the patient may have the notice from an
 * earlier try. A delivery that is still running decides about this when it ends.
 */
export const calledOff = (notice: Heard & { readonly leaseUntil: number | null }) =>
  ({
    state: wasTold(notice) && notice.leaseUntil === null ? 'uncertain' : 'cancelled',
    reason: null,
  }) as const

/**
 * Whether a notice that was planned earlier can still carry the news. It can when the patient got neither this notice
 * nor a later notice. Otherwise another notice with a new key is needed, because a provider may drop a message with the
 * old key as a copy.
 */
export const canCarry = (notice: Heard & { readonly sequence: number }, told: LastNotice | null): boolean =>
  !wasTold(notice) && (told === null || notice.sequence > told.sequence)
