import { ofRecord } from '../../domain/audit.ts'
import { amended } from '../../domain/changes.ts'
import { type Booking, occupiesChair } from '../../domain/entry.ts'
import { lookupId, newId } from '../../domain/id.ts'
import { found, type Issue, invalid } from '../../domain/problem.ts'
import { withoutStaleAnswer } from '../../domain/reminders/answer.ts'
import { type Interval, parseInstant } from '../../domain/time.ts'
import { firstVersion, requireMatch } from '../../domain/version.ts'
import { archiveEntry } from '../../store/archive.ts'
import { findChair } from '../../store/chairs.ts'
import {
  type EntryRow,
  findEntry,
  insertEntry,
  listEntries,
  removeEntry,
  updateEntry,
} from '../../store/entries.ts'
import { hasPatient } from '../../store/patients.ts'
import type { Scope, WriteScope } from '../../store/scope.ts'
import type { Practice } from '../../store/store.ts'
import { isRefused } from '../../store/trouble.ts'
import { requireFreeChair, writeNotices } from '../shared/booking.ts'
import { type CreateEntry, endNotAfterStart, type UpdateEntry } from './schema.ts'

/**
 * The entries that start at or after `from` and before `to`, both in epoch milliseconds, in pages. `chairId` narrows
 * them.
 */
export const browseEntries = (practice: Practice, from: number, to: number, chairId?: string) =>
  listEntries(practice.read, from, to, chairId)

export const readEntry = (practice: Practice, entryId: string): EntryRow =>
  found(findEntry(practice.read, entryId))

/**
 * Books an entry (RULES §4.3). The overlap rule is checked in the transaction that writes the entry.
 * @param body a body that has passed its schema
 * @throws `validation_failed` when the chair or patient is not the practice's; `conflict` when the chair is taken.
 */
export function bookEntry(
  practice: Practice,
  userId: string,
  body: CreateEntry,
  now: number,
  id = newId(now),
) {
  const entry = {
    chairId: null,
    patientId: null,
    title: null,
    color: null,
    serviceRef: null,
    notes: null,
    practitionerId: null,
    seriesId: null,
    ...recordFields(body),
    id,
    metadata: {},
    createdBy: userId,
    createdAt: now,
    updatedAt: now,
  }
  return practice.write((tx) => {
    save(tx, entry, entry, () => insertEntry(tx, entry))
    writeNotices(tx, id, null, entry, now)
    tx.record({ kind: 'write', ...ofRecord('appointment', null, entry) })
    return { ...entry, practiceId: tx.practiceId, version: firstVersion }
  })
}

/**
 * Changes an entry (RULES §4.3). A field that is not sent stays, and the rules hold for the entry that results.
 * @throws `not_found`. `validation_failed` when the end is not after the start, or when the chair or patient is not the
 * practice's. `conflict` when the chair is taken.
 */
export function editEntry(practice: Practice, entryId: string, body: UpdateEntry, now: number) {
  const sent = recordFields(body)
  return practice.write((tx) => {
    const before = found(findEntry(tx, entryId))
    requireMatch(tx, before)
    const saved = amended(before, sent, now, (changes) => {
      const changed = { ...before, ...changes }
      const occupies = occupiesChair(changed) && !occupiesChair(before)
      const references = occupies ? { ...changes, chairId: changed.chairId } : changes
      save(tx, changed, references, () =>
        updateEntry(tx, entryId, { ...changes, metadata: withoutStaleAnswer(before, changed) }),
      )
      writeNotices(tx, entryId, before, changed, now)
    })
    const after = { ...saved, metadata: withoutStaleAnswer(before, saved) }
    tx.record({
      kind: saved === before ? 'read' : 'write',
      ...ofRecord('appointment', before, after),
    })
    return after
  })
}

/**
 * Deletes an entry and cancels its reminders. It moves to the archive. A patient who was told of it is told.
 * @throws `not_found`.
 */
export const deleteEntry = (practice: Practice, entryId: string, now: number) =>
  practice.write((tx) => {
    const entry = found(findEntry(tx, entryId))
    requireMatch(tx, entry)
    archiveEntry(tx, entry, now)
    removeEntry(tx, entryId)
    writeNotices(tx, entryId, entry, null, now)
    tx.record({ kind: 'write', ...ofRecord('appointment', entry, null) })
  })

/** The fields that were sent, in the form in which records keep them. */
function recordFields<B extends UpdateEntry>(body: B): RecordFields<B> {
  const { startAt, endAt, chairId, patientId, ...rest } = body
  return {
    ...rest,
    ...(startAt !== undefined && { startAt: parseInstant(startAt)! }),
    ...(endAt !== undefined && { endAt: parseInstant(endAt)! }),
    ...(chairId !== undefined && { chairId: chairId && lookupId(chairId) }),
    ...(patientId !== undefined && { patientId: patientId && lookupId(patientId) }),
  } as RecordFields<B>
}

type RecordFields<B> = { [K in keyof B]: K extends 'startAt' | 'endAt' ? number : B[K] }

/** The chair and the patient that an entry is given anew. Those that it has already are left out. */
type References = Partial<Pick<EntryRow, 'chairId' | 'patientId'>>

/**
 * Saves an entry by `write`, if the rules allow it. The database itself refuses an end before the start, an unknown
 * patient and an overlap. So only the chair is looked at before. After a refusal, everything is looked at to say why.
 * @throws `validation_failed`, else `conflict`.
 */
function save(tx: WriteScope, entry: Booking & { id: string }, given: References, write: () => void): void {
  const ofChair = chairIssues(tx, given.chairId)
  let refusal: unknown
  if (ofChair.length === 0)
    try {
      write()
      return
    } catch (error) {
      if (!isRefused(error)) throw error
      refusal = error
    }
  const issues = [...timeIssues(entry), ...ofChair, ...patientIssues(tx, given.patientId)]
  if (issues.length > 0) throw invalid(issues)
  requireFreeChair(tx, entry)
  throw refusal
}

const timeIssues = ({ startAt, endAt }: Interval): Issue[] => (endAt <= startAt ? [endNotAfterStart] : [])

/**
 * The issues of an entry's new chair: it must be an active one of the practice. An entry that already is on an inactive
 * chair may stay there and move in time (RULES §2.4).
 */
function chairIssues(scope: Scope, chairId: string | null | undefined): Issue[] {
  if (!chairId) return []
  const chair = findChair(scope, chairId)
  if (chair === null) return [{ path: 'chairId', message: 'must be a chair of the practice' }]
  return chair.active ? [] : [{ path: 'chairId', message: 'must be an active chair' }]
}

/** The issues of an entry's new patient, who must be the practice's. */
const patientIssues = (scope: Scope, patientId: string | null | undefined): Issue[] =>
  !patientId || hasPatient(scope, patientId)
    ? []
    : [{ path: 'patientId', message: 'must be a patient of the practice' }]
