import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { success } from '../support/answers.ts'
import type { Client } from '../support/client.ts'
import { clinic } from '../support/clinic.ts'
import { absentId, newPatient, newTag } from '../support/records.ts'

const list = async (call: Client, query: Record<string, string> = {}) =>
  success(await call('GET', `/api/v1/patients?${new URLSearchParams(query)}`))

const names = async (call: Client, query: Record<string, string> = {}): Promise<string[]> =>
  (await list(call, query)).patients.map(
    ({ firstName, lastName }: { firstName: string; lastName: string }) => `${firstName} ${lastName}`,
  )

async function enrol(call: Client, ...people: string[]): Promise<void> {
  for (const person of people) {
    const [firstName, lastName] = person.split('|')
    await newPatient(call, { firstName, lastName })
  }
}

test('the list of patients in an empty practice is empty and has the default limit and offset', async () => {
  await using c = await clinic()
  expect(await list(c.assistant.call)).toEqual({ patients: [], limit: 50, offset: 0 })
})

test('the list of patients contains complete records of the caller’s practice only', async () => {
  await using c = await clinic()
  await newPatient(c.stranger.call)
  const own = await newPatient(c.owner.call, { dob: '1987-04-23' })
  expect((await list(c.assistant.call)).patients).toEqual([own])
})

test('§4.1 Patients are listed by last name, first name and id, whatever the case and accents.', async () => {
  await using c = await clinic()
  await enrol(c.owner.call, 'zoe|Muller', 'Émile|ZOLA', 'adam|müller', 'Åsa|Ähre', 'Bert|Abel', 'Éva|MULLER')
  const [first, second] = [
    await newPatient(c.owner.call, { firstName: 'Zoé', lastName: 'Müller' }),
    await newPatient(c.owner.call, { firstName: 'ZOE', lastName: 'müller' }),
  ]
  expect(await names(c.owner.call)).toEqual([
    'Bert Abel',
    'Åsa Ähre',
    'adam müller',
    'Éva MULLER',
    'zoe Muller',
    'Zoé Müller',
    'ZOE müller',
    'Émile ZOLA',
  ])
  expect(first.id < second.id).toBe(true)
})

test('a page of the patient list has 50 patients by default, and the next page continues the order', async () => {
  await using c = await clinic()
  await Promise.all(
    Array.from({ length: 55 }, (_, i) =>
      newPatient(c.owner.call, { lastName: `L${String(i).padStart(2, '0')}` }),
    ),
  )
  const all = await names(c.owner.call, { limit: '200' })
  expect(all).toHaveLength(55)
  expect(all).toEqual(all.toSorted())
  expect(await names(c.owner.call)).toEqual(all.slice(0, 50))
  expect(await names(c.owner.call, { offset: '50' })).toEqual(all.slice(50))
  expect(await names(c.owner.call, { limit: '3', offset: '7' })).toEqual(all.slice(7, 10))
  expect(await names(c.owner.call, { offset: '55' })).toEqual([])
})

test.each([
  ['0', 1],
  ['-5', 1],
  ['1', 1],
  ['200', 200],
  ['201', 200],
  ['1e20', 200],
  ['7.9', 7],
  [' 5', 5],
  ['abc', 50],
  ['', 50],
  ['0x10', 50],
  ['5abc', 50],
  ['NaN', 50],
])(
  '§4.1 In the list of patients, `limit` is from 1 to 200. It is 50 when it is missing or not a number. %p, %p',
  async (limit, effective) => {
    await using c = await clinic()
    expect((await list(c.owner.call, { limit })).limit).toBe(effective)
  },
)

test.each([
  ['-1', 0],
  ['-1e20', 0],
  ['3', 3],
  ['1000000000', 1_000_000_000],
  ['1e20', Number.MAX_SAFE_INTEGER],
  ['abc', 0],
  ['', 0],
  ['0x10', 0],
])(
  '§4.1 In the list of patients, `offset` is 0 or more, without a greatest value. %p, %p',
  async (offset, effective) => {
    await using c = await clinic()
    expect((await list(c.owner.call, { offset })).offset).toBe(effective)
  },
)

