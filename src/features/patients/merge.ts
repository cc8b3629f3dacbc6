import { ofPatient } from '../../domain/audit.ts'
import { lookupId } from '../../domain/id.ts'
import { mostMerged, mostRowsMoved, requireRoom } from '../../domain/limits.ts'
import { conflict, found, invalid } from '../../domain/problem.ts'
import { requireMatch } from '../../domain/version.ts'
import type { Scope } from '../../store/engine/scope.ts'
import { findPatient, type PatientRow } from '../../store/patients/patients.ts'
import { countMovable } from '../../store/person/merge-size.ts'
import { listMerged } from '../../store/person/merged.ts'
import { type Merged, mergePatients } from '../../store/person/merging.ts'
import type { Practice } from '../../store/store.ts'
import type { MergePatient } from './schema.ts'

/** The kept patient after a merge, and what the merge did. */
interface MergedPatient extends Merged {
  readonly patient: PatientRow
}

/**
 * Merges another record of the same person into this one (RULES §25). An owner can undo the merge in the archive.
 * @throws `not_found`. `validation_failed` when the other record is not another patient of the practice.
 * `precondition_failed` when the kept record has changed since the caller read it. `conflict` when the other record has
 * changed, when too many records were merged, or when the other record has more than can move at once.
 */
export const mergeInto = (
  practice: Practice,
  patientId: string,
  body: MergePatient,
  now: number,
): Promise<MergedPatient> =>
  practice.write((tx) => {
    const kept = requireMatch(tx, findPatient(tx, patientId))
    const from = otherPatient(tx, patientId, lookupId(body.from))
    requireVersion(from, body.version)
    const already = listMerged(tx, patientId).length + listMerged(tx, from.id).length
    requireRoom(
      already + 1,
      mostMerged + 1,
      `No more than ${mostMerged} patients can be merged into one. Check whether these are one person.`,
    )
    if (countMovable(tx, from.id, mostRowsMoved + 1) > mostRowsMoved) throw conflict(tooMuch)
    const merged = mergePatients(tx, kept, from, now)
    const patient = found(findPatient(tx, patientId))
    const { archiveId, moved } = merged
    tx.record({
      kind: 'write',
      ...ofPatient(patientId),
      patients: [from.id],
      before: kept,
      after: patient,
      detail: { archiveId, ...moved },
    })
    return { ...merged, patient }
  })

const tooMuch = `Nothing was merged. The patient who is to be merged has more than ${mostRowsMoved.toLocaleString('en')} notes, appointments and messages, or 20 MB of text: too much to move at once. Merge the other record into this one instead.`

/** The patient in the body. @throws `validation_failed`. */
function otherPatient(scope: Scope, patientId: string, fromId: string): PatientRow {
  if (fromId === patientId) throw invalid([{ path: 'from', message: 'must be another patient' }])
  const from = findPatient(scope, fromId)
  if (from === null) throw invalid([{ path: 'from', message: 'must be a patient of the practice' }])
  return from
}

/** @throws `conflict` when the caller saw another version of the patient. */
function requireVersion({ version }: PatientRow, seen: number | undefined): void {
  if (seen !== undefined && seen !== version)
    throw conflict(
      'The patient who is to be merged has changed since you read the record. Read it again, then decide.',
      [{ path: 'version', message: 'must be the present version', version }],
    )
}
