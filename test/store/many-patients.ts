import { newId } from '../../src/domain/id.ts'
import { toggleTag } from '../../src/store/patients/patient-tags.ts'
import {
  findPatient,
  insertPatient,
  type NewPatient,
  updatePatient,
} from '../../src/store/patients/patients.ts'
import { insertTag } from '../../src/store/patients/tags.ts'
import { monday } from '../support/clinic.ts'
import { openStore, patientRow, times } from './records.ts'

/** The number of patients. `patient-list.ts` treats up to 2,000 as few. With more, it uses each of its statements. */
const many = 2_600

/** The statuses of the patients. */
export const statuses = ['new', 'active', 'recall']
/** Tags that nearly all patients, some patients and no patients have. */
export const tagIds = { common: newId(monday), some: newId(monday), none: newId(monday) }

/**
 * Parts of names. With these parts, nearly every patient has an `e` in their name, but not all patients. Some parts are
 * special characters of SQL, LIKE and FTS5, some have accents or are from other alphabets.
 */
const parts = [
  'an',
  'Be',
  'é',
  'Øle',
  'ß',
  '%',
  '_',
  '\\',
  '"',
  '*',
  "'",
  '-',
  'AND',
  'NOT',
  'Ж',
  '山',
  '😀',
  ' ',
  'ne',
]
const names = ['Zoé', 'Müller', 'Lee', 'Anne', 'Meyer', 'Ivo', 'Jonas']

/** A patient in the form in which the test made the record. */
export interface Person {
  readonly row: NewPatient
  readonly tagIds: readonly string[]
}

/** A fixed sequence of numbers below `n` that looks random (a linear congruential generator). */
function chance() {
  let state = 20260302
  return (n: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((state / 2 ** 31) * n)
  }
}

/** A practice with many patients, and another practice whose patients have the same names. */
export async function openManyPatients() {
  const s = await openStore()
  const below = chance()
  const pick = <T>(from: readonly T[]): T => from[below(from.length)]!
  const name = () => pick(names) + Array.from({ length: below(3) }, () => pick(parts)).join('')

  const people: Person[] = Array.from({ length: many }, (_, i) => {
    const row = patientRow(newId(monday + i), `Dr ${name()}`, name(), { status: pick(statuses) })
    const tags = [...(below(20) > 0 ? [tagIds.common] : []), ...(below(10) === 0 ? [tagIds.some] : [])]
    return { row, tagIds: tags }
  })
  await s.own.practice.write((tx) => {
    for (const [name, id] of Object.entries(tagIds))
      insertTag(tx, { id, name, color: null, alert: false, ...times })
    for (const { row, tagIds } of people) {
      insertPatient(tx, row)
      for (const id of tagIds) toggleTag(tx, row.id, id)
    }
  })
  await s.foreign.practice.write((tx) => {
    updatePatient(tx, findPatient(tx, s.foreign.patientId)!, { firstName: 'Ivo', lastName: 'Wolf' })
    for (const { row } of people.slice(0, 300)) insertPatient(tx, { ...row, id: newId(monday) })
  })
  people.push({ row: patientRow(s.own.patientId, 'Zoé', 'Müller'), tagIds: [s.own.tagId] })
  return { ...s, people }
}
