import { conflict, found } from '../../../domain/problem.ts'
import {
  lastNoted,
  nothingNoted,
  noting,
  type Progress,
  progressOf,
  progressVersion,
  requireDay,
  requireStep,
  without,
} from '../../../domain/progress.ts'
import { requireMatch } from '../../../domain/version.ts'
import { type EntryRow, findEntry } from '../../../store/calendar/entries.ts'
import { findProgress, insertProgress, updateProgress } from '../../../store/calendar/progress.ts'
import type { WriteScope } from '../../../store/engine/scope.ts'
import { findPractice } from '../../../store/practice/practice.ts'
import type { Practice } from '../../../store/store.ts'
import { recordProgress } from '../steps.ts'
import { type NoteStep, stepOf } from './schema.ts'

/** An entry, and the progress of its visit. */
export interface EntryProgress {
  readonly entry: EntryRow
  readonly progress: Progress
}

/** The progress of the visit of an entry at `now`, in epoch milliseconds. */
export function readProgress({ read }: Practice, entryId: string, now: number): EntryProgress {
  const entry = found(findEntry(read, entryId))
  return { entry, progress: progressOf(entry, findProgress(read, entryId), now) }
}

/** Changes the steps of a visit, if the caller has seen the present version, and records this in the audit trail. */
const change = (
  practice: Practice,
  entryId: string,
  now: number,
  by: (tx: WriteScope, entry: EntryRow, before: ReturnType<typeof findProgress>) => void,
): Promise<EntryProgress> =>
  practice.write((tx) => {
    const entry = found(findEntry(tx, entryId))
    const before = findProgress(tx, entryId)
    requireMatch(tx, { version: progressVersion(before) })
    by(tx, entry, before)
    const after = found(findProgress(tx, entryId))
    recordProgress(tx, entry.patientId, before, after)
    return { entry, progress: progressOf(entry, after, now) }
  })

/**
 * Stores a step of a visit (RULES §23).
 * @throws `not_found`. `conflict` when the entry is not an appointment, when the step cannot follow the present state,
 * or before the local day of the visit.
 */
export const noteStep = (
  practice: Practice,
  userId: string,
  entryId: string,
  { step: text, note }: NoteStep,
  now: number,
): Promise<EntryProgress> =>
  change(practice, entryId, now, (tx, entry, before) => {
    if (entry.type !== 'appointment')
      throw conflict(`Only an appointment has steps, and this is \`${entry.type}\`.`)
    const step = stepOf(text)
    requireStep(progressOf(entry, before, now).state, step)
    requireDay(entry.startAt, step, now, found(findPractice(tx)).timezone)
    const changes = noting(step, now, userId, note ?? null)
    if (before === null)
      insertProgress(tx, { ...nothingNoted, ...changes, id: entryId, createdAt: now, updatedAt: now })
    else updateProgress(tx, entryId, { ...changes, updatedAt: now })
  })

/**
 * Takes back the last step that a member stored (RULES §23). An answer that the patient gave by their link stays.
 * @throws `not_found`; `conflict` when no member has stored a step.
 */
export const takeStepBack = (practice: Practice, entryId: string, now: number): Promise<EntryProgress> =>
  change(practice, entryId, now, (tx, _, before) => {
    const last = lastNoted(before)
    if (before === null || last === null)
      throw conflict('No member has noted a step of this visit, so there is none to take back.')
    updateProgress(tx, entryId, { ...without([last]), updatedAt: now })
  })
