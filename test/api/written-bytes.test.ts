/** The limit of bytes that are written in an hour, and the complete answers with long notes. */
import { expect, spyOn, test } from 'bun:test'
import { createToken } from '../../src/features/tokens/actions.ts'
import { hourlyBytes } from '../../src/http/write-share.ts'
import { insertRevision, updateNote } from '../../src/store/patients/notes.ts'
import { problem, success } from '../support/answers.ts'
import { atOnce, statusCounts } from '../support/at-once.ts'
import { byTest } from '../support/by-test.ts'
import type { Client } from '../support/client.ts'
import { clinic, monday } from '../support/clinic.ts'
import { newNote, newPatient, newTag } from '../support/records.ts'

const kib = 1024
const roomy = { perSecond: 300, burst: 30_000, inFlight: 32, waiting: 256 }
const limited = (written = hourlyBytes) =>
  clinic({ rateLimit: { perMinute: 60, share: roomy, written }, signedIn: true })
const long = 'x'.repeat(99_000)

/** Sends requests until one is refused. Returns the number of accepted requests, and the refusal. */
async function untilRefused(send: () => ReturnType<Client>) {
  for (let taken = 0; ; taken++) {
    const answer = await send()
    if (answer.status === 429) return { taken, refused: answer }
    success(answer, answer.status)
  }
}

test('§8 A credential writes at most 20 MiB in an hour. One more write is 429 `rate_limited` with `Retry-After`.', async () => {
  await using c = await limited()
  const clock = { now: Math.ceil(performance.now()) }
  using _ = spyOn(performance, 'now').mockImplementation(() => clock.now)
  const { id } = await newPatient(c.owner.call)
  const path = `/api/v1/patients/${id}/notes`
  const { taken, refused } = await untilRefused(() => c.owner.call('POST', path, { body: long }))
  expect((taken * long.length) / hourlyBytes.ofCredential).toBeWithin(0.98, 1.01)
  problem(refused, 429, 'rate_limited')
  expect(refused.headers.get('retry-after')).toBe('3600')
  // The owner can still read, delete and sign out. Other members can still write.
  const { notes } = success(await c.owner.call('GET', path))
  expect(notes).toHaveLength(taken)
  success(await c.owner.call('DELETE', `${path}/${notes[0].id}`))
  success(await c.assistant.call('POST', path, { body: long }), 201)
  clock.now += 3_600_000
  success(await c.owner.call('POST', path, { body: long }), 201)
  success(await c.owner.call('POST', '/api/v1/me/sign-out'))
})

test('refusals for too many written bytes are delayed, and do not count as running requests of the credential meanwhile', async () => {
  await using c = await limited({ ofCredential: 1, ofPractice: 9_000 * kib })
  success(await c.owner.call('POST', '/api/v1/tags', { name: 'Recall' }), 201)
  const answers = await atOnce(260, (n) => c.owner.call('POST', '/api/v1/tags', { name: `tag ${n}` }))
  expect(statusCounts(answers)).toEqual({ 429: 260 })
  // At most 256 refusals are delayed at a time, although only 32 requests of a credential may run at a time.
  expect(answers.filter(({ headers }) => headers.get('connection') === 'close')).toHaveLength(4)
})

test('a change of one field of a note also counts the old version of the note that is kept', async () => {
  await using c = await limited({ ofCredential: 1_000 * kib, ofPractice: 9_000 * kib })
  const { id } = await newPatient(c.owner.call)
  const note = await newNote(c.owner.call, id, { body: long })
  const path = `/api/v1/patients/${id}/notes/${note.id}`
  let isNext = false
  const { taken } = await untilRefused(() => {
    isNext = !isNext
    return c.owner.call('PATCH', path, { isNext })
  })
  expect(taken).toBeWithin(8, 11)
  const [{ revisions }] = success(await c.owner.call('GET', `/api/v1/patients/${id}/notes`)).notes
  expect(revisions.map(({ body }: { body: string }) => body.length)).toEqual(Array(taken).fill(long.length))
})

