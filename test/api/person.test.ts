/** A person may ask the practice for a copy of their data, and for the erasure of their data (RULES §16). */

import { expect, test } from 'bun:test'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { segmentOf } from '../../db/audit-segment.ts'
import { archive, archiveRows } from '../../db/schema/archive.ts'
import { audit, auditPatients, auditValues } from '../../db/schema/audit.ts'
import { practices } from '../../db/schema/practice.ts'
import { newId } from '../../src/domain/id.ts'
import { saveNoticeSettings, unsetNoticeSettings } from '../../src/store/notices/notice-settings.ts'
import { removePatient } from '../../src/store/patients/patients.ts'
import { told, verify } from '../store/trails.ts'
import { invalid, notFound, problem, success } from '../support/answers.ts'
import { atOnce, statusCounts } from '../support/at-once.ts'
import { type Clinic, clinic, monday } from '../support/clinic.ts'
import { mark, marksIn } from '../support/marks.ts'
import { newChair, newEntry, newNote, newPatient, newTag } from '../support/records.ts'

const year = 365.25 * 86_400_000
const reason = 'Asked for it in writing.'

/** Makes a patient with a tag, an edited note and an appointment on a chair. */
async function treated(c: Clinic, fields: Record<string, unknown> = {}) {
  const patient = await newPatient(c.owner.call, { firstName: 'Erika', lastName: 'Mustermann', ...fields })
  const path = `/api/v1/patients/${patient.id}`
  const tag = await newTag(c.owner.call, 'Recall')
  success(await c.owner.call('POST', `${path}/tags/${tag.id}`))
  const note = await newNote(c.owner.call, patient.id, { title: 'First', body: 'Before the edit.' })
  success(await c.owner.call('PATCH', `${path}/notes/${note.id}`, { body: 'After the edit.' }))
  const chair = await newChair(c.owner.call)
  const entry = await newEntry(c.owner.call, { patientId: patient.id, chairId: chair.id, title: 'Check-up' })
  return { id: patient.id as string, path, note, chair, entry }
}

const erase = (c: Clinic, path: string, body: object = { reason, overrideRetention: reason }) =>
  c.owner.call('POST', `${path}/erase`, body)

const pageOf = async (c: Clinic, path: string): Promise<string> =>
  success(await c.owner.call('GET', `${path}/export/page`)).parts.join('')

test('§16 An owner who is signed in exports everything about one person: record, notes with revisions, appointments, messages, and the members who saw the record.', async () => {
  await using c = await clinic({ signedIn: true })
  const { id, path, note, chair, entry } = await treated(c)
  await c.practice.write((tx) => {
    tx.insert(audit, {
      seq: 1_000_000,
      at: monday,
      actor: 'member',
      userId: c.assistant.userId,
      role: 'assistant',
      credentialKind: 'session',
      credentialId: null,
      address: '192.0.2.1',
      requestId: newId(monday),
      kind: 'write',
      action: 'updatePatient',
      recordKind: 'patient',
      recordId: id,
      patientId: id,
      patients: null,
      times: 1,
      fields: ['lastName'],
      detail: null,
      digest: null,
      mac: Buffer.of(1),
    })
    tx.insert(auditPatients, { segment: segmentOf(1_000_000), patientId: id, seq: 1_000_000 })
    tx.insert(auditValues, {
      seq: 1_000_000,
      salt: Buffer.of(1),
      before: '{"lastName":"Weiß"}',
      after: '{"lastName":"Mustermann"}',
    })
  })
  const data = success(await c.owner.call('GET', `${path}/export`))
  expect(data.patient).toMatchObject({ id, firstName: 'Erika', tags: ['Recall'], deletedAt: null })
  expect(data.notes).toMatchObject([
    {
      id: note.id,
      body: 'After the edit.',
      createdBy: { id: c.owner.userId, name: 'owner' },
      revisions: [{ version: 1, body: 'Before the edit.', savedBy: { name: 'owner' } }],
    },
  ])
  expect(data.appointments).toMatchObject([
    { id: entry.id, chair: chair.name, title: 'Check-up', startAt: entry.startAt },
  ])
  expect(data.messages).toMatchObject([
    { appointmentId: entry.id, kind: 'reminder' },
    { appointmentId: entry.id, kind: 'reminder' },
  ])
  expect(data.access).toContainEqual(
    expect.objectContaining({
      action: 'updatePatient',
      actor: { kind: 'member', role: 'assistant', member: { id: c.assistant.userId, name: 'assistant' } },
      before: { lastName: 'Weiß' },
    }),
  )
  const html = await pageOf(c, path)
  for (const text of [
    'Erika',
    'Recall',
    'Before the edit.',
    'After the edit.',
    'Check-up',
    chair.name,
    'assistant',
  ])
    expect(html).toContain(text)
})

