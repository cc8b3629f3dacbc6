import { sql } from 'drizzle-orm'
import { patients, patientTags } from '../../../db/schema/patients.ts'
import { idOfText, textOfId } from '../../../db/stored-id.ts'
import { findableFields, type SearchKeys, searchKeys } from '../../domain/search.ts'
import type { Scope, WriteScope } from '../engine/scope.ts'
import { columnsOf, equals, type NewRow, select } from '../engine/statement.ts'

const { rowId, firstNameKey, lastNameKey, spelledKey, emailKey, phoneKey, ...columns } = columnsOf(patients)

/**
 * The ids in a list of texts such as `12 0197…`, sorted by the number at the beginning. If SQLite sorted them, each
 * patient would take 3 µs longer, even a patient without tags.
 */
function tagsInOrder(json: string): readonly string[] {
  if (json === '[]') return []
  return (JSON.parse(json) as string[])
    .map((text) => ({ rowId: Number.parseInt(text, 10), id: idOfText(text.slice(text.indexOf(' ') + 1)) }))
    .sort((a, b) => a.rowId - b.rowId)
    .map(({ id }) => id)
}

/** The fields of a patient's record, without the keys for sorting and searching, which stay in the store. */
export const patientFields = {
  ...columns,
  /** The ids of the tags, in the order in which they were added. */
  tagIds: sql<readonly string[]>`(
    select json_group_array(row_id || ' ' || ${sql.raw(textOfId('tag_id'))}) from ${patientTags}
    where ${patientTags.practiceKey} = ${patients.practiceKey} and ${patientTags.patientId} = ${patients.id})`.mapWith(
    tagsInOrder,
  ),
}

const byId = select({ fields: patientFields, from: patients, where: equals(patients.id, 'id') })

const idOnly = select({ fields: { id: patients.id }, from: patients, where: equals(patients.id, 'id') })

/** Whether there is a patient with this id. */
export const hasPatient = (scope: Scope, id: string): boolean => scope.get(idOnly, { id }) !== null

/** The patient with this id, or null. */
export const findPatient = (scope: Scope, id: string) => scope.get(byId, { id })

export type PatientRow = NonNullable<ReturnType<typeof findPatient>>

/** A complete new patient. The store adds the keys for sorting and searching. */
export type NewPatient = Omit<NewRow<typeof patients>, keyof SearchKeys>

/** Adds a patient. */
export const insertPatient = (tx: WriteScope, patient: NewPatient): void =>
  tx.insert(patients, { ...patient, ...searchKeys(patient) })

/** Changes a patient. `patient` is the stored record, from which the new search keys are made. */
export function updatePatient(tx: WriteScope, patient: PatientRow, changes: Partial<NewPatient>): void {
  const isFoundElse = findableFields.some((field) => changes[field] !== undefined)
  tx.update(
    patients,
    patient.id,
    isFoundElse ? { ...changes, ...searchKeys({ ...patient, ...changes }) } : changes,
  )
}

/**
 * Deletes a patient. Returns false when there is no such patient. The database refuses while other records refer to the
 * patient.
 */
export const removePatient = (tx: WriteScope, id: string): boolean => tx.remove(patients, id)
