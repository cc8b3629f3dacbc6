import { afterAll, beforeAll, expect, spyOn, test } from 'bun:test'
import { newId } from '../../src/domain/id.ts'
import { searchWords } from '../../src/domain/search.ts'
import { Connection } from '../../src/store/connection.ts'
import { listPatients } from '../../src/store/patient-list.ts'
import { insertPatient } from '../../src/store/patients.ts'
import { Scope } from '../../src/store/scope.ts'
import { monday } from '../support/clinic.ts'
import { type Opened, openStore, patientRow } from './records.ts'

let s: Opened
beforeAll(async () => {
  s = await openStore()
  await s.foreign.practice.write((tx) => {
    for (const name of ['Quibble', 'Quibblat', 'Zoé'])
      for (let i = 0; i < 50; i++) insertPatient(tx, patientRow(newId(monday), 'Ivo', name))
  })
})
afterAll(() => s[Symbol.asyncDispose]())

interface Seen {
  /** The statements that read the search index. */
  readonly texts: readonly string[]
  /** The ids that were bound as a practice's id. */
  readonly practiceIds: readonly unknown[]
  /** The entries of the index, of any practice, between the keys that were looked up. */
  readonly visited: readonly unknown[][]
}

/** What one search reads of the search index. */
function seenBy(text: string): Seen {
  const prepared = spyOn(Connection.prototype, 'prepared')
  const bound = spyOn(Scope.prototype as unknown as { bound: () => unknown[] }, 'bound')
  listPatients(s.own.practice.read, { words: searchWords(text) }, { limit: 50, offset: 0 })
  const reads = prepared.mock.calls
    .map(([text], i) => ({ text, values: bound.mock.results[i]!.value as unknown[] }))
    .filter(({ text }) => text.includes('patient_words'))
  prepared.mockRestore()
  bound.mockRestore()
  const keyed = reads.map(({ values }) => values.slice(0, 3) as [string, string, string])
  return {
    texts: reads.map(({ text }) => text),
    practiceIds: keyed.map(([practiceId]) => practiceId),
    visited: keyed.flatMap((keys) =>
      s.database
        .query(
          `SELECT practice_id, ending FROM patient_words JOIN search_codes ON code = practice_code
           WHERE (practice_id, ending) BETWEEN (?1, ?2) AND (?1, ?3)`,
        )
        .values(...keys),
    ),
  }
}

const ownRange =
  /patient_words\.practice_code = \( select "search_codes"\."code" from "search_codes" where "search_codes"\."practice_id" = \+\?\) and patient_words\.ending between \+\? and \+\?/

test('the search index names each patient under their own practice', () => {
  const astray = s.database.query(
    `SELECT * FROM patient_words w
     WHERE NOT EXISTS (
       SELECT 1 FROM patients p JOIN search_codes c USING (practice_id)
       WHERE c.code = w.practice_code AND p.row_id = w.patient_row_id)`,
  )
  expect(astray.values()).toEqual([])
})

test.each(['quibble', 'quibbl', 'q', 'zoe', 'ivo', 'quibblatissimus', 'müller, zoé'])(
  'a search for %j visits no entry of another practice',
  (text) => {
    const { texts, practiceIds, visited } = seenBy(text)
    expect(practiceIds.length).toBeGreaterThan(0)
    expect(new Set(practiceIds)).toEqual(new Set([s.own.practiceId]))
    for (const statement of texts) expect(statement.replaceAll(/\s+/g, ' ')).toMatch(ownRange)
    expect(visited.filter(([practiceId]) => practiceId !== s.own.practiceId)).toEqual([])
  },
)

test('a name that only patients next door have is looked for in the same way as a name that nobody has', () => {
  const [known, unknown] = [seenBy('quibble'), seenBy('quibblx')]
  expect(known.visited).toEqual([])
  expect({ ...known }).toEqual({ ...unknown })
})
