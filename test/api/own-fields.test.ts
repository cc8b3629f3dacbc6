/** The text fields that a practice adds to the records of its patients. */

import { expect, test } from 'bun:test'
import { newId } from '../../src/domain/id.ts'
import { packTemplates } from '../../src/domain/pack.ts'
import { createPractice } from '../../src/features/shared/create-practice.ts'
import { findPractice } from '../../src/store/practice/practice.ts'
import { invalid, problem, success } from '../support/answers.ts'
import { byTest } from '../support/by-test.ts'
import { type Clinic, clinic, monday } from '../support/clinic.ts'
import { newPatient } from '../support/records.ts'

const insurer = { id: 'insurer', name: 'Insurer', archived: false }
const employer = { id: 'employer', name: 'Employer', archived: false }

const define = (c: Clinic, ...ownFields: object[]) => c.owner.call('PATCH', '/api/v1/practice', { ownFields })
const text = (id: string, text: string | null) => ({ id, text })

/** Defines two own fields of the practice, and makes a patient with a text in the first field. */
async function insured(c: Clinic) {
  success(await define(c, insurer, employer))
  return newPatient(c.owner.call, { ownFields: [text('insurer', 'AOK')] })
}

test('§2.1 A practice may define up to ten text fields for its patients, called own fields. A patient without a text in these fields has no `ownFields`.', async () => {
  await using c = await clinic()
  const patient = await insured(c)
  expect(patient.ownFields).toEqual([text('insurer', 'AOK')])
  const path = `/api/v1/patients/${patient.id}`
  const change = async (...ownFields: object[]) =>
    success(await c.assistant.call('PATCH', path, { ownFields }))
  expect((await change(text('employer', ' Bakery '))).ownFields).toEqual([
    text('insurer', 'AOK'),
    text('employer', 'Bakery'),
  ])
  const emptied = await change(text('insurer', null), text('employer', ' '))
  expect(emptied).not.toHaveProperty('ownFields')
  expect(success(await c.owner.call('GET', path))).toEqual(emptied)
})

test('a change with the same text of an own field adds no version to the patient', async () => {
  await using c = await clinic()
  const { id, version } = await insured(c)
  const again = await c.owner.call('PATCH', `/api/v1/patients/${id}`, { ownFields: [text('insurer', 'AOK')] })
  expect(success(again).version).toBe(version)
})

test('a change of own fields is refused when it names an unknown field or a field twice', async () => {
  await using c = await clinic()
  const { id } = await insured(c)
  const change = (...ownFields: object[]) => c.owner.call('PATCH', `/api/v1/patients/${id}`, { ownFields })
  invalid(await change(text('shoe', '43')), 'ownFields.0.id')
  invalid(await change(text('insurer', 'TK'), text('insurer', 'AOK')), 'ownFields.1.id')
  invalid(await change(text('insurer', 'x'.repeat(201))), 'ownFields.0.text')
  invalid(await change({ ...text('insurer', 'TK'), more: 1 }), 'ownFields.0.more')
  invalid(await change(...Array.from({ length: 11 }, (_, i) => text(`f${i}`, 'x'))), 'ownFields')
  success(await change(text('shoe', null)))
})

test('an eleventh own field of a practice is refused, and also two own fields with the same id or name', async () => {
  await using c = await clinic()
  const many = Array.from({ length: 11 }, (_, i) => ({ id: `f${i}`, name: `Field ${i}`, archived: i > 4 }))
  success(await define(c, ...many.slice(1)))
  invalid(await define(c, ...many), 'ownFields')
  invalid(await define(c, insurer, { ...employer, id: 'insurer' }), 'ownFields.1.id')
  invalid(await define(c, insurer, { ...employer, name: ' INSURER ' }), 'ownFields.1.name')
  invalid(await define(c, { ...insurer, id: 'No id' }), 'ownFields.0.id')
})

