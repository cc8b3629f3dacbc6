/** The text that is typed in the form of a new patient. */
import type { DateReading } from '../../base/time/read-day.ts'
import type { components } from '../../contract/openapi.ts'
import { words } from '../../words/words.ts'
import { mistakes } from '../form.ts'
import { parseBirth } from './birth.ts'

export interface TypedPatient {
  readonly firstName: string
  readonly lastName: string
  readonly dob: string
  readonly phoneMobile: string
  readonly email: string
}

const blank: TypedPatient = { firstName: '', lastName: '', dob: '', phoneMobile: '', email: '' }

/** Puts the text that was searched for into the field to which it belongs. */
export function begunWith(text: string, reading: DateReading): TypedPatient {
  const typed = text.trim()
  if (typed.includes('@')) return { ...blank, email: typed }
  if (parseBirth(typed, reading) !== undefined) return { ...blank, dob: typed }
  if (/\d{3}/.test(typed.replace(/\D/g, ''))) return { ...blank, phoneMobile: typed }
  const [last, first] = typed.split(',', 2)
  if (first !== undefined) return { ...blank, firstName: first.trim(), lastName: last!.trim() }
  const names = typed.split(/\s+/)
  const lastName = names.pop()!
  return { ...blank, firstName: names.join(' '), lastName }
}

/** The filled fields of the form, for the search for duplicates. Empty fields and incomplete dates are left out. */
export function personOf(typed: TypedPatient, reading: DateReading) {
  const { dob, ...texts } = typed
  const born = parseBirth(dob, reading)
  const given = Object.entries(texts).filter(([, text]) => text.trim() !== '')
  return {
    ...(Object.fromEntries(given.map(([key, text]) => [key, text.trim()])) as Partial<
      Omit<TypedPatient, 'dob'>
    >),
    ...(born !== undefined && { dob: born }),
  }
}

/** The patient to create. @throws the mistakes of the form. */
export function patientOf(typed: TypedPatient, reading: DateReading): components['schemas']['CreatePatient'] {
  const { fieldMistakes } = words.value.patient
  const person = personOf(typed, reading)
  const wrong = {
    ...(person.firstName === undefined && { firstName: fieldMistakes.needed }),
    ...(person.lastName === undefined && { lastName: fieldMistakes.needed }),
    ...(typed.dob.trim() !== '' && person.dob === undefined && { dob: fieldMistakes.date }),
  }
  if (Object.keys(wrong).length > 0) throw mistakes(wrong)
  return { ...person, firstName: person.firstName!, lastName: person.lastName! }
}
