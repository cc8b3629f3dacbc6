/** Lists that are longer than one page are complete, and other requests do not wait for them. */
import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { newId } from '../../src/domain/id.ts'
import { insertEntry, listEntries } from '../../src/store/calendar/entries.ts'
import { insertNote, insertRevision, listNotes, listRevisions } from '../../src/store/patients/notes.ts'
import { success } from '../support/answers.ts'
import { type Clinic, clinic, monday } from '../support/clinic.ts'
import { listening } from '../support/listening.ts'
import { newChair, newNote, newPatient } from '../support/records.ts'

const minute = 60_000
const week = `from=${new Date(monday).toISOString()}&to=${new Date(monday + 7 * 24 * 60 * minute).toISOString()}`
const times = { createdAt: monday, updatedAt: monday }

/** Makes this number of entries. Each three start in the same minute, and every second entry is on the chair. */
async function manyEntries(c: Clinic, count: number, chairId: string | null, notes: string | null = null) {
  await c.practice.write((tx) => {
    for (let i = 0; i < count; i++) {
      const startAt = monday + Math.floor(i / 3) * minute
      insertEntry(tx, {
        ...times,
        id: newId(monday),
        type: 'reminder',
        startAt,
        endAt: startAt + minute,
        chairId: i % 2 === 0 ? chairId : null,
        patientId: null,
        title: null,
        color: null,
        serviceRef: null,
        notes,
        createdBy: c.owner.userId,
        metadata: {},
        practitionerId: null,
        seriesId: null,
        appointmentTypeId: null,
      })
    }
  })
}

interface Entry {
  readonly id: string
  readonly startAt: string
}
const inOrder = (a: Entry, b: Entry) => (`${a.startAt}${a.id}` < `${b.startAt}${b.id}` ? -1 : 1)

test('a list of 1,000 entries contains every entry once, in order', async () => {
  await using c = await clinic()
  const { id } = await newChair(c.owner.call)
  await manyEntries(c, 1_000, id)
  for (const [filter, count] of [
    ['', 1_000],
    [`&chairId=${id}`, 500],
  ] as const) {
    const { appointments } = success(await c.owner.call('GET', `/api/v1/appointments?${week}${filter}`))
    expect(appointments).toHaveLength(count)
    expect(new Set(appointments.map(({ id }: Entry) => id)).size).toBe(count)
    expect(appointments).toEqual(appointments.toSorted(inOrder))
  }
})

test.each([99, 100, 101, 200])('a list of %i entries contains exactly these entries', async (count) => {
  await using c = await clinic()
  await manyEntries(c, count, null)
  const { appointments } = success(await c.owner.call('GET', `/api/v1/appointments?${week}`))
  expect(appointments).toHaveLength(count)
})

test('a long list has the same headers as every answer, also for a HEAD request', async () => {
  await using c = await clinic()
  await manyEntries(c, 1_000, null)
  for (const method of ['GET', 'HEAD']) {
    const answer = await c.owner.call(method, `/api/v1/appointments?${week}`)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toStartWith('application/json')
    expect(answer.headers.get('x-request-id')).toMatch(/^req_/)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    if (method === 'GET') expect(answer.body.requestId).toBe(answer.headers.get('x-request-id'))
  }
})

test('other requests are answered while a long list is sent, also when its client leaves before the end', async () => {
  await using c = await clinic({ rateLimit: { perMinute: 60 } })
  await using server = listening(c)
  await manyEntries(c, 2_000, null, 'x'.repeat(10_000))
  const headers = { authorization: `Bearer ${c.owner.token}` }
  const slow = await fetch(`${server.url}/api/v1/appointments?${week}`, { headers })
  const reader = slow.body!.getReader()
  await reader.read()
  success(await server.as(c.owner.token)('GET', '/api/v1/me'))
  await reader.cancel()
  // A list whose client has left must not count any more. Only 32 requests may run at a time.
  for (let i = 0; i < 40; i++) {
    const leaving = new AbortController()
    const { body } = await fetch(`${server.url}/api/v1/appointments?${week}`, {
      headers,
      signal: leaving.signal,
    })
    await body!.getReader().read()
    leaving.abort()
  }
  success(await server.as(c.owner.token)('GET', '/api/v1/me'))
})

test('a note with 120 earlier versions returns all of them, the oldest first, and an edit adds a version', async () => {
  await using c = await clinic()
  const { id: patientId } = await newPatient(c.owner.call)
  const { id: noteId } = await newNote(c.owner.call, patientId)
  const path = `/api/v1/patients/${patientId}/notes`
  const before = {
    title: null,
    body: 'x'.repeat(5_000),
    isNext: false,
    savedAt: monday,
    savedBy: c.owner.userId,
  }
  await c.practice.write((tx) => {
    for (let version = 1; version <= 120; version++) insertRevision(tx, { noteId, version, ...before })
  })
  const edited = success(await c.owner.call('PATCH', `${path}/${noteId}`, { body: 'Changed.' }))
  expect(edited.body).toBe('Changed.')
  const { notes } = success(await c.owner.call('GET', path))
  for (const { revisions } of [edited, notes[0]])
    expect(revisions.map(({ version }: { version: number }) => version)).toEqual(
      Array.from({ length: 121 }, (_, i) => i + 1),
    )
})

