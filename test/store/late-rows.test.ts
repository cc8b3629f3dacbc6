/** Late rows: rows of the audit trail that are collected in memory and written later. */
import { Database } from 'bun:sqlite'
import { describe, expect, spyOn, test } from 'bun:test'
import { serviceAct } from '../../src/domain/act.ts'
import { newId } from '../../src/domain/id.ts'
import { LateRows } from '../../src/store/audit/late-rows.ts'
import { Writer } from '../../src/store/engine/writer.ts'
import { rowsOf } from '../support/audit.ts'
import { freshDatabasePath, monday } from '../support/clinic.ts'
import { openConnections } from '../support/connections.ts'
import { thrownBy } from '../support/rejection.ts'
import { inFile } from './in-file.ts'
import { trailWith } from './trails.ts'

const act = serviceAct('look')
const entry = { kind: 'read' } as const

function lateRows(now = () => monday) {
  const path = freshDatabasePath()
  const connections = openConnections(path, trailWith(undefined, now))
  const { reading, writing } = connections
  const reported: unknown[] = []
  const rows = new LateRows(reading.trail, new Writer(writing), (error) => reported.push(error))
  const add = (key: string, patients: readonly string[] = []) =>
    rows.add(key, { practiceId: null, act, entry, patients, times: 1 })
  return { path, close: () => connections[Symbol.dispose](), rows, add, reported }
}

/** Another connection holds the write lock until the returned object is disposed. */
function lock(path: string): Disposable {
  const other = new Database(path)
  other.run('begin immediate')
  return {
    [Symbol.dispose]() {
      other.run('rollback')
      other.close()
    },
  }
}

test('equal late rows are joined to one row, which names each patient once', async () => {
  const { path, rows, add } = lateRows()
  const [a, b] = [newId(monday), newId(monday)]
  for (const patient of [a, b, a]) add('same', [patient])
  add('other', [b])
  await rows.flush()
  expect(rowsOf(path)).toMatchObject([
    { patients: [a, b], times: 3 },
    { patients: [b], times: 1 },
  ])
  expect(rows.weight).toBe(0)
})

test('a late row has the time of its first act, and counts each act once', async () => {
  let now = monday
  const { path, rows, add } = lateRows(() => now)
  // One row names 200 patients at most. So the late row is split when it is written, and joined again when the write
  // fails.
  const ids = Array.from({ length: 450 }, () => newId(monday))
  {
    using _ = lock(path)
    add('same')
    add('list', ids)
    expect(await thrownBy(rows.flush())).toThrow('cannot take this request now')
    expect(rows.weight).toBe(452)
    now += 3_600_000
    add('same')
    add('list')
    add('other')
  }
  await rows.flush()
  expect(inFile(path, 'select at, times from audit order by seq')).toEqual([
    { at: monday, times: 2 },
    { at: monday, times: 2 },
    { at: monday, times: 2 },
    { at: monday, times: 2 },
    { at: now, times: 1 },
  ])
})

test('many late rows are written at once', async () => {
  const { path, rows, add } = lateRows()
  for (let i = 0; i < 2_000; i++) add(`row ${i}`)
  expect(rows.weight).toBe(0)
  await rows.flush()
  expect(rowsOf(path)).toHaveLength(2_000)
})

describe('other requests run while many late rows are written', () => {
  const ids = Array.from({ length: 2_000 }, () => newId(monday))
  const kinds = {
    'a row with many patients': (add: Add) => add('list', ids.slice(0, 1_900)),
    'many rows': (add: Add) => {
      for (let i = 0; i < 500; i++) add(`row ${i}`)
    },
  }
  type Add = ReturnType<typeof lateRows>['add']
  test.each(Object.entries(kinds))(
    'other requests run while late rows are written: %s',
    async (_, addAll) => {
      const { path, rows, add } = lateRows()
      addAll(add)
      let now = 0
      // Each call of the clock takes a millisecond, so the writer lets the event loop run after each write.
      using _clock = spyOn(performance, 'now').mockImplementation(() => ++now)
      let [turns, over] = [0, false]
      const turn = () => {
        turns++
        if (!over) setImmediate(turn)
      }
      setImmediate(turn)
      await rows.flush()
      over = true
      expect(turns).toBeGreaterThanOrEqual(9)
      const written = rowsOf(path)
      expect(written.map(({ patients }) => patients?.length ?? 0)).toEqual(
        written.length === 500 ? Array(500).fill(0) : [...Array(9).fill(200), 100],
      )
    },
  )
})

test('§14.1 While the database takes no writes, at most 50,000 rows wait. After that, the trail says how many rows are missing.', async () => {
  const { path, rows, add, reported } = lateRows()
  {
    using _ = lock(path)
    add('first')
    expect(await thrownBy(rows.flush())).toThrow('cannot take this request now')
    for (let i = 0; i < 60_000; i++) add(`row ${i}`)
    expect(rows.weight).toBe(50_000)
    expect(await thrownBy(rows.flush())).toThrow('cannot take this request now')
    expect(rows.weight).toBe(50_000)
    expect(reported).toHaveLength(1)
  }
  await rows.flush()
  const written = rowsOf(path)
  expect(written).toHaveLength(50_001)
  expect(written.at(-1)).toMatchObject({ action: 'keepTrail', times: 10_001, detail: { lost: true } })
  add('later')
  await rows.flush()
  expect(rowsOf(path)).toHaveLength(50_002)
})

test('a late row that cannot be written because of a fault of the service does not hold up other rows', async () => {
  const { path, rows, add, reported } = lateRows()
  const wrong = { kind: 'no such kind' } as never
  rows.add('wrong', { practiceId: null, act, entry: wrong, patients: [], times: 2 })
  expect(await thrownBy(rows.flush())).toThrow('has no number')
  add('right')
  await rows.flush()
  expect(reported).toHaveLength(1)
  expect(rowsOf(path).map(({ action, times }) => [action, times])).toEqual([
    ['look', 1],
    ['keepTrail', 2],
  ])
})

test('the end of the service writes all waiting late rows, and later rows are not written', async () => {
  const { path, close, rows, add } = lateRows()
  add('last')
  await rows.end()
  add('too late')
  close()
  await Bun.sleep(400)
  expect(rowsOf(path)).toHaveLength(1)
})
