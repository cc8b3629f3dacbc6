/** Reads in the audit trail: which member saw which patients (RULES §14). */
import { Database } from 'bun:sqlite'
import { expect, spyOn, test } from 'bun:test'
import { actBy, memberBy, patientBy, strangerAct } from '../../src/domain/act.ts'
import { newId } from '../../src/domain/id.ts'
import { insertEntry } from '../../src/store/calendar/entries.ts'
import { insertPatient } from '../../src/store/patients/patients.ts'
import { patientRow } from '../store/records.ts'
import { problem, success } from '../support/answers.ts'
import { auditRows, rowsOf } from '../support/audit.ts'
import { type Clinic, clinic, type Member, monday } from '../support/clinic.ts'
import { newEntry, newPatient } from '../support/records.ts'
import { thrownBy } from '../support/rejection.ts'
import { until } from '../support/until.ts'

const reads = async (c: Clinic) => (await auditRows(c)).filter(({ kind }) => kind === 'read')

/** Rows wait until a test asks for them. Otherwise, on a busy machine, their timer writes them between two reads. */
function unwrittenRows() {
  const real = setTimeout
  const later = (run: () => void, ms?: number) => (ms === 250 ? 0 : real(run, ms))
  return spyOn(globalThis, 'setTimeout').mockImplementation(later as typeof setTimeout)
}

test('§14.1 Equal reads with one credential become one row, which names every patient and the number of reads.', async () => {
  await using c = await clinic()
  const ids = [await newPatient(c.owner.call), await newPatient(c.owner.call)].map(({ id }) => id)
  {
    using _ = unwrittenRows()
    for (const id of [...ids, ids[0]]) success(await c.owner.call('GET', `/api/v1/patients/${id}`))
    success(await c.assistant.call('GET', `/api/v1/patients/${ids[1]}`))
  }
  expect(await reads(c)).toMatchObject([
    { action: 'getPatient', userId: c.owner.userId, credential: 'token', patients: ids, times: 3 },
    { action: 'getPatient', userId: c.assistant.userId, patients: [ids[1]], times: 1 },
  ])
})

test('§14.1 When one credential reads the calendar again, the trail names each patient once an hour. A patient who is new there is named at once.', async () => {
  await using c = await clinic()
  const book = async (hour: number) => {
    const { id } = await newPatient(c.owner.call)
    const startAt = `2026-03-10T${hour}:00:00Z`
    await newEntry(c.owner.call, { patientId: id, startAt, endAt: `2026-03-10T${hour}:30:00Z` })
    return id
  }
  const look = async ({ call } = c.owner) =>
    success(await call('GET', '/api/v1/appointments?from=2026-03-10T00:00Z&to=2026-03-11T00:00Z'))
  /** Returns how often the rows of each member name each patient. A busy machine may write more rows. */
  const named = async () => {
    const rows = await reads(c)
    const timesOf = ({ userId }: Member) =>
      ids.map((id) => rows.filter((row) => row.userId === userId && row.patients.includes(id)).length)
    return { owner: timesOf(c.owner), assistant: timesOf(c.assistant) }
  }
  const ids = [await book(10)]
  for (let i = 0; i < 3; i++) await look()
  await look(c.assistant)
  ids.push(await book(11))
  await look()
  c.clock.now += 3_600_000 - 1
  await look()
  expect(await named()).toEqual({ owner: [1, 1], assistant: [1, 0] })
  c.clock.now += 1
  await look()
  expect(await named()).toEqual({ owner: [2, 2], assistant: [1, 0] })
})

test("§14.1 Repeated reads of a patient's appointments with one credential leave a row once an hour. Each read of the patient's notes leaves a row.", async () => {
  await using c = await clinic()
  const { id } = await newPatient(c.owner.call)
  const look = async (of: 'appointments' | 'notes') => {
    success(await c.owner.call('GET', `/api/v1/patients/${id}/${of}`))
    // Writes the waiting rows. Otherwise reads within a quarter of a second become one row.
    await reads(c)
    c.clock.now += 60_000
  }
  const before = (await reads(c)).length
  for (let i = 0; i < 3; i++) await look('appointments')
  expect((await reads(c)).length - before).toBe(1)
  for (let i = 0; i < 3; i++) await look('notes')
  expect((await reads(c)).length - before).toBe(4)
})

test('a read from another IP address is a separate audit row, and the IP address of a patient is not kept', async () => {
  await using c = await clinic({ addressHeader: 'x-real-ip' })
  const { id } = await newPatient(c.owner.call)
  for (const address of ['192.0.2.1', '192.0.2.2'])
    success(await c.owner.call('GET', `/api/v1/patients/${id}`, undefined, { 'x-real-ip': address }))
  expect((await reads(c)).map(({ address }) => address)).toEqual(['192.0.2.1', '192.0.2.2'])
  const made = { actor: strangerAct('x').actor, action: 'x', requestId: null, address: '192.0.2.3' }
  expect(actBy(made, patientBy(id)).address).toBeNull()
  expect(actBy(made, memberBy('link', id)).address).toBe('192.0.2.3')
})

test('§14.1 A search notes which filters were used and how many patients were found, and not what was searched for.', async () => {
  await using c = await clinic()
  const { id } = await newPatient(c.owner.call, { lastName: 'Xylander' })
  for (const query of ['search=Xylan&status=new', 'search=Nobody', 'limit=5'])
    success(await c.owner.call('GET', `/api/v1/patients?${query}`))
  const rows = await reads(c)
  expect(rows.map(({ detail, patients }) => ({ detail, patients }))).toEqual([
    { detail: { filters: 'search,status', found: 1 }, patients: [id] },
    { detail: { filters: 'search', found: 0 }, patients: [] },
    { detail: { found: 1 }, patients: [id] },
  ])
  expect(JSON.stringify(rows)).not.toMatch(/xylan|nobody/i)
})

