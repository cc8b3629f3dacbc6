import { ofRecord, recordEdit } from '../../domain/audit.ts'
import { amended } from '../../domain/changes.ts'
import { lookupId, newId } from '../../domain/id.ts'
import { mostWaiting, requireRoom } from '../../domain/limits.ts'
import { found, invalid } from '../../domain/problem.ts'
import { formatInstant, type Interval, lastInstant, localDate, parseInstant } from '../../domain/time.ts'
import { requireMatch } from '../../domain/version.ts'
import { Gap, isExpired, LocalDays, suitsChair } from '../../domain/waiting-fit.ts'
import { archiveWaiting } from '../../store/archive/archive.ts'
import {
  countWaiting,
  findWaiting,
  insertWaiting,
  listWaiting,
  removeWaiting,
  updateWaiting,
  type WaitingPatient,
  type WaitingRow,
} from '../../store/calendar/waiting-list.ts'
import type { WriteScope } from '../../store/engine/scope.ts'
import { listAlerts } from '../../store/patients/patient-tags.ts'
import { hasPatient } from '../../store/patients/patients.ts'
import { findChair } from '../../store/practice/chairs.ts'
import { findPractice } from '../../store/practice/practice.ts'
import type { Practice } from '../../store/store.ts'
import { addEntry, typeIssues } from '../calendar/saving.ts'
import { type BookedEntry, withWarnings } from '../calendar/warnings.ts'
import { chairIssues } from '../shared/chair-issues.ts'
import { type BookWaiting, type CreateWaiting, limitIssues, type UpdateWaiting } from './schema.ts'

/** An item of the waiting list with its patient. `suggestion` is null unless the caller asked about a free time. */
export interface WaitingToShow {
  readonly row: WaitingPatient
  /** The names of the patient's tags that are alerts. */
  readonly alerts: readonly string[]
  readonly expired: boolean
  readonly suggestion: Interval | null
}

interface Filter {
  readonly gap?: Interval | undefined
  readonly chairId?: string | undefined
}

/**
 * The patients on the waiting list, in the order in which to call them. With `gap`, only patients who can come in that
 * free time, from `now` on. With `chairId`, only patients who can be treated on that chair.
 * @throws `validation_failed` when the chair is not the practice's.
 */
export function browseWaiting({ read }: Practice, { gap, chairId }: Filter, now: number) {
  if (chairId !== undefined && findChair(read, chairId) === null)
    throw invalid([{ path: 'chairId', message: 'must be a chair of the practice' }])
  const { timezone } = found(findPractice(read))
  const today = localDate(now, timezone)
  const rows = listWaiting(read, mostWaiting + 1)
  const suiting = rows
    .slice(0, mostWaiting)
    .filter((row) => chairId === undefined || suitsChair(row, chairId))
  const suggest = gap === undefined ? undefined : suggester(gap, timezone, now)
  const waiting = suiting.flatMap((row): WaitingToShow[] => {
    const expired = isExpired(row, today)
    const suggestion = suggest === undefined || expired ? null : suggest(row)
    if (suggest !== undefined && suggestion === null) return []
    return [{ row, alerts: listAlerts(read, row.patientId), expired, suggestion }]
  })
  return { waiting, more: rows.length > mostWaiting }
}

const minute = 60_000

/** Finds visits in the rest of a free time. Nobody can come before the next full minute. */
function suggester({ startAt, endAt }: Interval, timeZone: string, now: number) {
  const from = Math.max(startAt, Math.ceil(now / minute) * minute)
  if (from >= endAt) return () => null
  const left = new Gap({ startAt: from, endAt }, new LocalDays(timeZone))
  return (row: WaitingRow) => left.firstVisit(row)
}

export const readWaiting = ({ read }: Practice, waitingId: string): WaitingRow =>
  found(findWaiting(read, waitingId))

/**
 * Puts a patient on the waiting list. The same patient may be on it more than once.
 * @throws `validation_failed` when the patient or a chair is not the practice's; `conflict` when the list has 1,000
 * items.
 */