test('§2.1 A practice cannot remove an own field in which a patient has a text: 409 `conflict`. The practice can archive the field.', async () => {
  await using c = await clinic()
  const { id } = await insured(c)
  problem(await define(c, employer), 409, 'conflict', ['ownFields'])
  const archived = { ...insurer, archived: true }
  expect(success(await define(c, archived)).ownFields).toEqual([archived])
  const path = `/api/v1/patients/${id}`
  expect(success(await c.owner.call('GET', path)).ownFields).toEqual([text('insurer', 'AOK')])
  success(await c.owner.call('PATCH', path, { ownFields: [text('insurer', null)] }))
  expect(success(await define(c)).ownFields).toEqual([])
})

test('§25 A merge fills empty own fields one by one. Undoing the merge empties the fields that nobody has changed since.', async () => {
  await using c = await clinic()
  const kept = await insured(c)
  const texts = [text('insurer', 'TK'), text('employer', 'Bakery')]
  const from = await newPatient(c.owner.call, { ownFields: texts })
  const { patient, filled, archiveId } = success(
    await c.owner.call('POST', `/api/v1/patients/${kept.id}/merge`, { from: from.id }),
  )
  expect(filled).toEqual(['ownFields'])
  expect(patient.ownFields).toEqual(
    expect.arrayContaining([text('insurer', 'AOK'), text('employer', 'Bakery')]),
  )
  const path = `/api/v1/patients/${kept.id}`
  success(await c.owner.call('PATCH', path, { ownFields: [text('insurer', 'DAK')] }))
  success(await c.owner.call('POST', `/api/v1/archive/${archiveId}/restore`))
  expect(success(await c.owner.call('GET', path)).ownFields).toEqual([text('insurer', 'DAK')])
  expect(success(await c.owner.call('GET', `/api/v1/patients/${from.id}`)).ownFields).toEqual(
    expect.arrayContaining(texts),
  )
})

test('the copy for a person contains the names of own fields, also for a deleted patient', async () => {
  await using c = await clinic({ signedIn: true })
  const { id } = await insured(c)
  const path = `/api/v1/patients/${id}`
  expect(success(await c.owner.call('GET', `${path}/export`)).patient.ownFields).toEqual(['Insurer: AOK'])
  const page = success(await c.owner.call('GET', `${path}/export/page`)).parts.join('')
  expect(page).toContain('Insurer: AOK')
  success(await c.owner.call('DELETE', path))
  expect(success(await c.owner.call('GET', `${path}/export`)).patient.ownFields).toEqual(['Insurer: AOK'])
})

test('the audit trail contains the changed texts of own fields, and the list of changes names the patient', async () => {
  await using c = await clinic({ signedIn: true })
  const { id } = await insured(c)
  const { next } = success(await c.owner.call('GET', '/api/v1/changes'))
  success(await c.owner.call('PATCH', `/api/v1/patients/${id}`, { ownFields: [text('insurer', 'TK')] }))
  const { changes } = success(await c.owner.call('GET', `/api/v1/changes?since=${next}`))
  expect(changes).toEqual([expect.objectContaining({ kind: 'patient', id })])
  const { access } = success(await c.owner.call('GET', `/api/v1/patients/${id}/export`))
  expect(access).toContainEqual(
    expect.objectContaining({
      fields: ['ownFields'],
      before: { ownFields: { insurer: 'AOK' } },
      after: { ownFields: { insurer: 'TK' } },
    }),
  )
})

test("§2.1 A new practice in Germany begins with two own fields: the patient's insurer and the insurance number.", async () => {
  await using c = await clinic()
  const fieldsAt = async (timezone: string) => {
    const practice = c.store.practices.of(newId(monday), byTest)
    const owner = { id: newId(monday), name: 'Owner', email: `${timezone}@example.org` }
    const settings = { name: 'New', timezone, pack: packTemplates.physio, workingHours: null, owner }
    await practice.write((tx) => createPractice(tx, settings, monday))
    return findPractice(practice.read)!.ownFields?.map(({ id }) => id)
  }
  expect(await fieldsAt('Europe/Berlin')).toEqual(['insurer', 'insurance_number'])
  expect(await fieldsAt('Europe/Vienna')).toBeUndefined()
})
