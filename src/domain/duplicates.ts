/** When two records may be of one person (RULES §25). */
import { isSameName } from './german-names.ts'
import { phoneKey, samePhones } from './phone-digits.ts'
import { emailKey } from './search.ts'

/** The reasons why a patient may be the person in a form, the strongest first. */
export const duplicateReasons = ['name_and_dob', 'phone', 'email', 'name'] as const
export type DuplicateReason = (typeof duplicateReasons)[number]

/** The data about a person in a form. The name counts only when both parts are given. */
export interface PersonInForm {
  readonly firstName?: string
  readonly lastName?: string
  /** `YYYY-MM-DD`. */
  readonly dob?: string
  readonly phoneMobile?: string
  readonly email?: string
}

interface Person {
  readonly firstName: string
  readonly lastName: string
  readonly dob: string | null
  readonly phoneMobile: string | null
  readonly email: string | null
}

/**
 * The same name and birthday weigh more than the same phone and e-mail address, because families share phones and
 * addresses.
 */
const weights: Readonly<Record<DuplicateReason, number>> = { name_and_dob: 8, phone: 4, email: 3, name: 2 }

/** How likely it is that two records are of one person, as a number to sort by. */
export const weightOf = (reasons: readonly DuplicateReason[]): number =>
  reasons.reduce((sum, reason) => sum + weights[reason], 0)

/** The reasons why a patient may be the person in a form. The first name and the last name may be swapped. */
export function reasonsFor(patient: Person, wanted: PersonInForm): DuplicateReason[] {
  const sameName = hasSameNames(patient, wanted)
  const sameBirth = sameName && patient.dob !== null && patient.dob === wanted.dob
  const holds: Readonly<Record<DuplicateReason, boolean>> = {
    name_and_dob: sameBirth,
    phone: isSamePhone(patient, wanted),
    email: isSameEmail(patient, wanted),
    name: sameName && !sameBirth,
  }
  return duplicateReasons.filter((reason) => holds[reason])
}

function hasSameNames(patient: Person, { firstName, lastName }: PersonInForm): boolean {
  if (firstName === undefined || lastName === undefined) return false
  const { firstName: theirFirst, lastName: theirLast } = patient
  const isNamed = (first: string, last: string) =>
    isSameName(first, theirFirst) && isSameName(last, theirLast)
  return isNamed(firstName, lastName) || isNamed(lastName, firstName)
}

function isSamePhone(patient: Person, { phoneMobile }: PersonInForm): boolean {
  const key = phoneKey(patient.phoneMobile) ?? ''
  return samePhones(phoneMobile ?? '').some(
    ({ phone1, phone2 }) => key.includes(phone1) || key.includes(phone2),
  )
}

const isSameEmail = (patient: Person, { email }: PersonInForm): boolean =>
  email !== undefined && patient.email !== null && emailKey(patient.email) === emailKey(email)
