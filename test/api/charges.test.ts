/**
 * All work of a request counts against its credential and its practice. The clock stands still in these tests, and each
 * statement of the database takes a millisecond.
 */
import { expect, spyOn, test } from 'bun:test'
import Calendar from 'date-holidays'
import { holidaysOf } from '../../src/features/closures/holidays.ts'
import { FairShare } from '../../src/http/fair-share.ts'
import { PracticeShare } from '../../src/http/practice-share.ts'
import { LateRows } from '../../src/store/audit/late-rows.ts'
import { Connection } from '../../src/store/engine/connection.ts'
import { success } from '../support/answers.ts'
import { operations, requestOf, successOf } from '../support/openapi.ts'
import { inOneGo } from '../support/pieces.ts'
import { worldClinic } from '../support/world.ts'

const roomy = { perSecond: 300, burst: 30_000, inFlight: 32, waiting: 256 }
const limited = () => worldClinic({ signedIn: true, rateLimit: { perMinute: 600, share: roomy } })

/** Measures from now on how long requests take after the check of their credential, and how much time is charged. */
function measured() {
  // The clock starts a minute later. So no credential must wait because of earlier requests.
  const clock = { now: performance.now() + 60_000, gateEnded: 0 }
  const texts: string[] = []
  const charged = { practice: 0, credential: 0 }
  const { prepared, some } = Connection.prototype
  const { asks, charge } = PracticeShare.prototype
  const chargeCredential = FairShare.prototype.charge
  const lateRows = spyOn(LateRows.prototype, 'flush').mockImplementation(async () => {})
  const spies = [
    spyOn(performance, 'now').mockImplementation(() => clock.now),
    spyOn(Connection.prototype, 'prepared').mockImplementation(function (this: Connection, text) {
      clock.now++
      texts.push(text)
      return prepared.call(this, text) as never
    }),
    spyOn(Connection.prototype, 'some').mockImplementation(function (this: Connection, ...of) {
      clock.now++
      return some.call(this, ...of) as never
    }),
    spyOn(PracticeShare.prototype, 'asks').mockImplementation(function (this: PracticeShare, id) {
      clock.gateEnded = clock.now
      asks.call(this, id)
    }),
    spyOn(PracticeShare.prototype, 'charge').mockImplementation(function (this: PracticeShare, id, ms) {
      charged.practice += ms
      charge.call(this, id, ms)
    }),
    spyOn(FairShare.prototype, 'charge').mockImplementation(function (this: FairShare, id, ms) {
      charged.credential += Math.max(0, ms)
      chargeCredential.call(this, id, ms)
    }),
    // Audit rows of reads are written later, for many requests at once. The last test measures them.
    lateRows,
  ]
  return {
    clock,
    took: () => clock.now - clock.gateEnded,
    charged,
    texts,
    lateRows,
    [Symbol.dispose]() {
      for (const spy of spies) spy.mockRestore()
    },
  }
}

for (const operation of operations)
  for (const keyed of operation.method === 'GET' ? [false] : [false, true])
    test(`§8 All work of a request counts for its credential: reading, checking, its action, its writes and each part of a long answer. ${operation.operationId}, ${keyed ? ', with an Idempotency-Key' : ''}`, async () => {
      await using c = await limited()
      const { method, path, body } = requestOf(operation, c.world.own)
      await c.store.reads.flush()
      using measure = measured()
      const answer = await c.owner.call(method, path, body, keyed ? { 'idempotency-key': 'once' } : {})
      success(answer, successOf(operation))
      const { practice, credential } = measure.charged
      const writes = measure.texts.filter((text) => text === 'begin immediate').length
      expect(practice).toBeCloseTo(measure.took(), 6)
      // The practice is charged for more than the credential: for the first short work of the request, and for the
      // statements of the commit.
      expect(practice - credential).toBeWithin(0, 0.84 + 4 * writes)
    })

test('the time to calculate holidays is charged to the practice, and each answer is calculated once', async () => {
  await using c = await limited()
  await holidaysOf(2031, 'DE', null, 'en', inOneGo)
  const { getHolidays } = Calendar.prototype
  using measure = measured()
  using calculated = spyOn(Calendar.prototype, 'getHolidays').mockImplementation(function (
    this: Calendar,
    ...of
  ) {
    measure.clock.now += 40
    return getHolidays.call(this, ...of)
  })
  const ask = () => c.owner.call('GET', '/api/v1/closures/holidays?year=2199&country=TW')
  for (const answer of await Promise.all([ask(), ask(), ask()]))
    expect(success(answer).holidays).not.toEqual([])
  const { length } = calculated.mock.calls
  expect(length).toBeGreaterThan(10)
  expect(measure.charged.practice).toBeGreaterThanOrEqual(40 * length)
  success(await ask())
  expect(calculated.mock.calls).toHaveLength(length)
})

test('the audit row of a read is written after the answer, and its time is charged then', async () => {
  await using c = await limited()
  await c.store.reads.flush()
  const path = `/api/v1/patients/${c.world.own.patientId}`
  const written = async () => {
    using measure = measured()
    success(await c.owner.call('GET', path))
    const before = measure.charged.practice
    measure.lateRows.mockRestore()
    await c.store.reads.flush()
    return measure.charged.practice - before
  }
  expect(await written()).toBeGreaterThan(2)
})
