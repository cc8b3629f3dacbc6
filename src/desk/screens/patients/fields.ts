/** The fields of a patient that people read and write, in their order. */
import { me } from '../../base/me.ts'
import type { Patient, Practice } from '../../contract/names.ts'
import { sayBorn } from '../../parts/patient/name.ts'
import { sayCountry } from '../../words/country.ts'
import { sayGender } from '../../words/gender.ts'
import { languageNames } from '../../words/languages.ts'
import { words } from '../../words/words.ts'
import { statusLabel } from './lookups.ts'

export const detailNames = [
  'firstName',
  'lastName',
  'dob',
  'gender',
  'phoneMobile',
  'email',
  'address',
  'postcode',
  'town',
  'country',
] as const
export const consentNames = [
  'notifyByEmail',
  'notifyBySms',
  'recallConsent',
  'preferredLanguage',
  'mayBookOnline',
] as const

/** Every field, for the comparison of two records. */
export const fieldNames = [...detailNames, ...consentNames, 'status'] as const
export type FieldName = (typeof fieldNames)[number]

/** The own fields of the practice to show for a patient. An archived field is shown only when it has a text. */
export const ownFields = (patient: Patient): Practice['ownFields'] =>
  me.value.practice.ownFields.filter(({ id, archived }) => !archived || ownText(patient, id) !== '')

/** The text in an own field. Empty when the field has no text. */
export const ownText = (patient: Patient, id: string): string =>
  patient.ownFields?.find((field) => field.id === id)?.text ?? ''

/** The value of a field, in words. Empty when the field has no value. */
export function sayField(patient: Patient, name: FieldName): string {
  const { patient: w } = words.value
  const value = patient[name]
  if (name === 'dob') return sayBorn(patient.dob)
  if (name === 'gender') return sayGender(patient.gender)
  if (name === 'country') return sayCountry(patient.country)
  if (name === 'status') return statusLabel(patient.status)
  if (name === 'preferredLanguage')
    return patient.preferredLanguage === undefined ? w.ofPractice : languageNames[patient.preferredLanguage]
  if (name === 'mayBookOnline') return value === false ? w.no : w.yes
  if (typeof value === 'boolean') return value ? w.yes : w.no
  return value ?? ''
}
