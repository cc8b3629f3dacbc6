/** The texts of an entry belong to its patient. Another patient of the entry does not get them (RULES §2.3, §16). */
import { expect, test } from 'bun:test'
import { updateEntry } from '../../src/store/calendar/entries.ts'
import { told, verify } from '../store/trails.ts'
import { success } from '../support/answers.ts'
import { type Clinic, clinic } from '../support/clinic.ts'
import { type Fields, newEntry, newPatient } from '../support/records.ts'

const mine = { title: 'title of A', color: '#112233', serviceRef: 'service of A', notes: 'notes of A' }
const nothing = { title: null, color: null, serviceRef: null, notes: null }
const reason = 'Asked for in a letter of 3 May.'
const texts = [...Object.values(mine), 'imported about A']

/** Makes an appointment of patient A with texts and imported metadata, and another patient B. */
async function given(c: Clinic, more: Fields = {}) {
  const { call } = c.owner
  const [a, b] = [await newPatient(call), await newPatient(call)]
  const entry = await newEntry(call, { patientId: a.id, ...mine, ...more })
  const path = `/api/v1/appointments/${entry.id}`
  const change = async (fields: Fields) => success(await call('PATCH', path, fields))
  const copyOf = async (id: string) => (await call('GET', `/api/v1/patients/${id}/export`)).text
  const erase = (id: string) =>
    call('POST', `/api/v1/patients/${id}/erase`, { reason, overrideRetention: reason })
  return { a, b, entry, path, change, copyOf, erase }
}

test('§2.3 An entry that gets another patient loses `title`, `color`, `serviceRef`, `notes` and `metadata`, because these may be about the first patient.', async () => {
  await using c = await clinic({ signedIn: true })
  const { a, b, entry, path, change, copyOf, erase } = await given(c)
  await c.practice.write((tx) => updateEntry(tx, entry.id, { metadata: { imported: 'imported about A' } }))
  expect(await change({ patientId: b.id })).toMatchObject({ patientId: b.id, ...nothing, metadata: {} })
  expect(success(await c.owner.call('GET', path))).toMatchObject({
    patientId: b.id,
    ...nothing,
    metadata: {},
  })
  await change({ notes: 'notes of B' })
  await c.store.reads.flush()
  const [ofA, ofB] = [await copyOf(a.id), await copyOf(b.id)]
  // The copy of A contains the texts of A's entry, from the audit trail.
  expect(ofA).toContain('notes of A')
  expect(ofA).not.toContain('notes of B')
  for (const text of texts) expect(ofB).not.toContain(text)
  success(await erase(a.id))
  const after = await copyOf(b.id)
  for (const text of texts) expect(after).not.toContain(text)
  expect(after).toContain('notes of B')
  await c.store.reads.flush()
  expect(told(verify(c.path))).toEqual([])
})

test('when an entry gets another patient, it keeps the texts of the same request, its times and its practitioner', async () => {
  await using c = await clinic()
  const { b, entry, change } = await given(c, { practitionerId: c.assistant.userId })
  const changed = await change({ patientId: b.id, title: mine.title, notes: 'notes of B' })
  expect(changed).toMatchObject({ ...nothing, title: mine.title, notes: 'notes of B' })
  const { startAt, endAt, practitionerId, type } = entry
  expect(changed).toMatchObject({ startAt, endAt, practitionerId, type, version: 2 })
})

test('an entry loses the texts of its first patient also when it had no patient before it gets the second one', async () => {
  for (const how of ['PATCH', 'DELETE'] as const) {
    await using c = await clinic()
    const { a, b, change } = await given(c)
    if (how === 'PATCH') await change({ patientId: null })
    else success(await c.owner.call('DELETE', `/api/v1/patients/${a.id}`))
    expect(await change({ patientId: b.id })).toMatchObject(nothing)
  }
})

test('§2.3 An entry keeps its texts when it gets its first patient, loses its patient, or gets the same patient back.', async () => {
  await using c = await clinic()
  const { a, entry, change } = await given(c)
  expect(await change({ patientId: entry.patientId })).toMatchObject({ ...mine, version: 1 })
  expect(await change({ patientId: null })).toMatchObject(mine)
  expect(await change({ patientId: a.id })).toMatchObject(mine)
  // A person called, and is registered as a patient later.
  const late = await newEntry(c.owner.call, mine)
  const registered = await newPatient(c.owner.call)
  const path = `/api/v1/appointments/${late.id}`
  expect(success(await c.owner.call('PATCH', path, { patientId: registered.id }))).toMatchObject(mine)
})

test('when two records of one person are merged, their entries keep their texts', async () => {
  await using c = await clinic()
  const { a, b, path } = await given(c)
  success(await c.owner.call('POST', `/api/v1/patients/${b.id}/merge`, { from: a.id }))
  expect(success(await c.owner.call('GET', path))).toMatchObject({ patientId: b.id, ...mine })
})