test('§4.1 The list of patients never refuses a query. A value that is out of range is clamped, and the answer carries the `limit` and `offset` that were used.', async () => {
  await using c = await clinic()
  await newPatient(c.owner.call)
  const value = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.double().map(String),
    fc.bigInt().map(String),
    fc.constantFrom(
      '%00',
      '%ff',
      '%',
      '%ed%a0%80',
      '""',
      '*',
      "'",
      '\\',
      'a'.repeat(60_000),
      '[]',
      '{"a":1}',
    ),
  )
  const key = fc.constantFrom('limit', 'offset', 'search', 'status', 'tagId', 'other')
  const raw = fc.tuple(key, value, fc.boolean()).map(([key, value, encoded]) => {
    const safe = encodeURIComponent(value.toWellFormed())
    return `${key}=${encoded ? safe : value.replace(/[^\x21-\x7e]|#/g, '')}`
  })
  await fc.assert(
    fc.asyncProperty(fc.array(raw, { maxLength: 6 }), async (pairs) => {
      const { limit, offset } = success(await c.owner.call('GET', `/api/v1/patients?${pairs.join('&')}`))
      expect(limit).toBeWithin(1, 201)
      expect(offset).toBeWithin(0, Number.MAX_SAFE_INTEGER + 1)
    }),
    { numRuns: 300 },
  )
})

test('a `limit` or `offset` outside its range is replaced by the nearest allowed number', async () => {
  await using c = await clinic()
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: -1000, max: 1000 }), fc.integer(), async (limit, offset) => {
      const page = await list(c.owner.call, { limit: String(limit), offset: String(offset) })
      expect(page.limit).toBe(Math.min(200, Math.max(1, limit)))
      expect(page.offset).toBe(Math.max(0, offset))
    }),
  )
})

test('§4.1 In the list of patients, `search` finds words anywhere in first and last name, in any order, whatever the case and accents. Every word must occur.', async () => {
  await using c = await clinic()
  await enrol(c.owner.call, 'Zoé|Müller', 'Jürgen|Straße', 'Ana María|de la Cruz')
  for (const search of ['zoe', 'ZOÉ', 'müll', 'ULLER', 'zoé müller', 'muller zoe', 'mu zo', '  zoe   '])
    expect(await names(c.owner.call, { search }), search).toEqual(['Zoé Müller'])
  for (const search of ['strasse', 'STRASSE', 'straße', 'jurgen str'])
    expect(await names(c.owner.call, { search }), search).toEqual(['Jürgen Straße'])
  for (const search of ['maria', 'la cruz', 'de la cruz ana', 'cruz maria'])
    expect(await names(c.owner.call, { search }), search).toEqual(['Ana María de la Cruz'])
  for (const search of ['zoe straße', 'zoex', 'müller x'])
    expect(await names(c.owner.call, { search }), search).toEqual([])
  for (const search of ['', '   ']) expect(await names(c.owner.call, { search })).toHaveLength(3)
})

test('§4.1 Commas separate the words of a search: `Müller, Anna` finds Anna Müller.', async () => {
  await using c = await clinic()
  await enrol(c.owner.call, 'Anna|Müller', "Máire|O'Brien-Łęcki", 'محمد|علی')
  for (const search of ['Müller, Anna', 'müller,anna', 'Anna Müller.', 'MÜLLER; ANNA'])
    expect(await names(c.owner.call, { search }), search).toEqual(['Anna Müller'])
  for (const search of ['O’Brien–Lecki', 'oʼbrien‑łecki', 'O`BRIEN-ŁĘCKI, Máire', 'brien−l'])
    expect(await names(c.owner.call, { search }), search).toEqual(["Máire O'Brien-Łęcki"])
  expect(await names(c.owner.call, { search: 'محـــمد' })).toEqual(['محمد علی'])
})

test('a patient is found by their name also when the simplified form of the name for searches is longer', async () => {
  await using c = await clinic()
  const long = '㌖'.repeat(200)
  await enrol(c.owner.call, `${long}|Müller`, `Anna|${'x'.repeat(199)}y`)
  for (const search of [long, '㌖', 'キロメートル', `Müller, ${long}`])
    expect(await names(c.owner.call, { search })).toEqual([`${long} Müller`])
  for (const search of ['xy', `${'x'.repeat(199)}y`, `xxxxxxxxxxy anna`])
    expect(await names(c.owner.call, { search })).toEqual([`Anna ${'x'.repeat(199)}y`])
  expect(await names(c.owner.call, { search: 'xxxxxxxxxxz' })).toEqual([])
})

