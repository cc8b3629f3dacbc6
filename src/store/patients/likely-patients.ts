/** Finds the patients who may be the person in a form (RULES §25). Each search uses an index. */
import { and, ne, type SQL, sql } from 'drizzle-orm'
import { emailInOneCase, patients } from '../../../db/schema/patients.ts'
import type { PersonInForm } from '../../domain/duplicates.ts'
import { nameKeys } from '../../domain/german-names.ts'
import { mostDuplicates } from '../../domain/limits.ts'
import { samePhones } from '../../domain/phone-digits.ts'
import { emailKey, indexedDigits } from '../../domain/search.ts'
import type { Scope } from '../engine/scope.ts'
import { param, type Select, select } from '../engine/statement.ts'
import { holdsDigits, lastEndingOf, patientsInRange } from './patient-list.ts'
import { type PatientRow, patientFields } from './patients.ts'

const isOther = ne(patients.id, param('exceptId', patients.id))
const limit = sql.raw(String(mostDuplicates))
const likely = (where: SQL, source?: SQL): Select<PatientRow> =>
  select({
    fields: patientFields,
    from: patients,
    where: and(where, isOther),
    limit,
    ...(source !== undefined && { source }),
  })

const hasName = sql`${patients.lastNameKey} = ${param('last', patients.lastNameKey)}
  and ${patients.firstNameKey} = ${param('first', patients.firstNameKey)}`
const byName = likely(hasName)
/** The plus makes SQLite search by the name. Fewer patients share a name than a day of birth. */
const byNameAndDob = likely(sql`${hasName} and +${patients.dob} = ${param('dob', patients.dob)}`)
const byEmail = likely(
  sql`${patients.email} is not null and ${sql.raw(emailInOneCase)} = ${param('email', patients.email)}`,
)
const byPhone = likely(holdsDigits, patientsInRange)

/** Combines each first name with each last name, in both orders. */
const namesOf = (firstNames: readonly string[], lastNames: readonly string[]) =>
  firstNames.flatMap((first) =>
    lastNames.flatMap((last) => [
      { first, last },
      { first: last, last: first },
    ]),
  )

/**
 * The patients who share a key of the name, a phone number or the e-mail address with a form. Each search finds at most
 * 20 patients. Each patient is returned once. Some patients share a key and have another name.
 */
export function findLikely(scope: Scope, wanted: PersonInForm, exceptId: string): PatientRow[] {
  const { firstName, lastName, dob, phoneMobile, email } = wanted
  const found: PatientRow[] = []
  if (firstName !== undefined && lastName !== undefined) {
    for (const names of namesOf(nameKeys(firstName), nameKeys(lastName))) {
      if (dob !== undefined) found.push(...scope.all(byNameAndDob, { ...names, dob, exceptId }))
      found.push(...scope.all(byName, { ...names, exceptId }))
    }
  }
  for (const phone of samePhones(phoneMobile ?? '')) {
    const first = indexedDigits(phone.digits)
    found.push(...scope.all(byPhone, { ...phone, first, last: lastEndingOf(first), exceptId }))
  }
  if (email !== undefined) found.push(...scope.all(byEmail, { email: emailKey(email), exceptId }))
  return [...new Map(found.map((patient) => [patient.id, patient])).values()]
}
