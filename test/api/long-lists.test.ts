/** Lists that are longer than one page: what they hold, and that nobody has to wait for them. */
import { expect, test } from 'bun:test'
import { newId } from '../../src/domain/id.ts'
import { insertEntry } from '../../src/store/entries.ts'
import { insertNote, insertRevision } from '../../src/store/notes.ts'
import { success } from '../support/answers.ts'
import { type Clinic, clinic, monday } from '../support/clinic.ts'
import { listening } from '../support/listening.ts'
import { newChair, newNote, newPatient } from '../support/records.ts'

const minute = 60_000
const week = `from=${new Date(monday).toISOString()}&to=${new Date(monday + 7 * 24 * 60 * minute).toISOString()}`
const times = { createdAt: monday, updatedAt: monday }

/** So many entries, one a minute, every second one on the chair, several with one start. */
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
      })
    }
  })
}

interface Entry {
  readonly id: string
  readonly startAt: string
}
const inOrder = (a: Entry, b: Entry) => (`${a.startAt}${a.id}` < `${b.startAt}${b.id}` ? -1 : 1)

test('a list of many pages holds every entry once, in order', async () => {
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

test.each([99, 100, 101, 200])('a list of %i entries ends where it should', async (count) => {
  await using c = await clinic()
  await manyEntries(c, count, null)
  const { appointments } = success(await c.owner.call('GET', `/api/v1/appointments?${week}`))
  expect(appointments).toHaveLength(count)
})

test('a long list has the headers of every answer, and HEAD has them too', async () => {
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

test('other requests are answered while a long list is sent, and a client may leave in the middle', async () => {
  await using c = await clinic({ rateLimit: { perMinute: 60, addressHeader: undefined } })
  await using server = listening(c)
  await manyEntries(c, 2_000, null, 'x'.repeat(10_000))
  const headers = { authorization: `Bearer ${c.owner.token}` }
  const slow = await fetch(`${server.url}/api/v1/appointments?${week}`, { headers })
  const reader = slow.body!.getReader()
  await reader.read()
  success(await server.as(c.owner.token)('GET', '/api/v1/me'))
  await reader.cancel()
  // Every list that a client has left gives its turn back: there are only 32 of them.
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

test('a note with many versions answers them all, oldest first, and an edit adds one', async () => {
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

test('many notes of one moment are listed newest first, page after page', async () => {
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