test('§4.1 `%`, `_`, `\\` and other special characters mean themselves in a search.', async () => {
  await using c = await clinic()
  await enrol(
    c.owner.call,
    'Per%cent|A',
    'Under_score|B',
    'Back\\slash|C',
    'Quo"te|D',
    'St*r|E',
    "O'Brien|F",
    'Plain|G',
  )
  for (const [search, found] of [
    ['%', 'Per%cent A'],
    ['_', 'Under_score B'],
    ['\\', 'Back\\slash C'],
    ['"', 'Quo"te D'],
    ['*', 'St*r E'],
    ["'", "O'Brien F"],
    ['r%c', 'Per%cent A'],
    ['st*', 'St*r E'],
  ] as const)
    expect(await names(c.owner.call, { search }), search).toEqual([found])
  for (const search of [
    'p%n',
    'p_ain',
    'plain OR under',
    'NOT plain',
    'plain*',
    '^plain',
    '-plain',
    'a:plain',
  ])
    expect(await names(c.owner.call, { search }), search).toEqual([])
})

test('§8 A search longer than 1,000 characters finds nobody.', async () => {
  await using c = await clinic()
  await enrol(c.owner.call, 'Zoé|Müller')
  const search = 'zoe '.repeat(250)
  expect(await names(c.owner.call, { search })).toEqual(['Zoé Müller'])
  expect(await names(c.owner.call, { search: `${search}z` })).toEqual([])
})

test('§4.1 `status`, `tagId` and `search` narrow the list of patients together.', async () => {
  await using c = await clinic()
  const tag = await newTag(c.owner.call, 'Recall')
  const ids: Record<string, string> = {}
  for (const [firstName, status] of Object.entries({ Ada: 'active', Bea: 'active', Cleo: 'recall' }))
    ids[firstName] = (await newPatient(c.owner.call, { firstName, lastName: 'X', status })).id
  for (const firstName of ['Ada', 'Cleo'])
    success(await c.owner.call('POST', `/api/v1/patients/${ids[firstName]}/tags/${tag.id}`))
  expect(await names(c.owner.call, { status: 'active' })).toEqual(['Ada X', 'Bea X'])
  expect(await names(c.owner.call, { tagId: tag.id })).toEqual(['Ada X', 'Cleo X'])
  expect(await names(c.owner.call, { tagId: tag.id.toUpperCase() })).toEqual(['Ada X', 'Cleo X'])
  expect(await names(c.owner.call, { tagId: tag.id, status: 'recall' })).toEqual(['Cleo X'])
  expect(await names(c.owner.call, { tagId: tag.id, search: 'ada' })).toEqual(['Ada X'])
  expect(await names(c.owner.call, { status: 'active', search: 'cleo' })).toEqual([])
  expect(await names(c.owner.call, { tagId: tag.id, limit: '1', offset: '1' })).toEqual(['Cleo X'])
})

test('§4.1 A filter with an unknown `status` or `tagId` matches nobody.', async () => {
  await using c = await clinic()
  const { id: patientId } = await newPatient(c.owner.call)
  const foreign = await newTag(c.stranger.call, 'Recall')
  for (const status of ['nothing', ' ', 'NEW', '\0'])
    expect(await names(c.owner.call, { status })).toEqual([])
  for (const tagId of ['x', ' ', absentId, foreign.id, patientId])
    expect(await names(c.owner.call, { tagId })).toEqual([])
})

test('an empty `status`, `tagId` or `search` of the patient list is ignored', async () => {
  await using c = await clinic()
  await newPatient(c.owner.call)
  for (const filter of ['status', 'tagId', 'search'])
    expect(await names(c.owner.call, { [filter]: '' }), filter).toEqual(['Zoé Müller'])
})

test('the patient list ignores unknown query parameters', async () => {
  await using c = await clinic()
  await newPatient(c.owner.call)
  expect(await names(c.owner.call, { page: '2', sort: 'id' })).toEqual(['Zoé Müller'])
})