test("§16 When an entry was given from one patient to another, the export of each patient has only that patient's own data.", async () => {
  await using c = await clinic({ signedIn: true })
  const [first, second] = [await newPatient(c.owner.call), await newPatient(c.owner.call)]
  const entry = await newEntry(c.owner.call, { patientId: first.id, notes: 'told by the first' })
  const change = { patientId: second.id, notes: 'told by the second' }
  success(await c.owner.call('PATCH', `/api/v1/appointments/${entry.id}`, change))
  const copyOf = async ({ id }: { id: string }) =>
    (await c.owner.call('GET', `/api/v1/patients/${id}/export`)).text
  const [ofFirst, ofSecond] = [await copyOf(first), await copyOf(second)]
  expect(ofFirst).toContain('told by the first')
  expect(ofSecond).toContain('told by the second')
  for (const foreign of [second.id, 'told by the second']) expect(ofFirst).not.toContain(foreign)
  for (const foreign of [first.id, 'told by the first']) expect(ofSecond).not.toContain(foreign)
})

test('§16 The exported page about a person escapes every text, has no script, and is in the language of the practice.', async () => {
  await using c = await clinic({ signedIn: true })
  const evil = '</dd><script>alert("1")</script><img src=x onerror=alert(1)>'
  const { path } = await treated(c, { firstName: evil, address: evil })
  await newNote(c.owner.call, path.split('/').at(-1)!, { title: evil, body: evil })
  const english = await pageOf(c, path)
  expect(english).not.toContain('<script')
  expect(english).not.toContain('<img')
  expect(english).toStartWith('<!doctype html>\n<html lang="en">')
  expect(english).toContain(' · Made · Patient<')
  expect(english).not.toContain('createPatient')
  await c.practice.write((tx) => saveNoticeSettings(tx, { ...unsetNoticeSettings, language: 'de' }, monday))
  const german = await pageOf(c, path)
  expect(german).toContain('<html lang="de">')
  expect(german).toContain('Termine')
})

test('a person with thousands of long notes is exported page by page', async () => {
  await using c = await clinic({ signedIn: true })
  const { id, path } = await treated(c)
  const { insertNote } = await import('../../src/store/patients/notes.ts')
  await c.practice.write((tx) => {
    for (let i = 0; i < 2_000; i++)
      insertNote(tx, {
        id: newId(monday + i),
        patientId: id,
        title: null,
        body: 'x'.repeat(10_000),
        isNext: false,
        createdBy: c.owner.userId,
        updatedBy: c.owner.userId,
        createdAt: monday + i,
        updatedAt: monday + i,
      })
  })
  Bun.gc(true)
  const before = process.memoryUsage().rss
  const response = await c.app.handle(
    new Request(`http://localhost${path}/export`, { headers: { authorization: `Bearer ${c.owner.token}` } }),
  )
  let [length, most] = [0, 0]
  for await (const chunk of response.body!) {
    length += chunk.length
    most = Math.max(most, chunk.length)
  }
  expect(length).toBeGreaterThan(20_000_000)
  // A chunk may be larger than 64 KiB by the rest of one page.
  expect(most).toBeLessThan(400_000)
  expect(process.memoryUsage().rss - before).toBeLessThan(200_000_000)
})

