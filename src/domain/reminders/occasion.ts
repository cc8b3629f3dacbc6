import type { EntryType } from '../entry.ts'
import type { NoticeKind } from './notice.ts'

/** The fields of a calendar entry that decide which notices it has. `startAt` is in epoch milliseconds. */
export interface Notifiable {
  readonly type: EntryType
  readonly patientId: string | null
  readonly startAt: number
}

/** The subject of a notice: one patient and one start time. */
export interface Occasion {
  readonly patientId: string
  readonly startAt: number
}

type WithPatient<E> = E & { readonly patientId: string }

/** Appointments with a patient have notices. Other entries have no notices (RULES §6). */
const wantsNotice = <E extends Notifiable>(entry: E | null): entry is WithPatient<E> =>
  entry !== null && entry.type === 'appointment' && entry.patientId !== null

/** The occasion that an entry gives for a notice, or null. */
export const occasionOf = (entry: Notifiable | null): Occasion | null =>
  wantsNotice(entry) ? { patientId: entry.patientId, startAt: entry.startAt } : null

/** Whether two entries, or an entry and a notice, are about the same patient and the same start time. */
export const isSameOccasion = (
  a: Pick<Notifiable, 'patientId' | 'startAt'>,
  b: Pick<Notifiable, 'patientId' | 'startAt'>,
): boolean => a.patientId === b.patientId && a.startAt === b.startAt

/**
 * Whether a change of an entry can change its notices. `before` is null when the entry is created, `after` is null when
 * it is deleted.
 */
export function isAnotherOccasion(before: Notifiable | null, after: Notifiable | null): boolean {
  const [old, next] = [occasionOf(before), occasionOf(after)]
  return old === null || next === null ? old !== next : !isSameOccasion(old, next)
}

/** Whether the appointment is unchanged since its notice: not deleted, moved, or given to another patient. */
export const standsAsReminded = <E extends Notifiable>(
  notice: Occasion,
  entry: E | null,
): entry is WithPatient<E> => wantsNotice(entry) && isSameOccasion(notice, entry)

/**
 * Whether the text of a notice is still true. A `cancelled` notice is true while the patient has no appointment at that
 * start. Every other notice about an appointment is true while the patient has it. A recall is always true, because it
 * belongs to no appointment.
 */
export const stillHolds = (
  notice: Occasion & { readonly kind: NoticeKind },
  entry: Notifiable | null,
): boolean => notice.kind === 'recall' || standsAsReminded(notice, entry) !== (notice.kind === 'cancelled')
