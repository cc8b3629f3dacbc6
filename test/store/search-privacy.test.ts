import { afterAll, beforeAll, expect, spyOn, test } from 'bun:test'
import { newId } from '../../src/domain/id.ts'
import { searchWords } from '../../src/domain/search.ts'
import { Connection } from '../../src/store/engine/connection.ts'
import { Scope } from '../../src/store/engine/scope.ts'
import { listPatients } from '../../src/store/patients/patient-list.ts'
import { insertPatient } from '../../src/store/patients/patients.ts'
import { monday } from '../support/clinic.ts'
import { type Opened, openStore, patientRow } from './records.ts'

let s: Opened
beforeAll(async () => {
  s = await openStore()
  // The first read also looks up the key of the practice.
  expect(s.own.practice.read.practiceKey).toBeGreaterThan(0)
  await s.foreign.practice.write((tx) => {
    for (const name of ['Quibble', 'Quibblat', 'Zoé'])
      for (let i = 0; i < 50; i++) insertPatient(tx, patientRow(newId(monday), 'Ivo', name))
  })
})
afterAll(() => s[Symbol.asyncDispose]())

interface Seen {
  /** The statements that read the search index. */
  readonly texts: readonly string[]
  /** The keys that were bound as a practice's key. */
  readonly practiceKeys: readonly unknown[]
  /** The entries of the index between the searched keys, of any practice. */
  readonly visited: readonly unknown[][]
}

/** The reads of the search index by one search. */
function seenBy(text: string): Seen {
  const prepared = spyOn(Connection.prototype, 'prepared')
  const bound = spyOn(Scope.prototype as unknown as { bound: () => unknown[] }, 'bound')
  listPatients(s.own.practice.read, { words: searchWords(text) }, { limit: 50, offset: 0 })
  const reads = prepared.mock.calls
    .map(([text], i) => ({ text, values: bound.mock.results[i]!.value as unknown[] }))
    .filter(({ text }) => text.includes('patient_words'))
  prepared.mockRestore()
  bound.mockRestore()
  const keyed = reads.map(({ values }) => values.slice(0, 3) as [number, string, string])
  return {
    texts: reads.map(({ text }) => text),
    practiceKeys: keyed.map(([practiceKey]) => practiceKey),
    visited: keyed.flatMap((keys) =>
      s.database
        .query(
          `SELECT practice_key, ending FROM patient_words
           WHERE (practice_key, ending) BETWEEN (?1, ?2) AND (?1, ?3)`,
        )
        .values(...keys),
    ),
  }
}

const ownRange = /patient_words\.practice_key = \+\? and patient_words\.ending between \+\? and \+\?/

test('each row of the search index belongs to the practice of its patient', () => {
  const astray = s.database.query(
    `SELECT * FROM patient_words w
     WHERE NOT EXISTS (
       SELECT 1 FROM patients p
       WHERE p.practice_key = w.practice_key AND p.row_id = w.patient_row_id)`,
  )
  expect(astray.values()).toEqual([])
})

test.each(['quibble', 'quibbl', 'q', 'zoe', 'ivo', 'quibblatissimus', 'müller, zoé'])(
  '§1 A search reads no name of another practice, so its duration shows nothing about the patients there. %j',
  (text) => {
    const { texts, practiceKeys, visited } = seenBy(text)
    expect(practiceKeys.length).toBeGreaterThan(0)
    expect(new Set(practiceKeys)).toEqual(new Set([s.own.practice.read.practiceKey]))
    for (const statement of texts) expect(statement.replaceAll(/\s+/g, ' ')).toMatch(ownRange)
    expect(visited.filter(([practiceKey]) => practiceKey !== s.own.practice.read.practiceKey)).toEqual([])
  },
)

test('a search reads the same for a name that only another practice has and for a name that nobody has', () => {
  const [known, unknown] = [seenBy('quibble'), seenBy('quibblx')]
  expect(known.visited).toEqual([])
  expect({ ...known }).toEqual({ ...unknown })
})
