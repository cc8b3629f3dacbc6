import type { EntryType } from './entry.ts'

/** What reminder planning needs to know of an entry. */
export interface Remindable {
  readonly type: EntryType
  readonly patientId: string | null
  readonly startAt: number
}

/** What becomes of the reminder for one start time of one appointment. */
export type ReminderStep =
  | { readonly do: 'cancel'; readonly startAt: number }
  | { readonly do: 'schedule'; readonly startAt: number; readonly dueAt: number }
  | { readonly do: 'skip'; readonly startAt: number; readonly dueAt: number; readonly reason: 'inside_lead' }

/**
 * The reminder work that a change of an appointment brings about (contract §6): `before` is null on create,
 * `after` is null on delete, `leadMinutes` is elapsed time before the start, `now` epoch milliseconds.
 * A reminder belongs to a start time: a move cancels the one for the old start and plans one for the new.
 */
export function planReminder(
  before: Remindable | null,
  after: Remindable | null,
  leadMinutes: number,
  now: number,
): ReminderStep[] {
  const old = before !== null && wantsReminder(before) ? before.startAt : undefined
  const next = after !== null && wantsReminder(after) ? after.startAt : undefined
  if (old === next) return []
  const steps: ReminderStep[] = []
  if (old !== undefined) steps.push({ do: 'cancel', startAt: old })
  if (next !== undefined) {
    const dueAt = next - leadMinutes * 60_000
    steps.push(
      dueAt > now
        ? { do: 'schedule', startAt: next, dueAt }
        : { do: 'skip', startAt: next, dueAt, reason: 'inside_lead' },
    )
  }
  return steps
}

const wantsReminder = (entry: Remindable): boolean => entry.type === 'appointment' && entry.patientId !== null
