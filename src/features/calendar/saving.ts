/** Writes an entry of the calendar, for every action that does this. */
import { amended } from '../../domain/changes.ts'
import { type Booking, occupiesChair, type Treated } from '../../domain/entry.ts'
import { lookupId, newId } from '../../domain/id.ts'
import { conflict, type Issue, invalid } from '../../domain/problem.ts'
import { withoutStaleAnswer } from '../../domain/reminders/answer.ts'
import { isAnotherOccasion } from '../../domain/reminders/occasion.ts'
import { isQuiet, quietMetadata, withoutQuiet } from '../../domain/reminders/quiet.ts'
import { type Interval, parseInstant } from '../../domain/time.ts'
import { firstVersion } from '../../domain/version.ts'
import { findMember } from '../../store/access/members.ts'
import { type EntryRow, insertEntry, isHold, updateEntry } from '../../store/calendar/entries.ts'
import type { Scope, WriteScope } from '../../store/engine/scope.ts'
import { isRefused } from '../../store/engine/trouble.ts'
import { listHistory } from '../../store/notices/past-notices.ts'
import { hasPatient } from '../../store/patients/patients.ts'
import { findAppointmentType } from '../../store/practice/appointment-types.ts'
import { findChair } from '../../store/practice/chairs.ts'
import { requireFreeChair, requireFreePractitioner, writeNotices } from './booking.ts'
import { type CreateEntry, endNotAfterStart, type UpdateEntry } from './entry-schema.ts'
import { dropStaleSteps } from './steps.ts'

/**
 * Adds an entry with its messages. The overlap rule is checked in the transaction that writes the entry (RULES §4.4).
 * The caller records this in the audit trail.
 * @param body a body that has passed its schema
 * @param tells whether the patient gets a message about the booking; reminders are planned in any case
 * @param reminds `later` for an imported entry whose patient is not reminded yet, `never` for imported past visits
 * (RULES §35)
 * @throws `validation_failed` when the chair, the patient or the practitioner is not the practice's; `conflict` when
 * the chair is taken, or the practitioner is busy.
 */
export function addEntry(
  tx: WriteScope,
  userId: string,
  body: CreateEntry & { readonly seriesId?: string },
  now: number,
  id = newId(now),
  { tells, reminds = 'now' }: { readonly tells: boolean; readonly reminds?: 'now' | 'later' | 'never' } = {
    tells: true,
  },
): EntryRow {
  const entry = {
    chairId: null,
    patientId: null,
    title: null,
    color: null,
    serviceRef: null,
    notes: null,
    practitionerId: null,
    appointmentTypeId: null,
    seriesId: null,
    ...recordFields(body),
    id,
    metadata: reminds === 'later' ? quietMetadata : {},
    createdBy: userId,
    createdAt: now,
    updatedAt: now,
  }
  save(tx, entry, entry, () => insertEntry(tx, entry), reminds === 'never')
  if (reminds === 'now') writeNotices(tx, id, null, entry, now, { tells })
  return { ...entry, practiceId: tx.practiceId, version: firstVersion }
}

/**
 * Changes an entry, its messages, and the steps of its visit. A field that is not sent stays. The rules are checked for
 * the resulting entry. An entry that gets another patient loses its other texts (RULES §2.3). Returns `before` itself
 * when nothing changes. The caller records this in the audit trail. A parked entry, that is, an entry that
 * `moveEntries` has taken off its chair, gets its new time and chair here.
 * @throws `validation_failed` when the end is not after the start. `validation_failed` also when the chair, the patient
 * or the practitioner is not the practice's. `conflict` when the chair is taken, or the practitioner is busy, and for a
 * hold.
 * @param byImport whether the change comes from an imported file: then nobody gets a message, and reminders that are
 * off stay off
 */
