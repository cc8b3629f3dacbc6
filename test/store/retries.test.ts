/** Tests of the answers that are kept for repeated requests (RULES §17). */
import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { storedId } from '../../db/stored-id.ts'
import { forgetting } from '../../src/jobs/forgetting.ts'
import { createUpkeep } from '../../src/jobs/upkeep.ts'
import { problem, success } from '../support/answers.ts'
import { type Clinic, clinic, monday } from '../support/clinic.ts'

const day = 86_400_000
const zoe = { firstName: 'Zoelestina', lastName: 'Quittenbaum' }
const keyed = (key = 'a') => ({ 'idempotency-key': key })

/** Reads the kept answers from the database file, by another connection than the service. */
function rowsOf(c: Clinic): { key: string; status: number; answer: Uint8Array }[] {
  using file = new Database(c.path, { readonly: true })
  return file
    .query<{ key: string; status: number; answer: Uint8Array }, []>(
      'select * from retries order by created_at',
    )
    .all()
}

test('no answer is kept for a request without an idempotency key', async () => {
  await using c = await clinic()
  success(await c.owner.call('POST', '/api/v1/patients', zoe), 201)
  expect(rowsOf(c)).toEqual([])
})

test("§17 A kept answer can be read only with the credential's token and the `Idempotency-Key`.", async () => {
  await using c = await clinic({ signedIn: true })
  const made = await c.owner.call('POST', '/api/v1/me/tokens', { name: 'Laptop' }, keyed())
  const { token } = success(made, 201)
  const patient = success(await c.owner.call('POST', '/api/v1/patients', zoe, keyed('b')), 201)
  success(await c.owner.call('DELETE', `/api/v1/patients/${patient.id}`))
  const rows = rowsOf(c)
  expect(rows).toHaveLength(2)
  const file = readFileSync(c.path, 'latin1') + readFileSync(`${c.path}-wal`, 'latin1')
  for (const secret of [token, c.owner.token]) expect(file.includes(secret)).toBe(false)
  for (const { answer } of rows) expect(Buffer.from(answer).toString('latin1')).not.toContain('data')
  // When the same name and token id are encrypted twice, the bytes differ.
  expect(Buffer.from(rows[0]!.answer).equals(Buffer.from(rows[1]!.answer))).toBe(false)

  using writing = new Database(c.path)
  writing.run("update retries set answer = zeroblob(length(answer)) where key = 'a'")
  problem(await c.owner.call('POST', '/api/v1/me/tokens', { name: 'Laptop' }, keyed()), 500, 'internal_error')
  expect(c.faults.splice(0)).toHaveLength(1)
})

test('two processes that get a request with the same idempotency key carry it out once', async () => {
  await using one = await clinic()
  await using two = await clinic({ path: one.path })
  const book = (c: Clinic, i: number) => c.as(one.owner.token)('POST', '/api/v1/patients', zoe, keyed(`${i}`))
  for (let i = 0; i < 20; i++) {
    const answers = await Promise.all([book(one, i), book(two, i)])
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    expect(answers[0]!.text).toBe(answers[1]!.text)
    expect(answers.filter(({ headers }) => headers.has('idempotency-replayed'))).toHaveLength(1)
  }
  expect(success(await one.owner.call('GET', '/api/v1/patients?limit=200')).patients).toHaveLength(20)
})

test('§17 When a write fails, no answer is kept. When the answer cannot be kept, the write is undone.', async () => {
  await using c = await clinic()
  using file = new Database(c.path)
  file.run("create trigger no_answer before insert on retries begin select raise(abort, 'no room'); end")
  problem(await c.owner.call('POST', '/api/v1/patients', zoe, keyed()), 500, 'internal_error')
  expect(c.faults.splice(0)).toHaveLength(1)
  expect(success(await c.owner.call('GET', '/api/v1/patients')).patients).toEqual([])
  file.run('drop trigger no_answer')
  success(await c.owner.call('POST', '/api/v1/patients', zoe, keyed()), 201)
})

