import type { NoticeState } from './notice.ts'

/** The fields that decide which of several reminders of one appointment is sent. Instants are epoch milliseconds. */
interface OfOneLead {
  readonly id: string
  readonly slot: number
  readonly state: NoticeState
  readonly dueAt: number
  readonly nextAttemptAt: number
  readonly sentAt: number | null
  readonly updatedAt: number
}

/**
 * Whether another reminder of the same start and channel makes this reminder needless. `others` may contain the
 * reminder itself. When several reminders are due together, only the one with the shortest lead is sent. A reminder
 * that was sent, or may have been, makes others needless: those that were due by then, and those with a longer lead.
 */
export const isNeedless = (reminder: OfOneLead, others: readonly OfOneLead[], now: number): boolean =>
  others.some((other) => {
    if (other.id === reminder.id) return false
    if (other.state === 'scheduled')
      return isNearer(other, reminder) && Math.min(other.dueAt, other.nextAttemptAt) <= now
    const mayHaveGone = other.sentAt !== null || other.state === 'running' || other.state === 'uncertain'
    return mayHaveGone && (isNearer(other, reminder) || (other.sentAt ?? other.updatedAt) >= reminder.dueAt)
  })

const isNearer = (a: OfOneLead, b: OfOneLead): boolean =>
  a.dueAt > b.dueAt || (a.dueAt === b.dueAt && a.slot > b.slot)
