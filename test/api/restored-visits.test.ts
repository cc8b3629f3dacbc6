/** The visits of a patient who is deleted and restored (RULES §15, §23). */
import { Database } from 'bun:sqlite'
import { expect, spyOn, test } from 'bun:test'
import { waitingList } from '../../db/schema/front-desk.ts'
import { newId } from '../../src/domain/id.ts'
import { Connection } from '../../src/store/engine/connection.ts'
import { times } from '../store/records.ts'
import { notFound, success } from '../support/answers.ts'
import { deleteAt, restored } from '../support/archive.ts'
import { type Clinic, clinic } from '../support/clinic.ts'
import { at, newEntry, newPatient } from '../support/records.ts'
import { remindedVisit, reply } from '../support/visiting.ts'
import { cancellationPath, cancelled, noted, progressAt, undone } from '../support/visits.ts'

const tables = ['cancellations', 'progress', 'waiting_list'] as const

const visitsOf = async (c: Clinic, patientId: string) =>
  success(await c.owner.call('GET', `/api/v1/patients/${patientId}/appointments?when=all`)).appointments

/** Makes a patient with a done, a missed and a cancelled visit, who is on the waiting list. */
async function visited(c: Clinic) {
  const { id: patientId } = await newPatient(c.owner.call)
  const book = async (time: string) =>
    (await newEntry(c.owner.call, { patientId, startAt: at(time), endAt: at('23:00') })).id as string
  const [done, missed, gone] = [await book('08:00'), await book('09:00'), await book('10:00')]
  c.clock.now = Date.parse(at('12:00'))
  await noted(c.owner.call, done, 'arrived', 'done')
  await noted(c.owner.call, missed, 'no_show')
  await noted(c.owner.call, gone, 'arrived')
  await cancelled(c.owner.call, gone, { note: 'Left again.' })
  await c.practice.write((tx) => {
    tx.record({ kind: 'write' })
    tx.insert(waitingList, {
      id: newId(c.clock.now),
      patientId,
      durationMinutes: 30,
      chairIds: null,
      weekdays: ['mon', 'tue'],
      startTime: '09:00',
      endTime: '12:00',
      fromDate: null,
      throughDate: null,
      urgency: 'soon',
      note: 'Only with Ada.',
      appointmentTypeId: null,
      createdBy: c.owner.userId,
      ...times,
    })
  })
  return { patientId: patientId as string, done, missed, gone }
}

/** Returns the rows of the tables without the columns that a deletion and a restore change. */
function rowsOf(c: Clinic) {
  using database = new Database(c.path, { readonly: true })
  const rowsIn = (table: string) =>
    database
      .query<{ version: number }, []>(`SELECT * FROM ${table} ORDER BY id`)
      .all()
      .map(({ version: _, ...row }) => row)
  return Object.fromEntries(tables.map((table) => [table, rowsIn(table)]))
}

test('§23 Deleting a patient also deletes their cancelled appointments and waiting-list items. Restoring the patient restores all of these.', async () => {
  await using c = await clinic()
  const { patientId, done, missed, gone } = await visited(c)
  const [before, rows] = [await visitsOf(c, patientId), rowsOf(c)]
  const item = await deleteAt(c.owner.call, `/patients/${patientId}`)
  notFound(await c.owner.call('GET', `/api/v1/patients/${patientId}/appointments`))
  notFound(await c.owner.call('GET', cancellationPath(gone)))
  notFound(await c.owner.call('DELETE', cancellationPath(gone)))
  expect(rowsOf(c)).toMatchObject({ cancellations: [], waiting_list: [] })
  // The visits in the calendar keep their steps and their times.
  expect(await progressAt(c.owner.call, done)).toMatchObject({ state: 'done' })
  expect(await progressAt(c.owner.call, missed)).toMatchObject({ state: 'no_show' })
  expect(rowsOf(c).progress).toHaveLength(2)

  expect(await restored(c.owner.call, item.id)).toEqual([])
  expect(rowsOf(c)).toEqual(rows)
  const after = await visitsOf(c, patientId)
  const without = ({ version: _, updatedAt: __, ...visit }: Record<string, unknown>) => visit
  expect(after.map(without)).toEqual(before.map(without))
  const back = await undone(c.owner.call, gone)
  expect(back).toMatchObject({ id: gone, patientId })
  expect(await progressAt(c.owner.call, gone)).toMatchObject({ state: 'arrived' })
})

test('the deletion of a patient does not change the visits of other patients', async () => {
  await using c = await clinic()
  const [one, other] = [await visited(c), await visited(c)]
  const before = await visitsOf(c, other.patientId)
  await deleteAt(c.owner.call, `/patients/${one.patientId}`)
  expect(await visitsOf(c, other.patientId)).toEqual(before)
  expect(rowsOf(c)).toMatchObject({ waiting_list: [{}], cancellations: [{}] })
})

test('a restored patient gets back an appointment that was cancelled meanwhile, with the answer that they gave', async () => {
  await using c = await clinic()
  const { id, patientPath, mailed } = await remindedVisit(c)
  await reply(c, mailed, 'confirmed')
  const item = await deleteAt(c.owner.call, patientPath.replace('/api/v1', ''))
  expect(await cancelled(c.owner.call, id)).toMatchObject({ patientId: null, metadata: {} })
  expect(await restored(c.owner.call, item.id)).toEqual([])
  const patientId = patientPath.split('/').at(-1)!
  expect(await visitsOf(c, patientId)).toMatchObject([
    { id, patientId, outcome: 'cancelled', progress: 'confirmed' },
  ])
  expect(await undone(c.owner.call, id)).toMatchObject({ patientId })
})

test('a patient with 40 cancelled appointments is deleted by as few statements as a patient with two', async () => {
  await using c = await clinic()
  const statementsFor = async (appointments: number) => {
    const { id } = await newPatient(c.owner.call)
    for (let i = 0; i < appointments; i++)
      await cancelled(c.owner.call, (await newEntry(c.owner.call, { patientId: id })).id)
    using prepared = spyOn(Connection.prototype, 'prepared')
    success(await c.owner.call('DELETE', `/api/v1/patients/${id}`))
    return prepared.mock.calls.length
  }
  expect(await statementsFor(40)).toBe(await statementsFor(2))
})
