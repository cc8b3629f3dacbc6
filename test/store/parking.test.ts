/** Tests of parked entries, which occupy no time while other entries take their times (RULES §22). */
import { expect, test } from 'bun:test'
import { findEntry, insertEntry, parkEntry, updateEntry } from '../../src/store/calendar/entries.ts'
import { monday } from '../support/clinic.ts'
import { thrownBy } from '../support/rejection.ts'
import { entryRow, hour, openStore, type Records } from './records.ts'

const refusal = 'entries overlap on this chair'

/** Books two entries on a chair, the second directly after the first. */
async function two(r: Records) {
  const practitionerId = r.userId
  const first = entryRow(r, { startAt: monday + 10 * hour, endAt: monday + 11 * hour, practitionerId })
  const second = entryRow(r, { startAt: monday + 11 * hour, endAt: monday + 12 * hour })
  await r.practice.write((tx) => {
    for (const row of [first, second]) insertEntry(tx, row)
  })
  const read = () => [first, second].map(({ id }) => findEntry(r.practice.read, id)!)
  return { first, second, read }
}

test('a parked entry has no chair and no practitioner, and parking does not raise its version', async () => {
  await using s = await openStore()
  const { first, second } = await two(s.own)
  await s.own.practice.write((tx) => {
    parkEntry(tx, first.id)
    expect(findEntry(tx, first.id)).toMatchObject({
      ...first,
      chairId: null,
      practitionerId: null,
      version: 1,
    })
    expect(findEntry(tx, second.id)).toMatchObject({ ...second, version: 1 })
    updateEntry(tx, first.id, { chairId: first.chairId, practitionerId: first.practitionerId })
  })
  expect(findEntry(s.own.practice.read, first.id)).toMatchObject({ ...first, version: 2 })
})

test('two entries can exchange their times when both are parked first, and the database refuses the exchange otherwise', async () => {
  await using s = await openStore()
  const { first, second, read } = await two(s.own)
  const swap = (isParked: boolean) =>
    s.own.practice.write((tx) => {
      if (isParked) for (const { id } of [first, second]) parkEntry(tx, id)
      for (const [entry, place] of [
        [first, second],
        [second, first],
      ] as const) {
        const { startAt, endAt, chairId } = place
        updateEntry(tx, entry.id, { startAt, endAt, chairId })
      }
    })
  const before = read()
  expect(await thrownBy(swap(false))).toThrow(refusal)
  expect(read()).toEqual(before)
  await swap(true)
  expect(read().map(({ startAt }) => startAt)).toEqual([second.startAt, first.startAt])
})

test('the database refuses a parked entry at a time that is taken, also with hand-written SQL', async () => {
  await using s = await openStore()
  const { first, second, read } = await two(s.own)
  const before = read()
  const { chairId, startAt, endAt } = second
  const put = s.own.practice.write((tx) => {
    parkEntry(tx, first.id)
    updateEntry(tx, first.id, { chairId, startAt, endAt })
  })
  expect(await thrownBy(put)).toThrow(refusal)
  expect(read()).toEqual(before)
  s.database.run('BEGIN')
  s.database.run('UPDATE entries SET chair_id = NULL WHERE start_at = ?', [first.startAt])
  const byHand =
    'UPDATE entries SET chair_id = (SELECT chair_id FROM entries WHERE start_at = ?1), start_at = ?1'
  expect(() =>
    s.database.run(`${byHand}, end_at = ?2 WHERE start_at = ?3`, [startAt, endAt, first.startAt]),
  ).toThrow(refusal)
  s.database.run('ROLLBACK')
  expect(read()).toEqual(before)
})