export function changeEntry(
  tx: WriteScope,
  before: EntryRow,
  body: UpdateEntry,
  now: number,
  { isParked = false, byImport = false }: { readonly isParked?: boolean; readonly byImport?: boolean } = {},
): EntryRow {
  if (isHold(before)) throw onlyHeld()
  const sent = recordFields(body)
  const isAnothers = getsAnotherPatient(tx, before, sent.patientId)
  const metadataOf = (after: EntryRow) => {
    if (isAnothers) return {}
    const metadata = withoutStaleAnswer(before, after)
    return byImport ? metadata : withoutQuiet(metadata)
  }
  const saved = amended(before, { ...(isAnothers && withoutTexts), ...sent }, now, (changes) => {
    const changed = { ...before, ...changes }
    const occupies = occupiesChair(changed) && !occupiesChair(before)
    const references = occupies ? { ...changes, chairId: changed.chairId } : changes
    const { chairId, practitionerId } = changed
    const place = isParked ? { chairId, practitionerId } : {}
    save(
      tx,
      changed,
      references,
      () => updateEntry(tx, before.id, { ...changes, ...place, metadata: metadataOf(changed) }),
      byImport && changed.startAt <= now,
    )
    if (!isQuiet(before)) writeNotices(tx, before.id, before, changed, now, { tells: !byImport })
    else if (!byImport) beginReminders(tx, before, changed, now)
    dropStaleSteps(tx, before, changed, now)
  })
  return saved === before ? before : { ...saved, metadata: metadataOf(saved) }
}

/**
 * Switches the reminders of an imported entry on, because a member has changed it. The patient gets a message only
 * about a new time.
 */
function beginReminders(tx: WriteScope, before: EntryRow, after: EntryRow, now: number): void {
  if (isAnotherOccasion(before, after)) writeNotices(tx, before.id, before, after, now)
  else writeNotices(tx, before.id, { ...before, patientId: null }, after, now, { tells: false })
}

/**
 * The refusal for a change of a hold. A hold cannot be changed, but a request can become an appointment
 * (`accepting.ts`).
 */
export const onlyHeld = () =>
  conflict(
    'A patient who books online holds this time. Wait until the hold ends, or delete it to release the time.',
  )

/**
 * The fields that may describe the patient of an entry. An erasure empties them, too. Another patient must not inherit
 * them.
 */
const withoutTexts = { title: null, color: null, serviceRef: null, notes: null, appointmentTypeId: null }

/** Whether an entry gets another patient than before. When it has no patient now, its messages name the earlier one. */
function getsAnotherPatient(scope: Scope, entry: EntryRow, patientId: string | null | undefined): boolean {
  if (!patientId || patientId === entry.patientId) return false
  return entry.patientId !== null || listHistory(scope, entry.id).some((one) => one.patientId !== patientId)
}

/** The fields that were sent, in the form that records keep. */
function recordFields<B extends UpdateEntry>(body: B): RecordFields<B> {
  const { startAt, endAt, chairId, patientId, practitionerId, appointmentTypeId, ...rest } = body
  return {
    ...rest,
    ...(startAt !== undefined && { startAt: parseInstant(startAt)! }),
    ...(endAt !== undefined && { endAt: parseInstant(endAt)! }),
    ...(chairId !== undefined && { chairId: chairId && lookupId(chairId) }),
    ...(patientId !== undefined && { patientId: patientId && lookupId(patientId) }),
    ...(practitionerId !== undefined && { practitionerId: practitionerId && lookupId(practitionerId) }),
    ...(appointmentTypeId !== undefined && {
      appointmentTypeId: appointmentTypeId && lookupId(appointmentTypeId),
    }),
  } as RecordFields<B>
}

type RecordFields<B> = { [K in keyof B]: K extends 'startAt' | 'endAt' ? number : B[K] }

/** The records that a change assigns to an entry. Records that the entry already has are left out. */
type References = Partial<Pick<EntryRow, 'chairId' | 'patientId' | 'practitionerId' | 'appointmentTypeId'>>