/** Writes a patient into the archive directly in the tables, as a deletion does. */
async function archived(c: Clinic, id: string) {
  const item = newId(monday)
  const hex = id.replaceAll('-', '').toUpperCase()
  await c.practice.write((tx) => {
    tx.insert(archive, {
      id: item,
      kind: 'patient',
      recordId: id,
      patientId: id,
      deletedAt: monday,
      deletedBy: c.owner.userId,
      keepUntil: monday + year,
    })
    const row = {
      id: hex,
      first_name: 'Erika',
      last_name: 'Weg',
      notify_by_email: 1,
      created_at: monday,
      metadata: '{}',
    }
    const note = { id: hex, body: 'Kept for ten years.', updated_at: monday }
    for (const [position, source, json] of [
      [1, 'patients', row],
      [2, 'notes', note],
    ] as const)
      tx.insert(archiveRows, { archiveId: item, position, source, row: JSON.stringify(json) })
    removePatient(tx, id)
  })
}

test('§16 A deleted person is exported and erased like any other person.', async () => {
  await using c = await clinic({ signedIn: true })
  const { id } = await newPatient(c.owner.call)
  const path = `/api/v1/patients/${id}`
  await archived(c, id)
  notFound(await c.owner.call('GET', path))
  const data = success(await c.owner.call('GET', `${path}/export`))
  const at = new Date(monday).toISOString()
  expect(data.patient).toMatchObject({ lastName: 'Weg', notifyByEmail: true, createdAt: at, deletedAt: at })
  expect(data.deleted).toMatchObject([
    { kind: 'patient', rows: [{ source: 'patients' }, { row: { body: 'Kept for ten years.' } }] },
  ])
  expect(await pageOf(c, path)).toContain('Kept for ten years.')
  problem(await erase(c, path, { reason }), 409, 'conflict')
  invalid(await erase(c, path, { reason: 'Frau Weg asked.', overrideRetention: reason }), 'reason')
  success(await erase(c, path))
  notFound(await c.owner.call('GET', `${path}/export`))
})

test('after an erasure, the person is not found, and the database file contains no byte of their texts', async () => {
  await using c = await clinic({ signedIn: true })
  const fields = {
    firstName: mark(9),
    lastName: mark(12),
    phoneMobile: mark(10),
    email: `${mark(8)}@example.org`,
  }
  const { path, entry } = await treated(c, fields)
  await newNote(c.owner.call, path.split('/').at(-1)!, { body: mark(9_000) })
  expect(marksIn(c.path, `${c.path}-wal`)).toBeGreaterThan(1_000)
  expect(success(await erase(c, path))).toEqual({ erased: true })
  expect(marksIn(c.path, `${c.path}-wal`)).toBe(0)
  for (const below of ['', '/notes', '/export', '/export/page'])
    notFound(await c.owner.call('GET', path + below))
  notFound(await erase(c, path))
  expect(success(await c.owner.call('GET', `/api/v1/appointments/${entry.id}`))).toMatchObject({
    startAt: entry.startAt,
    chairId: entry.chairId,
    patientId: null,
    title: null,
    notes: null,
  })
})

test.each(['moved to another patient', 'first without a patient', 'without its deleted patient'])(
  '§14.3 After an erasure the trail stays whole, also for an entry that has or had another patient. %s',
  async (how) => {
    await using c = await clinic({ signedIn: true })
    const [person, other] = [await newPatient(c.owner.call), await newPatient(c.owner.call)]
    const isLate = how === 'first without a patient'
    const entry = await newEntry(c.owner.call, { title: 'one', ...(!isLate && { patientId: person.id }) })
    const change = async (fields: object) =>
      success(await c.owner.call('PATCH', `/api/v1/appointments/${entry.id}`, fields))
    if (how === 'moved to another patient') await change({ patientId: other.id, title: 'two' })
    if (how === 'without its deleted patient')
      success(await c.owner.call('DELETE', `/api/v1/patients/${person.id}`))
    await change({ title: 'three' })
    if (isLate) await change({ patientId: person.id })
    const verified = async () => {
      await c.store.reads.flush()
      return told(verify(c.path))
    }
    expect(await verified()).toEqual([])
    success(await erase(c, `/api/v1/patients/${person.id}`))
    expect(await verified()).toEqual([])
  },
)

