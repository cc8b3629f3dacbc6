import { afterAll, beforeAll, describe, expect, spyOn, test } from 'bun:test'
import fc from 'fast-check'
import { fold } from '../../src/domain/fold.ts'
import { foldSpelledOut } from '../../src/domain/german-names.ts'
import { newId } from '../../src/domain/id.ts'
import { formsOf, type SearchWord, searchWords } from '../../src/domain/search.ts'
import { Connection } from '../../src/store/engine/connection.ts'
import { listPatients, type PatientFilter } from '../../src/store/patients/patient-list.ts'
import {
  findPatient,
  insertPatient,
  type NewPatient,
  updatePatient,
} from '../../src/store/patients/patients.ts'
import { monday } from '../support/clinic.ts'
import { openManyPatients, type Person, statuses, tagIds } from './many-patients.ts'
import { type Opened, openStore, patientRow } from './records.ts'

let s: Awaited<ReturnType<typeof openManyPatients>>
beforeAll(async () => {
  s = await openManyPatients()
})
afterAll(() => s[Symbol.asyncDispose]())

const find = (filter: PatientFilter, limit = 200, offset = 0) =>
  listPatients(s.own.practice.read, filter, { limit, offset }).map(({ id }) => id)
const search = (text: string) => find({ words: searchWords(text) })

/** The SQL statement that reads a list. */
function wayOf(filter: PatientFilter): string {
  const statements = spyOn(Connection.prototype, 'prepared')
  find(filter)
  const list = statements.mock.calls.at(-1)![0]
  statements.mockRestore()
  return list.replaceAll('\n', ' ')
}

/** The patients of the practice, filtered and sorted by the test itself. */
function byTheBook({ words, status, tagId }: PatientFilter): string[] {
  const occurs = ({ row }: Person, word: SearchWord) =>
    [row.firstName, row.lastName].some((name) =>
      formsOf(word).some((form) => fold(name).includes(form) || foldSpelledOut(name).includes(form)),
    )
  return s.people
    .filter((person) => words.every((word) => occurs(person, word)))
    .filter(({ row }) => status === undefined || row.status === status)
    .filter((person) => tagId === undefined || person.tagIds.includes(tagId))
    .map((person) => ({ person, key: sortKey(person) }))
    .sort((a, b) => Buffer.compare(a.key, b.key))
    .map(({ person }) => person.row.id)
}

const sortKey = ({ row }: Person) => Buffer.from([fold(row.lastName), fold(row.firstName), row.id].join('\0'))

describe('among thousands of patients', () => {
  const word = fc.oneof(
    fc.constantFrom('e', 'n', 'zo', 'MÜLLER', 'lee', 'ann', 'meyeran', '%', '_', '\\', '"', '*', "'", '-'),
    fc.constantFrom('ole', 'ss', 'and', 'NOT', 'ж', '山', '😀', '%_', '"*', 'é"', 'nobody', 'ee'),
    fc.constantFrom('mullerole', 'mullerolx', 'meyerbene', 'jonasandnot', 'jonasandnos'),
    fc.nat(2000).chain((i) => {
      const name = [...fold(s.people[i]!.row.lastName).replaceAll(' ', '')]
      return fc
        .tuple(fc.nat(name.length - 1), fc.constantFrom(3, 12))
        .map(([from, letters]) => name.slice(from, from + letters).join(''))
    }),
  )
  const filter = fc.record({
    words: fc.array(word, { maxLength: 6 }).map((words) => searchWords(words.join(' '))),
    status: fc.option(fc.constantFrom(...statuses, 'archived', '%'), { nil: undefined }),
    tagId: fc.option(fc.constantFrom(...Object.values(tagIds)), { nil: undefined }),
  })

  test('a search finds the same patients in the same order as a check of every patient', () => {
    fc.assert(
      fc.property(filter, fc.integer({ min: 1, max: 200 }), fc.nat(300), (wanted, limit, offset) => {
        expect(find(wanted, limit, offset)).toEqual(byTheBook(wanted).slice(offset, offset + limit))
      }),
      { numRuns: 120 },
    )
  })

  test('all pages together are the whole list, with each patient once', () => {
    const all = Array.from({ length: 14 }, (_, i) => find({ words: [] }, 200, i * 200)).flat()
    expect(all).toEqual(byTheBook({ words: [] }))
  })

  test.each<[string, PatientFilter, RegExp]>([
    ['few patients found by words', { words: ['zo'] }, /from patient_words .*cross join/],
    [
      'few patients found by words, with status and tag',
      { words: ['zo'], status: 'new', tagId: tagIds.some },
      /from patient_words .*exists.*status/,
    ],
    [
      'patients found by words of which the index holds only the beginning',
      { words: ['mullerole', 'dr'] },
      /from patient_words .*cross join/,
    ],
    [
      'patients found by five common words',
      { words: ['e', 'n', 'l', 'm', 'y'] },
      /from "patients" where.*instr/,
    ],
    [
      'many patients found by more than eight words',
      { words: Array<string>(9).fill('e') },
      /from "patients" where.*instr.*json_each/,
    ],
    ['many patients found by words', { words: ['e'] }, /from "patients" where.*instr/],
    [
      'many patients found by four words, the rarest of them first',
      { words: ['e', 'd', 'r', 'dr'] },
      /from "patients" where.*instr/,
    ],
    [
      'many patients found by four words, the rarest of them second',
      { words: ['d', 'e', 'r', 'dr'] },
      /from "patients" where.*instr/,
    ],
    [
      'many patients found by four words, the rarest of them third',
      { words: ['d', 'r', 'e', 'dr'] },
      /from "patients" where.*instr/,
    ],
    [
      'many patients found by four words, the rarest of them last',
      { words: ['d', 'r', 'dr', 'e'] },
      /from "patients" where.*instr/,
    ],
    [
      'many patients found by words, few by tag',
      { words: ['e'], tagId: tagIds.some },
      /from "patient_tags" cross join.*instr/,
    ],
    [
      'many patients found by words and by tag',
      { words: ['e'], tagId: tagIds.common },
      /from "patients" where.*exists.*instr/,
    ],
    ['few patients found by tag', { words: [], tagId: tagIds.some }, /from "patient_tags" cross join/],
    ['many patients found by tag', { words: [], tagId: tagIds.common }, /from "patients" where.*exists/],
    ['all patients', { words: [] }, /from "patients" where/],
    ['patients with a status', { words: [], status: 'new' }, /from "patients" where.*"status" = /],
  ])('%s are read by the right statement, and the result is right', (_, wanted, way) => {
    const found = find(wanted)
    expect(wayOf(wanted)).toMatch(way)
    expect(found).toEqual(byTheBook(wanted).slice(0, 200))
    expect(find(wanted, 200, 450)).toEqual(byTheBook(wanted).slice(450, 650))
    expect(found.length).toBeGreaterThan(0)
  })

  test.each([
    '%',
    '_',
    '\\',
    '"',
    '*',
    "'",
    '-',
    '%_',
    'AND',
    'NOT',
    '"*',
    'zoé OR',
    'NEAR(',
    'a:b',
    '{',
    '^zoe',
    '+',
  ])('the text %s in a search has no special meaning', (text) => {
    expect(search(text)).toEqual(byTheBook({ words: searchWords(text) }).slice(0, 200))
  })

  test('a word counts as common also when a patient of another practice has it', async () => {
    const { practice, patientId } = s.foreign
    const rename = (lastName: string) =>
      practice.write((tx) => updatePatient(tx, findPatient(tx, patientId)!, { lastName }))
    await rename('Lee')
    const way = wayOf({ words: ['e'] })
    await rename('Wolf')
    expect(way).toMatch(/from "patients" where.*instr/)
  })

  test('case and accents make no difference in a search, in either direction', () => {
    const found = search('zoe muller')
    expect(found.length).toBeGreaterThan(5)
    for (const text of [
      'ZOÉ MÜLLER',
      'Müller zoé',
      'zoe\u0301 mu\u0308ller',
      '  muller   ZOE ',
      'zoé mull er',
    ])
      expect(search(text)).toEqual(found)
  })

  test('no list or search shows a patient of another practice', () => {
    const foreign = new Set<string>(
      listPatients(s.foreign.practice.read, { words: [] }, { limit: 200, offset: 0 }).map(({ id }) => id),
    )
    expect(foreign.size).toBe(200)
    const ways: PatientFilter[] = [
      { words: ['e'] },
      { words: ['zo'] },
      { words: [] },
      { words: [], status: 'new' },
    ]
    for (const wanted of ways)
      for (let offset = 0; offset < 3000; offset += 200)
        expect(find(wanted, 200, offset).filter((id) => foreign.has(id))).toEqual([])
  })
})