export const createWaiting = (
  practice: Practice,
  userId: string,
  body: CreateWaiting,
  now: number,
  id = newId(now),
) =>
  practice.write((tx) => {
    const patientId = lookupId(body.patientId)
    const appointmentTypeId = storedId(body.appointmentTypeId) ?? null
    const issues = [...chairIssues(tx, body.chairIds), ...typeIssues(tx, appointmentTypeId)]
    if (!hasPatient(tx, patientId))
      issues.push({ path: 'patientId', message: 'must be a patient of the practice' })
    if (issues.length > 0) throw invalid(issues)
    requireRoom(countWaiting(tx), mostWaiting, tooMany)
    insertWaiting(tx, {
      id,
      patientId,
      durationMinutes: body.durationMinutes,
      chairIds: storedChairs(body.chairIds) ?? null,
      weekdays: body.weekdays ?? null,
      startTime: body.startTime ?? null,
      endTime: body.endTime ?? null,
      fromDate: body.fromDate ?? null,
      throughDate: body.throughDate ?? null,
      urgency: body.urgency,
      note: body.note ?? null,
      appointmentTypeId,
      createdBy: userId,
      createdAt: now,
      updatedAt: now,
    })
    const waiting = found(findWaiting(tx, id))
    tx.record({ kind: 'write', ...ofRecord('waiting', null, waiting) })
    return waiting
  })

const tooMany = `There are ${mostWaiting} items on the waiting list, and there can be no more. Take off who does not wait any more first.`

/**
 * Changes what a patient waits for by the rules of PATCH (RULES §1). Of these changes, only a new urgency moves the
 * patient in the order of the list. The time for which they have waited stays the same.
 * @throws `not_found`; `validation_failed` when the resulting times and days contradict each other.
 */
export const editWaiting = (practice: Practice, waitingId: string, body: UpdateWaiting, now: number) =>
  practice.write((tx) => {
    const before = requireMatch(tx, findWaiting(tx, waitingId))
    const { chairIds, appointmentTypeId, ...rest } = body
    const typeId = storedId(appointmentTypeId)
    const sent = {
      ...rest,
      ...(chairIds !== undefined && { chairIds: storedChairs(chairIds)! }),
      ...(typeId !== undefined && { appointmentTypeId: typeId }),
    }
    const issues = [
      ...chairIssues(tx, chairIds),
      // The kind of appointment that the item already has may stay, even when it was archived later.
      ...(typeId === before.appointmentTypeId ? [] : typeIssues(tx, typeId)),
      ...limitIssues({ ...before, ...sent }),
    ]
    if (issues.length > 0) throw invalid(issues)
    const after = amended(before, sent, now, (changes) => updateWaiting(tx, waitingId, changes))
    recordEdit(tx, 'waiting', before, after)
    return after
  })

/** Takes a patient off the waiting list. The item moves to the archive. @throws `not_found`. */
export const deleteWaiting = (practice: Practice, waitingId: string, now: number) =>
  practice.write((tx) => {
    const before = requireMatch(tx, findWaiting(tx, waitingId))
    takeOff(tx, before, now)
  })

/**
 * Books a visit for a waiting patient, and takes them off the list in the same transaction. The item of the list moves
 * to the archive, so that the booking and the removal can both be undone.
 * @throws `not_found` when the item is no longer on the list. `validation_failed` and `conflict` as for a booking. The
 * patient then stays on the list.
 */
export const bookWaiting = (
  practice: Practice,
  userId: string,
  waitingId: string,
  body: BookWaiting,
  now: number,
): Promise<BookedEntry> =>
  practice.write((tx) => {
    const waiting = found(findWaiting(tx, waitingId))
    const end = parseInstant(body.startAt)! + waiting.durationMinutes * minute
    if (body.endAt === undefined && end > lastInstant)
      throw invalid([{ path: 'startAt', message: 'must let the entry end by the year 9999' }])
    const visit = { ...body, type: 'appointment' as const, patientId: waiting.patientId }
    const entry = addEntry(tx, userId, { ...visit, endAt: body.endAt ?? formatInstant(end) }, now)
    tx.record({ kind: 'write', ...ofRecord('appointment', null, entry) })
    takeOff(tx, waiting, now)
    return withWarnings(tx, entry)
  })

function takeOff(tx: WriteScope, waiting: WaitingRow, now: number): void {
  archiveWaiting(tx, waiting, now)
  removeWaiting(tx, waiting.id)
  tx.record({ kind: 'write', ...ofRecord('waiting', waiting, null) })
}

const storedId = (id: string | null | undefined): string | null | undefined => id && lookupId(id)

type Chairs = readonly string[] | null | undefined

/** The ids of chairs in the form that records keep: each id once, in lower case. */
const storedChairs = (chairIds: Chairs): readonly string[] | null | undefined =>
  chairIds && [...new Set(chairIds.map(lookupId))]
