/** While a practice moves to another cell, it accepts no writes for a short time. */
import { expect, test } from 'bun:test'
import { openDatabase } from '../../db/open.ts'
import { newId } from '../../src/domain/id.ts'
import { createStore } from '../../src/store/store.ts'
import { held } from '../jobs/sending.ts'
import { booked, due } from '../support/booked.ts'
import { byTest } from '../support/by-test.ts'
import { type Clinic, clinic, monday, testTrail } from '../support/clinic.ts'
import { at, newPatient } from '../support/records.ts'
import { thrownBy } from '../support/rejection.ts'
import { reminding } from '../support/reminding.ts'

const begin = ({ store, owner }: Clinic) =>
  store.cellMoves.begin(
    { practiceId: owner.practiceId, move: crypto.randomUUID(), cell: 'b', generation: 2 },
    monday,
  )
const patient = { firstName: 'Ada', lastName: 'Lind' }

test('§36 While a practice moves to another cell, its writes are 503 with `Retry-After: 1`. Reads are still answered.', async () => {
  await using c = await clinic()
  const { id } = await newPatient(c.owner.call)
  await begin(c)
  await newPatient(c.owner.call)
  await c.store.cellMoves.drain(c.owner.practiceId, monday)
  for (const stage of ['drains', 'frozen']) {
    if (stage === 'frozen') await c.store.cellMoves.freeze(c.owner.practiceId, monday)
    const refused = await c.owner.call('POST', '/api/v1/patients', patient)
    expect(refused.status).toBe(503)
    expect(refused.headers.get('retry-after')).toBe('1')
    expect(refused.body.error.code).toBe('unavailable')
    c.clock.now += 3_600_000
    expect((await c.owner.call('GET', `/api/v1/patients/${id}`)).status).toBe(200)
  }
  expect((await c.stranger.call('POST', '/api/v1/patients', patient)).status).toBe(201)
  await c.store.cellMoves.thaw(c.owner.practiceId, monday)
  expect((await c.owner.call('POST', '/api/v1/patients', patient)).status).toBe(201)
  await c.store.cellMoves.freeze(c.owner.practiceId, monday)
  await c.store.cellMoves.forget(c.owner.practiceId)
  expect((await c.owner.call('POST', '/api/v1/patients', patient)).status).toBe(201)
})

test('§36 A write that is refused while a practice moves is not carried out, and its `Idempotency-Key` is free for the next try.', async () => {
  await using c = await clinic()
  await begin(c)
  await c.store.cellMoves.freeze(c.owner.practiceId, monday)
  const send = () => c.owner.call('POST', '/api/v1/patients', patient, { 'idempotency-key': 'once' })
  expect((await send()).status).toBe(503)
  await c.store.cellMoves.forget(c.owner.practiceId)
  expect((await send()).status).toBe(201)
})

test('when another process freezes a practice, the server refuses its writes, and so does a process that starts later', async () => {
  await using c = await clinic()
  await newPatient(c.owner.call)
  const other = createStore(
    openDatabase(c.path),
    undefined,
    undefined,
    testTrail(() => monday),
  )
  await other.cellMoves.begin(
    { practiceId: c.owner.practiceId, move: newId(monday), cell: 'b', generation: 2 },
    monday,
  )
  await other.cellMoves.freeze(c.owner.practiceId, monday)
  await other.close()
  expect((await c.owner.call('POST', '/api/v1/patients', patient)).status).toBe(503)
  const later = createStore(
    openDatabase(c.path),
    undefined,
    undefined,
    testTrail(() => monday),
  )
  expect(
    await thrownBy(later.practices.of(c.owner.practiceId, byTest).write((tx) => void tx.removeEndedHolds())),
  ).toThrow('moving')
  await later.cellMoves.forget(c.owner.practiceId)
  await later.close()
  expect((await c.owner.call('POST', '/api/v1/patients', patient)).status).toBe(201)
})

test('§36 Messages of a practice wait while it moves. A delivery that has begun may end within a time limit. After the limit, the delivery counts as uncertain.', async () => {
  await using c = await clinic()
  const slow = held(c)
  const first = await booked(c, { notifyBySms: false })
  const second = await booked(c, { notifyBySms: false }, { startAt: at('10:00'), endAt: at('10:30') })
  c.clock.now = due
  const round = slow.sender.round('email')
  await slow.begun
  await begin(c)
  await c.store.cellMoves.drain(c.owner.practiceId, c.clock.now)
  expect(c.store.cellMoves.deliveries(c.owner.practiceId)).toBe(1)
  c.clock.now = due + 8 * 3_600_000
  const other = reminding(c)
  await other.round()
  expect(other.emails).toEqual([])
  expect(other.notice(second.id)).toMatchObject({ state: 'scheduled', reason: null })
  await c.store.cellMoves.freeze(c.owner.practiceId, c.clock.now)
  expect(c.store.cellMoves.deliveries(c.owner.practiceId)).toBe(0)
  expect(slow.notice(first.id)).toMatchObject({ state: 'uncertain', lease: null })
  slow.end.resolve()
  await round
  expect(slow.notice(first.id)).toMatchObject({ state: 'uncertain', sentAt: null })
  expect(slow.faults).toEqual([])
  expect(other.faults).toEqual([])
  await c.store.cellMoves.forget(c.owner.practiceId)
  await other.round()
  expect(other.emails).toHaveLength(1)
})

test('when a move has stopped new deliveries of a practice, a delivery that had begun is still recorded as sent', async () => {
  await using c = await clinic()
  const slow = held(c)
  const { id } = await booked(c, { notifyBySms: false })
  c.clock.now = due
  const round = slow.sender.round('email')
  await slow.begun
  await begin(c)
  await c.store.cellMoves.drain(c.owner.practiceId, c.clock.now)
  slow.end.resolve()
  await round
  expect(slow.notice(id)).toMatchObject({ state: 'sent', lease: null })
  expect(c.store.cellMoves.deliveries(c.owner.practiceId)).toBe(0)
})

test('upkeep changes nothing of a practice that is frozen during its move', async () => {
  await using c = await clinic()
  await booked(c)
  await begin(c)
  await c.store.cellMoves.freeze(c.owner.practiceId, monday)
  const later = monday + 2e12
  const { noticeUpkeep, archiveUpkeep, changeUpkeep, holdUpkeep, dueNotices } = c.store
  while (await changeUpkeep.removeNext(later));
  for (const channel of ['email', 'sms'] as const) {
    expect(dueNotices.listLost(channel, later)).toEqual([])
    await dueNotices.shortenLeases(channel, 0)
    await dueNotices.forgetClockAhead(channel, 0)
  }
  await noticeUpkeep.replan(later)
  for (let at: string | null = ''; at !== null; ) at = await noticeUpkeep.retire(at, later)
  for (let at = await archiveUpkeep.review(null, later); at !== null; )
    at = await archiveUpkeep.review(at, later)
  await holdUpkeep.endNext(later)
  await c.store.cellMoves.forget(c.owner.practiceId)
  expect(await changeUpkeep.removeNext(later)).toBe(true)
})
