import { type DuplicateReason, type PersonInForm, reasonsFor, weightOf } from '../../domain/duplicates.ts'
import { lookupId } from '../../domain/id.ts'
import { mostDuplicates } from '../../domain/limits.ts'
import { invalid } from '../../domain/problem.ts'
import { findLikely } from '../../store/patients/likely-patients.ts'
import type { PatientRow } from '../../store/patients/patients.ts'
import type { Practice } from '../../store/store.ts'
import type { DuplicatesQuery } from './schema.ts'

/** A patient who may be the person in a form, and the reasons for this. */
interface Duplicate {
  readonly patient: PatientRow
  readonly reasons: readonly DuplicateReason[]
}

/**
 * The patients who may be the person in a form, the likeliest first (RULES §25). At most 20.
 * @throws `validation_failed` when the form has neither both names, nor a phone number, nor an e-mail address.
 */
export function findDuplicates({ read }: Practice, { exceptId, ...form }: DuplicatesQuery): Duplicate[] {
  const isNamed = form.firstName !== undefined && form.lastName !== undefined
  if (!isNamed && !form.phoneMobile && !form.email)
    throw invalid([{ path: '', message: 'must have both firstName and lastName, or phoneMobile, or email' }])
  const wanted: PersonInForm = form
  return findLikely(read, wanted, exceptId === undefined ? '' : lookupId(exceptId))
    .map((patient) => ({ patient, reasons: reasonsFor(patient, wanted) }))
    .filter(({ reasons }) => reasons.length > 0)
    .sort((a, b) => weightOf(b.reasons) - weightOf(a.reasons) || (a.patient.id < b.patient.id ? -1 : 1))
    .slice(0, mostDuplicates)
}
