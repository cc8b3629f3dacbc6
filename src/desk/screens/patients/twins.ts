/** Likely duplicates among the patients of a list. */
import type { Patient } from '../../contract/names.ts'

/**
 * Pairs of patients who may be one person. The two have the same name, and not two different dates of birth. Or the two
 * have the same phone number or e-mail address, and the same date of birth. The map has the first such patient for each
 * patient.
 */
export function twinsIn(patients: readonly Patient[]): ReadonlyMap<string, Patient> {
  const twins = new Map<string, Patient>()
  const seen = new Map<string, Patient>()
  for (const patient of patients)
    for (const key of keysOf(patient)) {
      const other = seen.get(key)
      if (other === undefined) seen.set(key, patient)
      else if (other.id !== patient.id && mayBeOne(other, patient)) {
        if (!twins.has(patient.id)) twins.set(patient.id, other)
        if (!twins.has(other.id)) twins.set(other.id, patient)
      }
    }
  return twins
}

/** The keys that duplicates share. Families share numbers and addresses, so these keys include the date of birth. */
const keysOf = ({ firstName, lastName, dob, phoneMobile, email }: Patient): readonly string[] => {
  const name = [firstName, lastName].map(plain).sort().join(' ')
  const digits = (phoneMobile ?? '').replace(/\D/g, '').slice(-8)
  return [
    `name ${name}`,
    ...(dob !== null && digits.length >= 6 ? [`phone ${digits} ${dob}`] : []),
    ...(dob !== null && email !== null ? [`email ${email.toLowerCase()} ${dob}`] : []),
  ]
}

const mayBeOne = (a: Patient, b: Patient): boolean => a.dob === null || b.dob === null || a.dob === b.dob

const plain = (name: string): string => name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
