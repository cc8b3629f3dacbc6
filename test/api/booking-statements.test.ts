/** The number of database statements of a booking. Each further statement would make every booking slower. */
import { expect, spyOn, test } from 'bun:test'
import { Connection } from '../../src/store/engine/connection.ts'
import { success } from '../support/answers.ts'
import { clinic } from '../support/clinic.ts'
import { at, entryBody, newChair, newClosure, newEntry, newPatient } from '../support/records.ts'

const path = '/api/v1/appointments'

/** Returns the statements in the transaction of a request, each as its verb and its table. */
async function statementsOf(request: () => Promise<unknown>): Promise<string[]> {
  const prepared = spyOn(Connection.prototype, 'prepared')
  await request()
  const texts = prepared.mock.calls.map(([text]) => text)
  prepared.mockRestore()
  const inside = texts.slice(texts.indexOf('begin immediate') + 1, texts.lastIndexOf('commit'))
  return inside.map((text) => {
    // The name has the table of the statement, and not the table of a select inside it.
    const outer = text.replaceAll(/\([^()]*\)/g, '')
    const [, verb, table] = /^\s*(\w+)(?:.*?\s(?:from|into))? "?(\w+)"?/s.exec(outer) ?? []
    return `${verb} ${table}`
  })
}

/** The statements that write the row of the audit trail. */
const audited = ['select audit', 'insert audit']
/** The statements that write the row in the list of changes. */
const changed = ['insert changes', 'delete temp']

/** The statement that deletes holds that have ended. */
const unheld = ['delete entries']

test('a successful booking reads the chair and the closures, and plans its reminders in one statement', async () => {
  await using c = await clinic()
  const { id: chairId } = await newChair(c.owner.call)
  const book = async (fields: object) =>
    void success(await c.owner.call('POST', path, entryBody({ chairId, ...fields })), 201)
  expect(await statementsOf(() => book({}))).toEqual([
    'select chairs',
    ...unheld,
    'insert entries',
    'select closures',
    ...audited,
    ...changed,
  ])

  const { id: patientId } = await newPatient(c.owner.call, { email: 'zoe@example.org' })
  const withPatient = { patientId, startAt: at('10:00'), endAt: at('11:00') }
  expect(await statementsOf(() => book(withPatient))).toEqual([
    'select chairs',
    ...unheld,
    'insert entries',
    'select practices',
    'insert reminder_jobs',
    'select closures',
    // Looks for another appointment of the patient at that time.
    'select entries',
    ...audited,
    'insert audit_patients',
    ...changed,
  ])
})

test('a change of only the title reads and writes the entry, and looks for closures and other visits to warn of', async () => {
  await using c = await clinic()
  const { id: chairId } = await newChair(c.owner.call)
  const { id: patientId } = await newPatient(c.owner.call)
  const { id } = await newEntry(c.owner.call, { chairId, patientId })
  const patch = async () => void success(await c.owner.call('PATCH', `${path}/${id}`, { title: 'Check-up' }))
  expect(await statementsOf(patch)).toEqual([
    'select entries',
    ...unheld,
    'update entries',
    'select closures',
    'select entries',
    ...audited,
    'insert audit_values',
    'insert audit_patients',
    ...changed,
  ])
})

test('a series, a dry run and a request with several moves each read the closures once', async () => {
  await using c = await clinic()
  const { id: chairId } = await newChair(c.owner.call)
  await newClosure(c.owner.call, { fromDate: '2026-03-10', throughDate: '2026-03-17' })
  const series = (query: string, status: number) => async () =>
    void success(
      await c.owner.call('POST', `${path}/series${query}`, {
        ...entryBody({ chairId }),
        repeat: { every: 1, unit: 'week', count: 5 },
      }),
      status,
    )
  const closuresIn = async (request: () => Promise<unknown>) =>
    (await statementsOf(request)).filter((statement) => statement === 'select closures').length
  expect(await closuresIn(series('?dryRun=true', 200))).toBe(1)
  expect(await closuresIn(series('', 201))).toBe(1)
  const { appointments } = success(
    await c.owner.call('GET', `${path}?from=${at('00:00')}&to=2026-05-01T00:00Z`),
  )
  const moves = appointments.map(({ id }: { id: string }) => ({ id, chairId: null }))
  const move = async () => void success(await c.owner.call('POST', `${path}/moves`, { moves }))
  expect(await closuresIn(move)).toBe(1)
})