/**
 * Saves an entry by `write`, if the rules allow it. The database itself refuses an end before the start, an unknown
 * patient or practitioner, and an overlap. So only the chair, the practitioner and the type are checked before the
 * write. After a refusal, everything is checked to find the reason.
 * @param isPastVisit as for `referenceIssues`
 * @throws `validation_failed`, else `conflict`.
 */
function save(
  tx: WriteScope,
  entry: Booking & Treated & { id: string },
  given: References,
  write: () => void,
  isPastVisit = false,
): void {
  const lookedAt = referenceIssues(tx, { ...given, patientId: null }, isPastVisit)
  let refusal: unknown
  if (lookedAt.length === 0)
    try {
      write()
      return
    } catch (error) {
      if (!isRefused(error)) throw error
      refusal = error
    }
  const issues = [...timeIssues(entry), ...lookedAt, ...patientIssues(tx, given.patientId)]
  if (issues.length > 0) throw invalid(issues)
  requireFreeChair(tx, entry)
  requireFreePractitioner(tx, entry)
  throw refusal
}

/**
 * The issues of the records that a new entry names.
 * @param isPastVisit whether it is an imported past visit. Such an entry may name inactive records (RULES §35).
 */
export const referenceIssues = (
  scope: Scope,
  { chairId, patientId, practitionerId, appointmentTypeId }: References,
  isPastVisit = false,
): Issue[] => [
  ...chairIssues(scope, chairId, isPastVisit),
  ...patientIssues(scope, patientId),
  ...practitionerIssues(scope, practitionerId, isPastVisit),
  ...typeIssues(scope, appointmentTypeId, isPastVisit),
]

const timeIssues = ({ startAt, endAt }: Interval): Issue[] => (endAt <= startAt ? [endNotAfterStart] : [])

/**
 * The issues of an entry's new chair, which must be an active chair of the practice. An entry that already is on an
 * inactive chair may stay there and move in time (RULES §2.4).
 */
function chairIssues(scope: Scope, chairId: string | null | undefined, mayBeInactive: boolean): Issue[] {
  if (!chairId) return []
  const chair = findChair(scope, chairId)
  if (chair === null) return [{ path: 'chairId', message: 'must be a chair of the practice' }]
  return chair.active || mayBeInactive ? [] : [{ path: 'chairId', message: 'must be an active chair' }]
}

/** The issues of an entry's new patient, who must be the practice's. */
const patientIssues = (scope: Scope, patientId: string | null | undefined): Issue[] =>
  !patientId || hasPatient(scope, patientId)
    ? []
    : [{ path: 'patientId', message: 'must be a patient of the practice' }]

/**
 * The issues of an entry's new practitioner, who must be an active member of the practice. A member who already treats
 * in the entry may stay, whether they are active or not (RULES §27).
 */
function practitionerIssues(
  scope: Scope,
  practitionerId: string | null | undefined,
  mayBeInactive: boolean,
): Issue[] {
  if (!practitionerId) return []
  const member = findMember(scope, practitionerId)
  if (member === null) return [{ path: 'practitionerId', message: 'must be a member of the practice' }]
  return member.active || mayBeInactive
    ? []
    : [{ path: 'practitionerId', message: 'must be an active member' }]
}

/**
 * The issues of a new kind of appointment in a record. An entry that has a kind already keeps it, even when the kind is
 * inactive or archived (RULES §30).
 */
export function typeIssues(scope: Scope, typeId: string | null | undefined, mayBeInactive = false): Issue[] {
  if (!typeId) return []
  const type = findAppointmentType(scope, typeId)
  const path = 'appointmentTypeId'
  if (type === null) return [{ path, message: 'must be an appointment type of the practice' }]
  return (type.active && !type.archived) || mayBeInactive
    ? []
    : [{ path, message: 'must be an active appointment type' }]
}
