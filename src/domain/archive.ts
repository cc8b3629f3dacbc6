/** The archive, which keeps deleted records for some years (RULES §15). */
import { yearsAfter } from './time.ts'

/**
 * The kinds of records that can be brought back after they were deleted. A `tagLink` is a tag that was removed from a
 * patient, and `waiting` is an item of the waiting list. A `merge` is a patient who was merged into another patient.
 */
export const archiveKinds = [
  'patient',
  'note',
  'appointment',
  'tagLink',
  'tag',
  'chair',
  'closure',
  'absence',
  'dayNote',
  'waiting',
  'merge',
] as const
export type ArchiveKind = (typeof archiveKinds)[number]

/** How many years a practice keeps deleted records, and the time zone in which these years are counted. */
interface RetentionPeriods {
  readonly keepPatientsYears: number
  readonly keepEntriesYears: number
  readonly timezone: string
}

/**
 * When a deleted record is removed from the archive, in epoch milliseconds. The practice sets how many calendar years
 * after `deletedAt` this is.
 */
export function keptUntil(kind: ArchiveKind, deletedAt: number, keeping: RetentionPeriods): number {
  const ofCalendar = ['appointment', 'chair', 'closure', 'absence', 'dayNote', 'waiting'].includes(kind)
  const years = ofCalendar ? keeping.keepEntriesYears : keeping.keepPatientsYears
  return yearsAfter(deletedAt, years, keeping.timezone)
}