test('§17 When the answer about a sent message was lost, the repeated request sends no second message. Its answer is 409.', async () => {
  let sent = 0
  const email = async () => {
    sent++
    throw new Error('the process ended here')
  }
  await using c = await clinic({ channels: { email, sms: null, logOnly: false } })
  const send = () => c.owner.call('POST', '/api/v1/reminders/test', { channel: 'email' }, keyed())
  problem(await send(), 500, 'internal_error')
  expect(c.faults.splice(0)).toHaveLength(1)
  const again = await send()
  problem(again, 409, 'conflict')
  expect(again.body.error.message).toContain('was carried out, but its answer was lost')
  expect(sent).toBe(1)
})

test('an invitation whose answer was lost is not created again', async () => {
  const mailer = { send: () => Promise.reject(new Error('no')) }
  await using c = await clinic({ signedIn: true, mailer })
  const invite = () =>
    c.owner.call('POST', '/api/v1/members', { email: 'new@example.org', role: 'assistant' }, keyed())
  success(await invite(), 201)
  c.faults.splice(0)
  using file = new Database(c.path)
  // A crash while the mail is on its way leaves the row like this.
  file.run("update retries set status = 0, answer = x''")
  problem(await invite(), 409, 'conflict')
  expect(success(await c.owner.call('GET', '/api/v1/members')).invitations).toHaveLength(1)
})

test('the upkeep removes kept answers after a day, a hundred in a transaction', async () => {
  await using c = await clinic()
  await plant(c, 250, (i) => monday + i)
  const upkeep = createUpkeep({ store: c.store, now: () => c.clock.now, report: (e) => c.faults.push(e) })
  c.clock.now = monday + day - 1
  await upkeep.round()
  expect(rowsOf(c)).toHaveLength(250)
  c.clock.now = monday + day + 99
  const next = forgetting(c.store, () => c.clock.now)
  expect(await next()).toBe(true)
  expect(rowsOf(c)).toHaveLength(150)
  c.clock.now = monday + 2 * day
  expect([await next(), await next()]).toEqual([true, false])
  expect(rowsOf(c)).toEqual([])
})

test('§17 A credential has at most 100,000 kept answers. When there are more, the oldest answers are deleted.', async () => {
  await using c = await clinic()
  await plant(c, 330, (i) => monday + i)
  success(await c.assistant.call('POST', '/api/v1/patients', zoe, keyed()), 201)
  c.clock.now = monday + 1_000
  const next = forgetting(c.store, () => c.clock.now, 50)
  for (let left = true; left; ) left = await next()
  const rows = rowsOf(c)
  expect(rows).toHaveLength(51)
  expect(rows.filter(({ key }) => key.startsWith('planted')).map(({ key }) => key)).toEqual(
    Array.from({ length: 50 }, (_, i) => `planted ${280 + i}`),
  )
  expect(await next()).toBe(false)
  // A minute later, the oldest answers are removed again.
  await plant(c, 10, (i) => monday + 2_000 + i, 'later')
  c.clock.now = monday + 61_000
  for (let left = true; left; ) left = await next()
  expect(rowsOf(c)).toHaveLength(51)
})

test('at most 100,000 answers are kept for a credential, and the oldest are removed first', async () => {
  await using c = await clinic()
  await plant(c, 100_150, (i) => monday + i)
  c.clock.now = monday + 200_000
  const next = forgetting(c.store, () => c.clock.now)
  for (let left = true; left; ) left = await next()
  using file = new Database(c.path, { readonly: true })
  expect(file.query('select count(*) as count, min(created_at) as oldest from retries').get()).toEqual({
    count: 100_000,
    oldest: monday + 150,
  })
})

async function plant(c: Clinic, count: number, createdAt: (i: number) => number, name = 'planted') {
  const { auth } = success(await c.owner.call('GET', '/api/v1/me'))
  expect(auth.kind).toBe('token')
  using file = new Database(c.path)
  const { id } = file
    .query<{ id: Uint8Array }, []>("select id from api_tokens where name = 'test' limit 1")
    .get()!
  const row = file.prepare(
    `insert into retries (practice_key, credential_id, key, digest, status, request_id, answer, created_at)
     values (1, ?, ?, x'00', 200, ?, x'00', ?)`,
  )
  file.transaction(() => {
    for (let i = 0; i < count; i++)
      row.run(id, `${name} ${i}`, storedId(crypto.randomUUID()) as Uint8Array, createdAt(i))
  })()
  row.finalize()
}
