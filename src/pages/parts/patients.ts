import { call } from './session.ts'
import type { FoundPatient } from './trust.ts'

/** How many patients are offered at most. When more have the name, more of it has to be typed. */
export const mostFound = 20

/** The patients in whose names all the words of the text occur. */
export async function findPatients(words: string): Promise<readonly FoundPatient[]> {
  const query = new URLSearchParams({ search: words, limit: String(mostFound) })
  const { patients } = await call<{ patients: FoundPatient[] }>('GET', `/patients?${query}`)
  return patients
}

/** The name and the date of birth, by which patients of one name are told apart. */
export const tellApart = ({ firstName, lastName, dob }: FoundPatient): string =>
  `${firstName} ${lastName}, ${dob === null ? 'date of birth not known' : `born on ${dayOfBirth(dob)}`}`

/** When a patient was born, in words. */
export const bornOn = (dob: string | null): string =>
  dob === null ? 'Date of birth not known' : `Born on ${dayOfBirth(dob)}`

const dayOfBirth = (dob: string): string =>
  new Date(dob).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