test('a list of 130 notes of the same moment has the newest note first', async () => {
  await using c = await clinic()
  const { id: patientId } = await newPatient(c.owner.call)
  const ids = Array.from({ length: 130 }, () => newId(monday))
  await c.practice.write((tx) => {
    for (const id of ids) {
      const by = { createdBy: c.owner.userId, updatedBy: c.owner.userId }
      insertNote(tx, { ...times, ...by, id, patientId, title: null, body: 'Note', isNext: false })
    }
  })
  const { notes } = success(await c.owner.call('GET', `/api/v1/patients/${patientId}/notes`))
  expect(notes.map(({ id }: { id: string }) => id)).toEqual(ids.toReversed())
})

/** A page ends with the row that makes its text at least this number of characters long. */
const mostText = 65_536
const longText = 'x'.repeat(100_000)

const manyNotes = (c: Clinic, patientId: string, bodies: readonly string[]) =>
  c.practice.write((tx) => {
    const by = { createdBy: c.owner.userId, updatedBy: c.owner.userId }
    for (const body of bodies)
      insertNote(tx, { ...times, ...by, id: newId(monday), patientId, title: null, body, isNext: false })
  })

test('§8 A page of a list ends after 100 rows, or with the row that brings it to 65,536 characters.', async () => {
  await using c = await clinic()
  const { id: chairId } = await newChair(c.owner.call)
  const { id: patientId } = await newPatient(c.owner.call)
  const { id: noteId } = await newNote(c.owner.call, patientId)
  await manyEntries(c, 40, chairId, 'x'.repeat(30_000))
  await manyEntries(c, 40, chairId, longText)
  await manyEntries(c, 300, chairId, null)
  await manyNotes(c, patientId, [...Array(20).fill(longText), ...Array(20).fill('é'.repeat(10_000))])
  await c.practice.write((tx) => {
    const before = { title: null, isNext: false, savedAt: monday, savedBy: c.owner.userId }
    for (let version = 1; version <= 20; version++)
      insertRevision(tx, { noteId, version, ...before, body: longText })
  })
  const { read } = c.practice
  const ever = [0, Number.MAX_SAFE_INTEGER] as const
  const lists = {
    all: [...listEntries(read, ...ever)].map((page) => page.map(({ notes }) => notes ?? '')),
    chair: [...listEntries(read, ...ever, chairId)].map((page) => page.map(({ notes }) => notes ?? '')),
    notes: [...listNotes(read, patientId)].map((page) => page.map(({ body }) => body)),
    revisions: [...listRevisions(read, { id: noteId, earlierVersions: 20 })].map((page) =>
      page.map(({ body }) => body),
    ),
  }
  for (const page of Object.values(lists).flat()) {
    expect(page.slice(0, -1).join('').length).toBeLessThan(mostText)
    expect(page.length).toBeLessThanOrEqual(100)
  }
  const counts = Object.values(lists).map((pages) => pages.flat().length)
  expect(counts).toEqual([380, 190, 41, 20])
  // Several short rows are in one page.
  expect(lists.all.length).toBeLessThan(100)
})

test('reading a list page by page holds no database transaction open, so the write-ahead log can be emptied', async () => {
  await using c = await clinic()
  await manyEntries(c, 10, null, longText)
  const pages = listEntries(c.practice.read, 0, Number.MAX_SAFE_INTEGER)
  expect(pages.next().value).toHaveLength(1)
  using other = new Database(c.path)
  expect(other.query('pragma wal_checkpoint(truncate)').get()).toMatchObject({ busy: 0 })
  expect([...pages]).toHaveLength(9)
})

/** Returns a text of characters that take six bytes each in JSON. */
const escaped = (length: number) => '\u0001'.repeat(length)

/** Returns the sizes of the chunks of an answer, in bytes. */
async function piecesOf(c: Clinic, path: string): Promise<number[]> {
  const headers = { authorization: `Bearer ${c.owner.token}` }
  const { status, body } = await c.app.handle(new Request(`http://here/api/v1${path}`, { headers }))
  expect(status).toBe(200)
  const sizes: number[] = []
  for await (const piece of body!) sizes.push(piece.byteLength)
  return sizes
}

test('lists that are read by one statement are also sent in small chunks', async () => {
  await using c = await clinic()
  const { call } = c.owner
  const long = escaped(1000)
  const texts = { gender: long, phoneMobile: long, address: long, postcode: long, town: long, country: long }
  for (let i = 0; i < 200; i++) {
    const { status } = await call('POST', '/api/v1/patients', {
      firstName: `${i}`,
      lastName: `${i}`,
      ...texts,
    })
    expect(status).toBe(201)
    await newChair(call, { color: long })
    success(await call('POST', '/api/v1/tags', { name: `${i}`, color: long }), 201)
  }
  for (const [path, bytes] of [
    ['/patients?limit=200', 6_000_000],
    ['/tags', 1_200_000],
    ['/chairs', 1_200_000],
  ] as const) {
    const pieces = await piecesOf(c, path)
    expect(pieces.reduce((sum, size) => sum + size, 0)).toBeGreaterThan(bytes)
    expect(Math.max(...pieces)).toBeLessThan(750_000)
  }
  const { patients } = success(await call('GET', '/api/v1/patients?limit=200'))
  expect(patients).toHaveLength(200)
  expect(patients[7]).toMatchObject(texts)
})