test('a read that shows no patient leaves no audit row, and a read that gets 404 leaves no row', async () => {
  await using c = await clinic()
  const { id } = await newEntry(c.owner.call)
  const before = (await auditRows(c)).length
  success(await c.owner.call('GET', `/api/v1/appointments/${id}`))
  success(await c.owner.call('GET', '/api/v1/inbox'))
  await c.stranger.call('GET', `/api/v1/appointments/${id}`)
  await c.owner.call('GET', `/api/v1/patients/${newId(monday)}`)
  expect((await auditRows(c)).length).toBe(before)
})

/** Adds this number of patients, each with an entry. */
const fill = (c: Clinic, many: number) =>
  c.practice.write((tx) => {
    const ids = Array.from({ length: many }, () => newId(monday))
    for (const [i, id] of ids.entries()) {
      insertPatient(tx, patientRow(id, 'Zoé', 'Müller'))
      const startAt = monday + i * 60_000
      insertEntry(tx, {
        id: newId(monday),
        type: 'reminder',
        patientId: id,
        chairId: null,
        startAt,
        endAt: startAt + 1,
        title: null,
        color: null,
        serviceRef: null,
        notes: 'x'.repeat(200),
        metadata: {},
        practitionerId: null,
        seriesId: null,
        appointmentTypeId: null,
        createdBy: c.owner.userId,
        createdAt: monday,
        updatedAt: monday,
      })
    }
    return ids
  })

test('the audit rows of a streamed list name exactly the patients that it sent, at most 200 in a row', async () => {
  await using c = await clinic()
  const ids = await fill(c, 1_000)
  const path = '/api/v1/appointments?from=2026-01-01T00:00Z&to=2027-01-01T00:00Z'
  success(await c.owner.call('GET', path))
  const rows = await reads(c)
  expect(rows.every(({ patients }) => patients.length <= 200)).toBe(true)
  expect(new Set(rows.flatMap(({ patients }) => patients))).toEqual(new Set(ids))

  // When a client leaves after the first chunk, the rows name only the patients that were read until then.
  const request = new Request(`http://localhost${path}`, {
    headers: { authorization: `Bearer ${c.assistant.token}` },
  })
  const reader = (await c.app.handle(request)).body!.getReader()
  await reader.read()
  await reader.cancel()
  const seen = (await reads(c)).filter(({ userId }) => userId === c.assistant.userId)
  const named = new Set(seen.flatMap(({ patients }) => patients)).size
  expect(named).toBeGreaterThan(0)
  expect(named).toBeLessThan(1_000)
})

test('audit rows of reads are written to the disk after a short time, at the latest when the store is closed', async () => {
  const c = await clinic()
  const { id } = await newPatient(c.owner.call)
  // While the database is locked, the row certainly waits in memory.
  await locked(c, async () => {
    success(await c.owner.call('GET', `/api/v1/patients/${id}`))
    expect(rowsOf(c.path).filter(({ kind }) => kind === 'read')).toEqual([])
  })
  await until('the row of the look', () => rowsOf(c.path).some(({ kind }) => kind === 'read'))
  const copy = `${c.path}-seen`
  success(await c.owner.call('GET', `/api/v1/patients/${id}/notes`))
  await c.store.close()
  const database = new Database(c.path)
  database.run(`vacuum into '${copy}'`)
  database.close()
  expect(rowsOf(copy).map(({ action }) => action)).toContain('listNotes')
})

/** Runs a function while another connection holds the lock of the database. */
async function locked<T>({ path }: Clinic, run: () => Promise<T>): Promise<T> {
  const other = new Database(path)
  other.run('begin immediate')
  try {
    return await run()
  } finally {
    other.run('rollback')
    other.close()
  }
}

test('§14.1 With `AUDIT_READS=strict`, an answer leaves only once its row is on disk. When the row cannot be written, the answer is 503.', async () => {
  await using c = await clinic({ strictReads: true })
  const { id } = await newPatient(c.owner.call)
  const path = `/api/v1/patients/${id}`
  success(await c.owner.call('GET', path))
  expect(rowsOf(c.path).filter(({ action }) => action === 'getPatient')).toHaveLength(1)
  await fill(c, 500)
  const list = '/api/v1/appointments?from=2026-01-01T00:00Z&to=2027-01-01T00:00Z'
  success(await c.owner.call('GET', list))
  const listed = rowsOf(c.path).filter(({ action }) => action === 'listAppointments')
  expect(new Set(listed.flatMap(({ patients }) => patients)).size).toBe(500)
  await locked(c, async () => {
    const answers = [path, list].map((one) => c.owner.call('GET', one))
    success(await c.owner.call('GET', '/api/v1/me'))
    for (const answer of await Promise.all(answers)) problem(answer, 503, 'unavailable')
    expect(c.faults.splice(0)).toHaveLength(2)
  })
  success(await c.owner.call('GET', path))
})

test('without strict reads, a locked database delays no read, and the audit trail is written afterwards', async () => {
  await using c = await clinic()
  const { id } = await newPatient(c.owner.call)
  await locked(c, async () => {
    success(await c.owner.call('GET', `/api/v1/patients/${id}`))
    expect(await thrownBy(c.store.reads.flush())).toThrow('cannot take this request now')
    success(await c.owner.call('GET', `/api/v1/patients/${id}`))
  })
  expect(await reads(c)).toMatchObject([{ action: 'getPatient', patients: [id], times: 2 }])
})
