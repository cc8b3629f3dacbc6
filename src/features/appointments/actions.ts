import { changed } from '../../domain/changes.ts'
import { type Booking, occupiesChair } from '../../domain/entry.ts'
import { lookupId, newId } from '../../domain/id.ts'
import { conflict, found, type Issue, invalid } from '../../domain/problem.ts'
import { planReminder, type Remindable } from '../../domain/reminder.ts'
import { formatInstant, parseInstant } from '../../domain/time.ts'
import { withoutStaleAnswer } from '../../domain/visit.ts'
import { defaultReminderLeadMinutes } from '../../domain/working-hours.ts'
import { findChair } from '../../store/chairs.ts'
import {
  conflictsOf,
  type EntryRow,
  findEntry,
  insertEntry,
  listEntries,
  removeEntry,
  updateEntry,
} from '../../store/entries.ts'
import { hasPatient } from '../../store/patients.ts'
import { findPractice } from '../../store/practice.ts'
import { applyReminderSteps } from '../../store/reminder-jobs.ts'
import type { Scope, WriteScope } from '../../store/scope.ts'
import type { Practice } from '../../store/store.ts'
import { type CreateEntry, endNotAfterStart, type UpdateEntry } from './schema.ts'

/** The entries that start in `[from, to)`, on one chair if one is named. */
export const browseEntries = (practice: Practice, from: number, to: number, chairId?: string) =>
  listEntries(practice.read, from, to, chairId)

export const readEntry = (practice: Practice, entryId: string): EntryRow =>
  found(findEntry(practice.read, entryId))

/**
 * Books an entry. The overlap rule is checked in the transaction that writes the entry. `body` has passed its schema.
 * @throws `validation_failed` for a chair or patient that is not the practice's; `conflict` for a chair that is taken.
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
    ...recordFields(body),
    id,
    metadata: {},
    createdBy: userId,
    createdAt: now,
    updatedAt: now,
  }
  return practice.write((tx) => {
    requireValid(referenceIssues(tx, entry))
    requireFreeChair(tx, entry)
    insertEntry(tx, entry)
    planReminders(tx, id, null, entry, now)
    return { ...entry, practiceId: tx.practiceId }
  })
}

/**
 * Changes an entry. A field that is not sent stays as it is, and the rules hold for the entry that results.
 * @throws `not_found`; `validation_failed` for an end that is not after the start, or for a chair or patient that is not
 * the practice's; `conflict` for a chair that is taken.
 */
export function rescheduleEntry(practice: Practice, entryId: string, body: UpdateEntry, now: number) {
  const sent = recordFields(body)
  return practice.write((tx) => {
    const before = found(findEntry(tx, entryId))
    const changes = changed(before, sent)
    if (Object.keys(changes).length === 0) return before
    const after = { ...before, ...changes }
    const occupies = occupiesChair(after) && !occupiesChair(before)
    const references = occupies ? { ...changes, chairId: after.chairId } : changes
    requireValid([...timeIssues(after), ...referenceIssues(tx, references)])
    requireFreeChair(tx, after)
    const metadata = withoutStaleAnswer(before, after)
    updateEntry(tx, entryId, { ...changes, metadata, updatedAt: now })
    planReminders(tx, entryId, before, after, now)
    return found(findEntry(tx, entryId))
  })
}

/** Deletes an entry and cancels any reminder scheduled for it. */
export const cancelEntry = (practice: Practice, entryId: string, now: number) =>
  practice.write((tx) => {
    const entry = found(findEntry(tx, entryId))
    removeEntry(tx, entryId)
    planReminders(tx, entryId, entry, null, now)
  })

/** The fields of a request in the form they are kept in; those that were not sent are not there. */
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

function requireValid(issues: readonly Issue[]): void {
  if (issues.length > 0) throw invalid(issues)
}

const timeIssues = (times: { startAt: number; endAt: number }): Issue[] =>
  times.endAt <= times.startAt ? [endNotAfterStart] : []

/**
 * A chair that an entry comes to must be an active one of the practice, a new patient one of the practice.
 * What is on a chair that was taken out of use may still be changed and moved in time.
 */
function referenceIssues(
  scope: Scope,
  entry: { chairId?: string | null; patientId?: string | null },
): Issue[] {
  const issues: Issue[] = []
  if (entry.chairId) {
    const chair = findChair(scope, entry.chairId)
    if (chair === null) issues.push({ path: 'chairId', message: 'is no chair of the practice' })
    else if (!chair.active) issues.push({ path: 'chairId', message: 'is a chair that takes no new entries' })
  }
  if (entry.patientId && !hasPatient(scope, entry.patientId))
    issues.push({ path: 'patientId', message: 'is no patient of the practice' })
  return issues
}

/** @throws `conflict` that names every entry in the way (contract §4.4). */
function requireFreeChair(scope: Scope, entry: Booking & { id: string }): void {
  const inTheWay = conflictsOf(scope, entry)
  if (inTheWay.length === 0) return
  throw conflict(
    'The chair is taken at that time.',
    inTheWay.map((block) => ({
      path: 'startAt',
      message: 'overlaps an entry on this chair',
      entryId: block.id,
      startAt: formatInstant(block.startAt),
      endAt: formatInstant(block.endAt),
    })),
  )
}

function planReminders(
  tx: WriteScope,
  entryId: string,
  before: Remindable | null,
  after: Remindable | null,
  now: number,
): void {
  const lead = found(findPractice(tx)).reminderLeadMinutes ?? defaultReminderLeadMinutes
  applyReminderSteps(tx, entryId, planReminder(before, after, lead, now), now)
}