test('after too many written bytes, a request without a body is refused too, but a deletion is not', async () => {
  await using c = await limited({ ofCredential: 100 * kib, ofPractice: 900 * kib })
  const { id } = await newPatient(c.owner.call)
  const tag = await newTag(c.owner.call, 'Recall')
  const path = `/api/v1/patients/${id}/tags/${tag.id}`
  const statuses = new Set<number>()
  for (let i = 0; i < 2_000 && !statuses.has(429); i++)
    statuses.add((await c.owner.call('POST', path)).status)
  expect([...statuses]).toEqual([200, 429])
  success(await c.owner.call('DELETE', `/api/v1/tags/${tag.id}`))
  success(await c.owner.call('POST', '/api/v1/me/sign-out'))
})

test('an answer that is kept for an `Idempotency-Key` counts as written bytes too', async () => {
  await using c = await limited({ ofCredential: 1_000 * kib, ofPractice: 9_000 * kib })
  const { id } = await newPatient(c.owner.call)
  let n = 0
  const { taken } = await untilRefused(() => {
    const key = { 'idempotency-key': `note ${n++}`.replace(' ', '-') }
    return c.owner.call('POST', `/api/v1/patients/${id}/notes`, { body: long }, key)
  })
  expect(taken).toBe(6)
})

test('a refused request does not count as written bytes', async () => {
  await using c = await limited({ ofCredential: 200 * kib, ofPractice: 900 * kib })
  const { id } = await newPatient(c.owner.call)
  const note = await newNote(c.owner.call, id, { body: 'Short' })
  const path = `/api/v1/patients/${id}/notes/${note.id}`
  for (let i = 0; i < 10; i++)
    problem(
      await c.owner.call('PATCH', path, { body: long }, { 'if-match': '"7"' }),
      412,
      'precondition_failed',
    )
  success(await c.owner.call('PATCH', path, { body: long }, { 'if-match': '"1"' }))
})

test('§8 The credentials of a practice together write at most 100 MiB in an hour.', async () => {
  await using c = await limited({ ofCredential: 300 * kib, ofPractice: 1_000 * kib })
  const { id } = await newPatient(c.owner.call)
  const path = `/api/v1/patients/${id}/notes`
  const taken: number[] = []
  let told = ''
  for (let i = 0; i < 5; i++) {
    const { token } = await createToken(c.practice, c.owner.userId, `token ${i}`, 1, monday)
    const all = await untilRefused(() => c.as(token)('POST', path, { body: long }))
    taken.push(all.taken)
    told = all.refused.body.error.message
  }
  expect(taken).toEqual([4, 4, 3, 0, 0])
  expect(told).toStartWith('This practice has written')
  const neighbour = await newPatient(c.stranger.call)
  success(await c.stranger.call('POST', `/api/v1/patients/${neighbour.id}/notes`, { body: long }), 201)
})

test('a practice may write five times as many bytes in an hour as one credential', () => {
  expect(hourlyBytes).toEqual({ ofCredential: 20 * kib ** 2, ofPractice: 100 * kib ** 2 })
})

test('the answer with a note of 150 long versions is complete, and other requests are answered meanwhile', async () => {
  await using c = await limited()
  const { id } = await newPatient(c.owner.call)
  const note = await newNote(c.owner.call, id, { body: long })
  await c.store.practices.of(c.owner.practiceId, byTest).write((tx) => {
    for (let version = 1; version <= 150; version++) {
      const saved = { savedAt: monday, savedBy: c.owner.userId }
      insertRevision(tx, { noteId: note.id, version, title: null, body: long, isNext: false, ...saved })
    }
    updateNote(tx, note.id, { updatedAt: monday })
    tx.record({ kind: 'write' })
  })
  const path = `/api/v1/patients/${id}/notes`
  for (const ask of [
    () => c.owner.call('GET', path),
    () => c.owner.call('PATCH', `${path}/${note.id}`, { title: 'Another' }),
  ]) {
    let over = false
    const whole = ask().finally(() => {
      over = true
    })
    let others = 0
    for (; !over; others++) success(await c.stranger.call('GET', '/api/v1/me'))
    const answer = success(await whole)
    const { revisions } = answer.notes?.[0] ?? answer
    expect(revisions.length).toBeGreaterThanOrEqual(150)
    expect(others).toBeGreaterThan(20)
  }
})