describe('among more patients than a search reads in name order', () => {
  const walked = 8_000
  let many: Opened
  let rows: NewPatient[]
  beforeAll(async () => {
    many = await openStore()
    const names = ['Zimmer', 'Zander', 'Zoller']
    rows = Array.from({ length: walked + 3_000 }, (_, i) =>
      i < walked
        ? patientRow(
            newId(monday + i),
            i % 400 === 0 ? 'Rosa Rosalie' : 'Anna',
            `Berg ${String(i).padStart(4, '0')}`,
          )
        : patientRow(newId(monday + i), i % 2 === 0 ? 'Rosa' : 'Maria', names[i % 3]!),
    )
    await many.own.practice.write((tx) => {
      for (const row of rows) insertPatient(tx, row)
    })
  })
  afterAll(() => many[Symbol.asyncDispose]())

  test.each<[string, number, number]>([
    ['anna', 50, 0],
    ['rosa', 50, 0],
    ['rosa', 20, 0],
    ['rosa', 50, 1_400],
    ['osa', 200, 5],
    ['rosa zander', 50, 450],
    ['z rosa', 50, 0],
    ['zander', 50, 960],
    ['ander', 50, 960],
    ['maria zoller zoll', 200, 300],
  ])(
    'a search for %s with limit %d and offset %d finds the same patients as a check of every patient',
    (text, limit, offset) => {
      const words = searchWords(text)
      const found = listPatients(many.own.practice.read, { words }, { limit, offset })
      const wanted = rows
        .filter((row) =>
          words.every((word) =>
            [row.firstName, row.lastName].some((name) => fold(name).includes(String(word))),
          ),
        )
        .map((row) => ({ id: row.id, key: sortKey({ row, tagIds: [] }) }))
        .sort((a, b) => Buffer.compare(a.key, b.key))
      expect(found.map(({ id }) => id)).toEqual(wanted.slice(offset, offset + limit).map(({ id }) => id))
      expect(found.length).toBeGreaterThan(0)
    },
  )

  test('a word of few first names late in the list is found by the index, after a short read in name order', () => {
    const statements = spyOn(Connection.prototype, 'prepared')
    listPatients(many.own.practice.read, { words: ['rosa'] }, { limit: 50, offset: 0 })
    const texts = statements.mock.calls.map(([text]) => text)
    statements.mockRestore()
    expect(texts.at(-1)).toMatch(/from patient_words .*patients_names/s)
    expect(texts.at(-2)).toMatch(/from "patients" where.*</s)
  })
})
