import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { fold } from '../../src/domain/fold.ts'
import { searchKeys, searchWords } from '../../src/domain/search.ts'
import { listPatients } from '../../src/store/patients/patient-list.ts'
import {
  findPatient,
  insertPatient,
  removePatient,
  updatePatient,
} from '../../src/store/patients/patients.ts'
import { type Opened, openStore, patientRow } from './records.ts'

/** What the index must hold, by a look at every patient, and what it holds. Throws when they differ. */
function checkIndex(s: Opened): void {
  const wanted = s.database
    .query<{ key: number; rowId: number; firstName: string; lastName: string }, []>(
      'SELECT practice_key AS key, row_id AS rowId, first_name AS firstName, last_name AS lastName FROM patients',
    )
    .all()
    .flatMap(({ key, rowId, ...name }) =>
      searchKeys(name).wordEndings.map((ending) => [key, ending, rowId].join(' ')),
    )
  const held = s.database.query('SELECT * FROM patient_words').values()
  expect(held.map((row) => row.join(' ')).sort()).toEqual(wanted.sort())
}

const find = (s: Opened, text: string, practice = s.own.practice) =>
  listPatients(practice.read, { words: searchWords(text) }, { limit: 200, offset: 0 }).map(({ id }) => id)

test('a renamed patient is found by the new name and no longer by the old', async () => {
  await using s = await openStore()
  const { practice, patientId } = s.own
  await practice.write((tx) => updatePatient(tx, findPatient(tx, patientId)!, { lastName: 'Weiß' }))
  expect([find(s, 'weiss'), find(s, 'müller'), find(s, 'zoe WEISS')]).toEqual([[patientId], [], [patientId]])
  expect(find(s, 'müller', s.foreign.practice)).toEqual([s.foreign.patientId])
  checkIndex(s)
})

test('a change of anything but the name leaves a patient findable', async () => {
  await using s = await openStore()
  const { practice, patientId } = s.own
  await practice.write((tx) =>
    updatePatient(tx, findPatient(tx, patientId)!, { status: 'active', email: 'z@b.de' }),
  )
  expect(find(s, 'zoé')).toEqual([patientId])
  checkIndex(s)
})

test('a rename that is rolled back does not change the search', async () => {
  await using s = await openStore()
  const { practice, patientId } = s.own
  const failed = practice.write((tx) => {
    updatePatient(tx, findPatient(tx, patientId)!, { lastName: 'Weiß' })
    throw new Error('a mishap')
  })
  await expect(failed).rejects.toThrow('a mishap')
  expect([find(s, 'weiss'), find(s, 'müller')]).toEqual([[], [patientId]])
  checkIndex(s)
})

test('the check notices an index that is out of step', async () => {
  await using s = await openStore()
  s.database.run('DROP TRIGGER patient_words_update')
  await s.own.practice.write((tx) =>
    updatePatient(tx, findPatient(tx, s.own.patientId)!, { lastName: 'Weiß' }),
  )
  expect(() => checkIndex(s)).toThrow()
})

test('after any additions, renames and deletions a search finds exactly the patients with that name', async () => {
  await using s = await openStore()
  const name = fc.oneof(
    fc.string({ unit: fc.constantFrom('a', 'B', 'é', ' ', '"', '😀', '\u0301'), minLength: 1, maxLength: 5 }),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 5 }),
  )
  const step = fc.record({ slot: fc.nat(6), first: name, last: name, remove: fc.boolean() })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 15 }), name, async (steps, asked) => {
      const model = new Map<string, string[]>()
      await s.own.practice.write((tx) => {
        for (const { slot, first, last, remove } of steps) {
          const id = `p${slot}`
          const stands = findPatient(tx, id)
          if (stands === null) insertPatient(tx, patientRow(id, first, last))
          else if (remove) removePatient(tx, id)
          else updatePatient(tx, stands, { firstName: first, lastName: last })
          if (stands !== null && remove) model.delete(id)
          else model.set(id, [fold(first), fold(last)])
        }
      })
      checkIndex(s)
      const words = searchWords(asked)
      const bearers = [...model].filter(([, names]) =>
        words.every((word) => names.some((own) => own.includes(word))),
      )
      const found = find(s, asked).filter((id) => id !== s.own.patientId)
      expect(found.sort()).toEqual(bearers.map(([id]) => id).sort())
      await s.own.practice.write((tx) => {
        for (const id of model.keys()) removePatient(tx, id)
      })
    }),
    { numRuns: 150 },
  )
})
