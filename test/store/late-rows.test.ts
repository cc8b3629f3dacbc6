/** Rows of the audit trail that are collected and written later. */
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

/** Another connection holds the lock until this is disposed of. */
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

test('equal rows are one, and name each patient once', async () => {
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

test('a row that is written late has the time of the first act in it, and counts each act once', async () => {
  let now = monday
  const { path, rows, add } = lateRows(() => now)
  // More than one row names. So it is cut when it is written, and put together when that fails.
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

test('much is written at once', async () => {
  const { path, rows, add } = lateRows()
  for (let i = 0; i < 2_000; i++) add(`row ${i}`)
  expect(rows.weight).toBe(0)
  await rows.flush()
  expect(rowsOf(path)).toHaveLength(2_000)
})

describe('other requests come in between the pieces of what is written', () => {
  const ids = Array.from({ length: 2_000 }, () => newId(monday))
  const kinds = {
    'a row with many patients': (add: Add) => add('list', ids.slice(0, 1_900)),
    'many rows': (add: Add) => {
      for (let i = 0; i < 500; i++) add(`row ${i}`)
    },
  }
  type Add = ReturnType<typeof lateRows>['add']
  test.each(Object.entries(kinds))('%s', async (_, addAll) => {
    const { path, rows, add } = lateRows()
    addAll(add)
    let now = 0
    // Each look at the clock costs a millisecond, so a piece of work is over after one write.
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
  })
})

test('§14.1 While nothing can be written, at most 50,000 rows wait. Then the trail says how many are missing.', async () => {
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

test('a row that cannot be written by a mistake of ours holds up no other', async () => {
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

test('the end writes what waits, and nothing is tried afterwards', async () => {
  const { path, close, rows, add } = lateRows()
  add('last')
  await rows.end()
  add('too late')
  close()
  await Bun.sleep(400)
  expect(rowsOf(path)).toHaveLength(1)
})
