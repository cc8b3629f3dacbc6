/** The test gives a patient texts that occur nowhere else. It checks where the service shows these texts. */
import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { newId } from '../../src/domain/id.ts'
import { success } from '../support/answers.ts'
import { rowsOf } from '../support/audit.ts'
import type { Answer, Client } from '../support/client.ts'
import { demoIn } from '../support/demo.ts'
import { mark } from '../support/marks.ts'
import { at, entryBody } from '../support/records.ts'
import { cli, newDatabasePath, startServer } from '../support/server.ts'

/** Two Georgian letters. Only the marks of this test contain Georgian letters. */
const marked = /[\u10d0-\u10ff]{2}/

const fields = () => ({
  firstName: mark(9),
  lastName: mark(12),
  email: `${mark(8)}@example.org`,
  phoneMobile: mark(10),
  address: mark(30),
})

/** Every column of every row of a table, as text. */
function dump(path: string, table: string): string[] {
  const database = new Database(path, { readonly: true })
  try {
    return database
      .query<Record<string, unknown>, []>(`select * from ${table}`)
      .all()
      .map((row) =>
        Object.values(row)
          .map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString() : String(value)))
          .join('\n'),
      )
  } finally {
    database.close()
  }
}

/**
 * Sends every kind of request about a patient once, and also wrong requests. Returns the answers to the wrong requests.
 */
async function live(call: Client): Promise<Answer[]> {
  const patient = success(await call('POST', '/api/v1/patients', fields()), 201)
  const path = `/api/v1/patients/${patient.id}`
  success(await call('PATCH', path, fields()))
  const note = success(await call('POST', `${path}/notes`, { title: mark(7), body: mark(500) }), 201)
  success(await call('PATCH', `${path}/notes/${note.id}`, { body: mark(400) }))
  const chair = success(await call('POST', '/api/v1/chairs', { name: 'Canary' }), 201)
  const booking = entryBody({ chairId: chair.id, patientId: patient.id, title: mark(9), notes: mark(90) })
  const entry = success(await call('POST', '/api/v1/appointments', booking), 201)
  success(await call('PATCH', `/api/v1/appointments/${entry.id}`, { title: mark(6) }))
  const window = `from=${at('00:00')}&to=${at('23:00')}`
  for (const read of [
    path,
    `${path}/notes`,
    '/api/v1/patients',
    `/api/v1/patients?search=${encodeURIComponent(mark(6))}`,
    `/api/v1/appointments?${window}`,
    `/api/v1/appointments/${entry.id}`,
    `/api/v1/appointments/${entry.id}/reminders`,
    '/api/v1/reminders/failed',
    '/api/v1/inbox',
  ])
    success(await call('GET', read))
  success(await call('POST', '/api/v1/patients/phone-check', { phoneMobile: mark(9), country: mark(5) }))
  const wrong = [
    await call('POST', '/api/v1/appointments', booking),
    await call('POST', '/api/v1/patients', { ...fields(), email: mark(8), lastName: '' }),
    await call('PATCH', path, { status: mark(8), [mark(3)]: mark(3) }),
    await call('POST', `/api/v1/patients/${newId(0)}/notes`, { body: mark(9) }),
    await call('GET', `/api/v1/patients/${encodeURIComponent(mark(4))}`),
    await call('GET', `/api/v1/appointments?from=${encodeURIComponent(mark(4))}`),
    await call('POST', '/api/v1/patients', `{"firstName":"${mark(9)}`),
    await call('POST', '/auth/enrol/open', { link: mark(20) }),
    await call('POST', '/visit/look', { token: mark(20), ticket: mark(3) }),
  ]
  success(await call('DELETE', `/api/v1/appointments/${entry.id}`))
  success(await call('DELETE', `${path}/notes/${note.id}`))
  success(await call('DELETE', path))
  return wrong
}

test('§14.1 No log line, no error and no row of the trail shows a name, text or address of a patient, or a token.', async () => {
  const path = newDatabasePath()
  const { token } = await demoIn(path)
  const server = await startServer({ DATABASE_PATH: path, LOG_LEVEL: 'debug' })
  const stray = `ck_${'Canary'.repeat(7)}x`
  const wrong = await live(server.as(token))
  wrong.push(await server.as(stray)('GET', `/api/v1/patients?search=${encodeURIComponent(mark(5))}`))
  await server.stop()

  expect(wrong.every(({ status }) => status >= 400)).toBe(true)
  // The path of an unknown field is in the answer to its sender, so it is left out here.
  for (const { text } of wrong) expect(text.replaceAll(/"path":"[^"]*"/g, '')).not.toMatch(marked)
  expect(server.output()).not.toMatch(marked)
  // The trail verifies, so every row is in the chain.
  const verified = await cli({ DATABASE_PATH: path }, 'audit', 'verify')
  expect({ code: verified.code, whole: verified.stdout.includes('whole') }).toEqual({ code: 0, whole: true })
  const rows = dump(path, 'audit')
  expect(rows.length).toBeGreaterThan(300)
  expect(rows.filter((row) => marked.test(row))).toEqual([])
  const values = dump(path, 'audit_values').filter((row) => marked.test(row))
  expect(values.length).toBe(3)
  for (const secret of [token, stray])
    for (const text of [server.output(), ...rows, ...dump(path, 'audit_values')])
      expect(text).not.toContain(secret)
})

test('with AUDIT_READS=strict, the row about a read is in the trail, even after a kill just after the answer', async () => {
  const path = newDatabasePath()
  const { token } = await demoIn(path)
  const server = await startServer({ DATABASE_PATH: path, AUDIT_READS: 'strict' })
  success(await server.as(token)('GET', '/api/v1/patients?limit=3'))
  await server.killAll()
  expect(rowsOf(path).at(-1)).toMatchObject({ action: 'listPatients', detail: { found: 3 } })
})
