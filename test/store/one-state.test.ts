/** A request that reads in several statements reads one state of the records (RULES §1). */
import { expect, spyOn, test } from 'bun:test'
import { openDatabase } from '../../db/open.ts'
import { Connection } from '../../src/store/engine/connection.ts'
import { Scope } from '../../src/store/engine/scope.ts'
import { success } from '../support/answers.ts'
import type { Client } from '../support/client.ts'
import { clinic } from '../support/clinic.ts'
import { newEntry, newPatient, newTag } from '../support/records.ts'
import { cancelled } from '../support/visits.ts'
import { driveEveryRoute } from './every-route.ts'

/** Routes that may read several states, part by part, each with the reason. */
const pieceByPiece: Readonly<Record<string, string>> = {
  '/api/v1/days': 'It reads 5,000 entries at a time, and other requests are answered in between.',
}

test('every GET route with several SQL statements reads one state of the records', async () => {
  await using c = await clinic({ signedIn: true })
  using reads = watchReads()
  const seen = new Map<string, Set<string>>()
  const call: Client = async (method, path, ...rest) => {
    reads.begin()
    const answer = await c.owner.call(method, path, ...rest)
    const route = path.replace(/\?.*/, '').replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, ':id')
    if (method === 'GET')
      for (const text of reads.outside()) seen.getOrInsertComputed(route, () => new Set()).add(text)
    return answer
  }
  await driveEveryRoute({ ...c, owner: { ...c.owner, call } })
  const several = [...seen].filter(([route, texts]) => texts.size > 1 && !(route in pieceByPiece))
  expect(
    several.map(([route, texts]) => ({ route, texts: [...texts].map((one) => one.slice(0, 160)) })),
  ).toEqual([])
  expect(reads.count()).toBeGreaterThan(100)
})

test.each([
  ['archive', 'archive_rows', 'DELETE FROM archive_rows', '/api/v1/archive'],
  ['patient', 'cancellations', 'DELETE FROM cancellations', '/appointments?when=all'],
])(
  '§1 A `GET` with several SQL statements reads one state of the records, also while another process writes. %s',
  async (what, table, change, list) => {
    await using c = await clinic()
    const { call } = c.owner
    const { id: patientId } = await newPatient(call)
    const entry = await newEntry(call, { patientId })
    await cancelled(call, entry.id)
    const tag = await newTag(call, 'Recall')
    success(await call('DELETE', `/api/v1/tags/${tag.id}`))
    const path = what === 'patient' ? `/api/v1/patients/${patientId}${list}` : list
    const before = await call('GET', path)
    using other = openDatabase(c.path)
    const prepared = Connection.prototype.prepared
    let changes = 0
    const spy = spyOn(Connection.prototype, 'prepared').mockImplementation(function (
      this: Connection,
      text: string,
    ) {
      // The second statement is about to run.
      if (text.startsWith('select') && text.includes(`from "${table}"`) && changes++ === 0) other.run(change)
      return prepared.call(this, text)
    } as never)
    const meanwhile = await call('GET', path)
    spy.mockRestore()
    expect(changes).toBeGreaterThan(0)
    expect(success(meanwhile)).toEqual(success(before))
  },
)

/** Records the statements that read records of a practice outside a transaction. */
function watchReads() {
  let isReading = false
  let all = 0
  let outside: string[] = []
  const prepared = Connection.prototype.prepared
  const spies = [
    spyOn(Connection.prototype, 'prepared').mockImplementation(function (this: Connection, text: string) {
      if (isReading && !this.database.inTransaction) outside.push(text)
      return prepared.call(this, text)
    } as never),
    ...(['get', 'all', 'some'] as const).map((name) => {
      const read = Scope.prototype[name] as (...args: unknown[]) => unknown
      return spyOn(Scope.prototype, name).mockImplementation(function (this: Scope, ...args: unknown[]) {
        all++
        isReading = true
        try {
          return read.apply(this, args)
        } finally {
          isReading = false
        }
      } as never)
    }),
  ]
  return {
    begin: () => {
      outside = []
    },
    outside: () => outside,
    count: () => all,
    [Symbol.dispose]: () => {
      for (const spy of spies) spy.mockRestore()
    },
  }
}
