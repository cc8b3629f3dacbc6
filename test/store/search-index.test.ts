import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { fold } from '../../src/domain/fold.ts'
import { foldSpelledOut } from '../../src/domain/german-names.ts'
import { formsOf, searchKeys, searchWords } from '../../src/domain/search.ts'
import { listPatients } from '../../src/store/patients/patient-list.ts'
import {
  findPatient,
  insertPatient,
  removePatient,
  updatePatient,
} from '../../src/store/patients/patients.ts'
import { thrownBy } from '../support/rejection.ts'
import { type Opened, openStore, patientRow } from './records.ts'

/** The first eight letters of every ending of each word. The whole last name is not among the endings. */
function nameEndings(lastNameKey: string, ...others: readonly string[]): string[] {
  const endings = (text: string) =>
    text.split(' ').flatMap((word) => [...word].map((_, i, letters) => letters.slice(i, i + 8).join('')))
  const [, ...ofLastName] = endings(lastNameKey)
  return [...(/^ ?$/.test(lastNameKey) ? [] : ofLastName), ...others.flatMap(endings)]
}

/** The first five digits of every ending of each form of a number that has three digits. */
const phoneEndings = (phoneKey: string | null): string[] =>
  (phoneKey?.match(/\d+/g) ?? []).flatMap((form) =>
    [...form].map((_, i) => ` ${form.slice(i, i + 5)}`).filter((ending) => ending.length > 3),
  )

/** Computes the content of the index from every patient, and compares it with the index. Throws when they differ. */
function checkIndex(s: Opened): void {
  const wanted = s.database
    .query<
      { key: number; rowId: number; firstName: string; lastName: string; phoneMobile: string | null },
      []
    >(
      `SELECT practice_key AS key, row_id AS rowId, first_name AS firstName, last_name AS lastName,
         phone_mobile AS phoneMobile FROM patients`,
    )
    .all()
    .flatMap(({ key, rowId, ...patient }) => {
      const { lastNameKey, firstNameKey, spelledKey, phoneKey } = searchKeys(patient)
      const endings = [...nameEndings(lastNameKey, firstNameKey, spelledKey ?? ''), ...phoneEndings(phoneKey)]
      return [...new Set(endings)].map((ending) => [key, ending, rowId].join(' '))
    })
  const held = s.database.query('SELECT * FROM patient_words').values()
  expect(held.map((row) => row.join(' ')).sort()).toEqual(wanted.sort())
}

const find = (s: Opened, text: string, practice = s.own.practice) =>
  listPatients(practice.read, { words: searchWords(text) }, { limit: 200, offset: 0 }).map(({ id }) => id)

test('a renamed patient is found by the new name and no longer by the old name', async () => {
  await using s = await openStore()
  const { practice, patientId } = s.own
  await practice.write((tx) => updatePatient(tx, findPatient(tx, patientId)!, { lastName: 'Weiß' }))
  expect([find(s, 'weiss'), find(s, 'müller'), find(s, 'zoe WEISS')]).toEqual([[patientId], [], [patientId]])
  expect(find(s, 'müller', s.foreign.practice)).toEqual([s.foreign.patientId])
  checkIndex(s)
})

test('a patient is still found by name after a change of other fields', async () => {
  await using s = await openStore()
  const { practice, patientId } = s.own
  await practice.write((tx) =>
    updatePatient(tx, findPatient(tx, patientId)!, { status: 'active', email: 'z@b.de' }),
  )
  expect(find(s, 'zoé')).toEqual([patientId])
  checkIndex(s)
})

test('a renaming of a patient that is rolled back does not change the search', async () => {
  await using s = await openStore()
  const { practice, patientId } = s.own
  const failed = practice.write((tx) => {
    updatePatient(tx, findPatient(tx, patientId)!, { lastName: 'Weiß' })
    throw new Error('a mishap')
  })
  expect(await thrownBy(failed)).toThrow('a mishap')
  expect([find(s, 'weiss'), find(s, 'müller')]).toEqual([[], [patientId]])
  checkIndex(s)
})

test.each([
  ['mueller', true],
  ['müller', true],
  ['muller', true],
  ['MUELLERS', false],
])('a search for %s finds a patient called Müller: %s', async (text, isFound) => {
  await using s = await openStore()
  expect(find(s, text)).toEqual(isFound ? [s.own.patientId] : [])
})

test('§4.1 In names and in a search, ä, ö, ü, å and ø also count as ae, oe, ue, aa and oe. So `mueller` finds Müller, and `müller` finds Mueller.', async () => {
  await using s = await openStore()
  const { practice, patientId } = s.own
  for (const [name, texts] of Object.entries({
    'Mueller-Groeger': ['Müller', 'gröger', 'mueller-groeg'],
    Håland: ['haaland', 'haland', 'HÅLAND', 'aalan'],
    Haaland: ['håland', 'haaland'],
    Sørby: ['soerby', 'sorby', 'sørby', 'oerb'],
    Groß: ['gross', 'GROSS', 'groß'],
    Gross: ['groß'],
  })) {
    await practice.write((tx) => updatePatient(tx, findPatient(tx, patientId)!, { lastName: name }))
    for (const text of texts) expect([name, text, find(s, text)]).toEqual([name, text, [patientId]])
    checkIndex(s)
  }
})

test("the search index has all forms of a patient's phone number, and loses them when the number changes", async () => {
  await using s = await openStore()
  const { practice, patientId } = s.own
  for (const phoneMobile of ['+49 151 2345678, 030 123', '0151 23', null]) {
    await practice.write((tx) => updatePatient(tx, findPatient(tx, patientId)!, { phoneMobile }))
    checkIndex(s)
  }
})

test('§8 Sorting and searching use the first 200 letters of a name after folding. The search index holds at most 800 endings of eight letters for a patient.', async () => {
  await using s = await openStore()
  const { practice, patientId } = s.own
  const count = s.database.query<{ n: number; letters: number }, []>(
    'SELECT count(*) AS n, max(length(ending)) AS letters FROM patient_words',
  )
  for (const unit of ['㌖', 'ﷺ', 'ß', '훟', '😀', 'ü', 'å', 'ab']) {
    const name = unit.repeat(200).slice(0, 200)
    await practice.write((tx) =>
      updatePatient(tx, findPatient(tx, patientId)!, { firstName: name, lastName: `x${name}` }),
    )
    checkIndex(s)
    expect(count.get()!.n).toBeLessThanOrEqual(800 + 20)
    expect(count.get()!.letters).toBeLessThanOrEqual(8)
  }
})

test('the check of the search index notices an index that does not match the patients', async () => {
  await using s = await openStore()
  s.database.run('DROP TRIGGER patient_words_come')
  await s.own.practice.write((tx) =>
    updatePatient(tx, findPatient(tx, s.own.patientId)!, { lastName: 'Weiß' }),
  )
  expect(() => checkIndex(s)).toThrow()
})

test('after any additions, renames and deletions a search finds exactly the patients with that name', async () => {
  await using s = await openStore()
  const name = fc.oneof(
    fc.string({
      unit: fc.constantFrom('a', 'B', 'é', 'Ü', 'e', 'å', ' ', '"', '😀', '\u0301'),
      minLength: 1,
      maxLength: 5,
    }),
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
          else model.set(id, [fold(first), fold(last), foldSpelledOut(first), foldSpelledOut(last)])
        }
      })
      checkIndex(s)
      const words = searchWords(asked)
      const bearers = [...model].filter(([, names]) =>
        words.every((word) => names.some((own) => formsOf(word).some((form) => own.includes(form)))),
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