test('§16 A request that is repeated with its key after the erasure does not show the person, and creates no patient.', async () => {
  await using c = await clinic({ signedIn: true })
  const register = () =>
    c.owner.call(
      'POST',
      '/api/v1/patients',
      { firstName: 'Erika', lastName: 'Weg' },
      { 'idempotency-key': 'k' },
    )
  const { id } = success(await register(), 201)
  expect((await register()).headers.get('idempotency-replayed')).toBe('true')
  success(await erase(c, `/api/v1/patients/${id}`))
  const again = await register()
  notFound(again)
  expect(again.text).not.toContain('Erika')
  expect(success(await c.owner.call('GET', '/api/v1/patients')).patients).toEqual([])
})

test('§16 While the records must be kept, an erasure is 409 `conflict` unless `overrideRetention` says why.', async () => {
  await using c = await clinic({ signedIn: true })
  const { path } = await treated(c)
  const refusal = await erase(c, path, { reason })
  problem(refusal, 409, 'conflict', ['overrideRetention'])
  expect(refusal.body.error.details[0].until).toBe('2036-03-10')
  success(await c.owner.call('GET', path))
  expect(existsSync(`${c.path}-erasures.json`)).toBe(false)
  await c.practice.write((tx) => tx.update(practices, c.owner.practiceId, { keepPatientsYears: 1 }))
  const shorter = await erase(c, path, { reason })
  expect(shorter.body.error.message).toContain('2027-03-10')
  success(await erase(c, path))
})

test('§16 A patient who had no treatment can be erased at once, because there is no duty to keep records.', async () => {
  await using c = await clinic({ signedIn: true })
  const { id } = await newPatient(c.owner.call)
  success(await erase(c, `/api/v1/patients/${id}`, { reason }))
})

test('§16 The reason of an erasure may not name the person, because the reason stays.', async () => {
  await using c = await clinic({ signedIn: true })
  const fields = {
    firstName: 'Zoé',
    lastName: 'Müller-Weiß',
    email: 'zoe@example.org',
    phoneMobile: '+49 151 2345678',
  }
  const { id } = await newPatient(c.owner.call, fields)
  const path = `/api/v1/patients/${id}`
  for (const text of ['Frau MULLER asked.', 'zoe wants it', 'Mail of ZOE@example.org', 'call 0151-2345678'])
    for (const body of [{ reason: text }, { reason, overrideRetention: text }])
      invalid(
        await erase(c, path, body),
        'reason' in body && body.reason === text ? 'reason' : 'overrideRetention',
      )
  success(await erase(c, path, { reason: 'Mail of 2 March 2026, filed under 4711.' }))
})

test('§16 An erasure needs a passkey that was used within the last ten minutes.', async () => {
  await using c = await clinic({ signedIn: true })
  const { id } = await newPatient(c.owner.call)
  c.clock.now = monday + 600_000
  problem(await erase(c, `/api/v1/patients/${id}`), 403, 'passkey_required')
  expect(existsSync(`${c.path}-erasures.json`)).toBe(false)
})

test('when ten requests erase one person at once, one succeeds, and the erasure is noted once', async () => {
  await using c = await clinic({ signedIn: true })
  const { path } = await treated(c)
  const answers = await atOnce(10, () => erase(c, path))
  expect(statusCounts(answers)).toEqual({ 200: 1, 404: 9 })
  expect(JSON.parse(readFileSync(`${c.path}-erasures.json`, 'utf8')).erasures).toHaveLength(1)
})

test('§16 The ledger of erasures holds only ids and times. Only the user of the service may read it.', async () => {
  await using c = await clinic({ signedIn: true })
  const { id, path } = await treated(c)
  success(await erase(c, path))
  const file = `${c.path}-erasures.json`
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
    version: 1,
    erasures: [{ practiceId: c.owner.practiceId, patientId: id, at: monday, cleaned: true }],
  })
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

test('§16 When an erasure cannot be noted in the ledger outside the database, the person is not erased: 503 `unavailable`.', async () => {
  await using c = await clinic({ signedIn: true })
  const { path } = await treated(c)
  writeFileSync(`${c.path}-erasures.json`, 'not a ledger')
  problem(await erase(c, path), 503, 'unavailable')
  expect(c.faults.splice(0)).toHaveLength(1)
  success(await c.owner.call('GET', path))
})
