import { type Absence, absenceIssues, timesOfAbsence, unsaid } from '../../domain/absences.ts'
import { amended } from '../../domain/changes.ts'
import { lookupId, newId } from '../../domain/id.ts'
import { mostAbsences, requireRoom } from '../../domain/limits.ts'
import { found, type Issue, invalid } from '../../domain/problem.ts'
import { daysAsked, touchesDays } from '../../domain/recurring-times.ts'
import { requireMatch } from '../../domain/version.ts'
import { findMember } from '../../store/access/members.ts'
import { archiveAbsence } from '../../store/archive/archive.ts'
import type { Scope } from '../../store/engine/scope.ts'
import {
  type AbsenceRow,
  countAbsences,
  findAbsence,
  insertAbsence,
  listAbsences,
  removeAbsence,
  updateAbsence,
} from '../../store/practice/absences.ts'
import type { Practice } from '../../store/store.ts'
import { ofAbsence, type Touched, touchedBy } from '../calendar/booked-within.ts'
import type { AbsenceQuery, CreateAbsence, UpdateAbsence } from './schema.ts'

/** The absences on any day from `from` to before `to`, in pages. */
export function* browseAbsences(
  { read }: Practice,
  { practitionerId, ...days }: AbsenceQuery,
): Generator<AbsenceRow[]> {
  const { first, last } = daysAsked(days)
  if (first > last) return
  const memberId = practitionerId === undefined ? undefined : lookupId(practitionerId)
  for (const page of listAbsences(read))
    yield page.filter(
      (row) =>
        (memberId === undefined || row.practitionerId === memberId) &&
        touchesDays(timesOfAbsence(row), first, last),
    )
}

export const readAbsence = (practice: Practice, absenceId: string) =>
  found(findAbsence(practice.read, absenceId))

/**
 * Creates an absence.
 * @throws `validation_failed` when the fields do not fit together, or the member is not an active member of the
 * practice. `conflict` when there are 2,000 absences.
 */
export const createAbsence = (practice: Practice, body: CreateAbsence, now: number, id = newId(now)) =>
  practice.write((tx) => {
    const absence = newAbsence(tx, body, id)
    insertAbsence(tx, { ...absence, createdAt: now, updatedAt: now })
    const after = found(findAbsence(tx, id))
    tx.record({ kind: 'write', record: { kind: 'absence', id }, after })
    return after
  })

/**
 * Returns how many appointments a new absence would touch, and changes nothing. The request still counts as a write, so
 * that a repeated request gets the same answer.
 * @throws as `createAbsence`.
 */
export const tryAbsence = (practice: Practice, body: CreateAbsence, now: number): Promise<Touched> =>
  practice.write((tx) => touchedBy(tx, ofAbsence(newAbsence(tx, body, newId(now))), now))

const tooMany = `There are ${mostAbsences} absences, and there can be no more. Delete one that is over first.`

/** @throws as `createAbsence`. */
function newAbsence(scope: Scope, body: CreateAbsence, id: string): Absence {
  requireRoom(countAbsences(scope), mostAbsences, tooMany)
  const absence = { ...unsaid, ...body, practitionerId: lookupId(body.practitionerId), id }
  requireFit(scope, absence)
  return absence
}

/**
 * Changes an absence by the rules of PATCH (RULES §1). The absence may keep a member who was deactivated later.
 * @throws `not_found`. `validation_failed` when the resulting fields do not fit together, or a new member is not an
 * active member of the practice.
 */
export const editAbsence = (practice: Practice, absenceId: string, body: UpdateAbsence, now: number) =>
  practice.write((tx) => {
    const before = requireMatch(tx, findAbsence(tx, absenceId))
    return amended(before, changesOf(body), now, (changes) => {
      const after = { ...before, ...changes }
      requireFit(tx, after, before.practitionerId)
      updateAbsence(tx, absenceId, changes)
      tx.record({ kind: 'write', record: { kind: 'absence', id: absenceId }, before, after })
    })
  })

const changesOf = ({ practitionerId, ...fields }: UpdateAbsence) => ({
  ...fields,
  ...(practitionerId !== undefined && { practitionerId: lookupId(practitionerId) }),
})

/** Deletes an absence. It moves to the archive. @throws `not_found`. */
export const deleteAbsence = (practice: Practice, absenceId: string, now: number) =>
  practice.write((tx) => {
    const before = requireMatch(tx, findAbsence(tx, absenceId))
    archiveAbsence(tx, absenceId, now)
    removeAbsence(tx, absenceId)
    tx.record({ kind: 'write', record: { kind: 'absence', id: absenceId }, before })
  })

/**
 * @throws `validation_failed` when the fields do not fit together, or when the member is neither active nor `known`.
 */
function requireFit(scope: Scope, absence: Absence, known?: string): void {
  const issues = [...absenceIssues(absence), ...memberIssues(scope, absence.practitionerId, known)]
  if (issues.length > 0) throw invalid(issues)
}

function memberIssues(scope: Scope, memberId: string, known: string | undefined): Issue[] {
  if (memberId === known || findMember(scope, memberId)?.active) return []
  return [{ path: 'practitionerId', message: 'must be an active member of the practice' }]
}
