/** Tests of the disk space that the audit trail uses. */
import { expect, test } from 'bun:test'
import { newId } from '../../src/domain/id.ts'
import { freshDatabasePath, monday } from '../support/clinic.ts'
import { inFile } from './in-file.ts'
import { addPractice, openTrailed, trailWith } from './trails.ts'

/** The largest row of a booking: a member with a token and a long address, and a patient. */
const act = (now: number) =>
  ({
    actor: {
      kind: 'member',
      userId: newId(now),
      role: 'assistant',
      credential: { kind: 'token', id: newId(now) },
    },
    action: 'createAppointment',
    requestId: `req_${crypto.randomUUID()}`,
    address: '2001:db8:1234:5678:9abc:def0:1234:5678',
  }) as const

test('a booking takes at most 350 bytes of the audit trail, with all indexes', async () => {
  const path = freshDatabasePath()
  let now = monday
  const store = openTrailed(
    path,
    trailWith(undefined, () => now),
  )
  const practiceId = await addPractice(store)
  const patients = Array.from({ length: 1_000 }, () => crypto.randomUUID())
  const member = act(now)
  const bookings = 10_000
  for (let booked = 0; booked < bookings; booked += 50) {
    now += 60_000
    const batch = Array.from({ length: 50 }, (_, i) => {
      const patientId = patients[((booked + i) * 7_919) % patients.length]!
      const by = { ...member, requestId: `req_${crypto.randomUUID()}` }
      return store.practices
        .of(practiceId, by)
        .write((tx) =>
          tx.record({ kind: 'write', record: { kind: 'appointment', id: newId(now) }, patientId, after: {} }),
        )
    })
    await Promise.all(batch)
  }
  await store.close()
  const [size] = inFile<{ bytes: number }>(
    path,
    "select sum(pgsize) as bytes from dbstat where name like 'audit%'",
  )
  expect(size!.bytes / bookings).toBeLessThan(350)
  expect(size!.bytes / bookings).toBeGreaterThan(100)
})
