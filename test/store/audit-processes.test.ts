/** The chain holds when two processes write, when a process is killed, and when the disk is full. */
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { openDatabase } from '../../db/open.ts'
import { DatabaseUnavailable } from '../../src/store/engine/trouble.ts'
import { insertChair } from '../../src/store/practice/chairs.ts'
import { createStore } from '../../src/store/store.ts'
import { byTest } from '../support/by-test.ts'
import { freshDatabasePath, monday } from '../support/clinic.ts'
import { inFile } from './in-file.ts'
import { addPractice, entries, openTrailed, record, trailWith, verify } from './trails.ts'

const times = { createdAt: monday, updatedAt: monday }

async function withPractice() {
  const path = freshDatabasePath()
  const store = openTrailed(path, trailWith())
  const practiceId = await addPractice(store)
  await store.close()
  return { path, practiceId }
}

const writer = (path: string, practiceId: string, times: number) =>
  Bun.spawn([process.execPath, join(import.meta.dir, 'trail-writer.ts'), path, practiceId, String(times)], {
    stdout: 'pipe',
    stderr: 'inherit',
  })

test('two processes that write to one audit trail make one chain without a gap', async () => {
  const { path, practiceId } = await withPractice()
  const both = [1, 2].map(() => writer(path, practiceId, 200))
  expect(await Promise.all(both.map(({ exited }) => exited))).toEqual([0, 0])
  expect(verify(path)).toMatchObject({ found: 0, rows: 2 * 200 * entries.length })
})

test('after a process was killed, the chain is valid and has every row that the process reported as written', async () => {
  const { path, practiceId } = await withPractice()
  for (let round = 1, before = 0; round <= 3; round++) {
    const child = writer(path, practiceId, 1_000_000)
    let told = 0
    for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
      told = Number(text.trim().split('\n').at(-1))
      if (told > 40 * round) child.kill('SIGKILL')
    }
    await child.exited
    const { found, rows } = verify(path)
    expect(found).toBe(0)
    expect(rows - before).toBeGreaterThanOrEqual(told * entries.length)
    before = rows
  }
})

test('a verification while a server writes has no findings', async () => {
  const { path, practiceId } = await withPractice()
  const child = writer(path, practiceId, 2_000)
  let reads = 0
  while (child.exitCode === null) {
    expect(verify(path).findings).toEqual([])
    reads++
    await Bun.sleep(5)
  }
  expect(reads).toBeGreaterThan(1)
})

test('on a full disk, a write fails as a whole, and neither its record nor its row of the audit trail stays', async () => {
  const { path, practiceId } = await withPractice()
  const database = openDatabase(path)
  const store = createStore(database, undefined, undefined, trailWith())
  const pages = database.query<{ page_count: number }, []>('PRAGMA page_count').get()!.page_count
  const long = { kind: 'write', detail: { long: 'x'.repeat(100_000) } } as const
  const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}`
  const write = (n: number) =>
    store.practices.of(practiceId, byTest).write((tx) => {
      insertChair(tx, {
        id: id(n),
        name: `Chair ${n}`,
        color: null,
        position: n,
        active: true,
        workingHours: null,
        ...times,
      })
      tx.record(long)
    })
  database.run(`PRAGMA max_page_count = ${pages}`)
  const outcomes = await Promise.allSettled([write(1), write(2)])
  for (const outcome of outcomes)
    expect((outcome as PromiseRejectedResult).reason).toBeInstanceOf(DatabaseUnavailable)
  expect(inFile(path, 'select 1 from chairs')).toEqual([])
  expect(inFile(path, 'select 1 from audit')).toEqual([])
  database.run('PRAGMA max_page_count = 1000000')
  await write(3)
  await record(store, practiceId, entries)
  await store.close()
  expect(inFile(path, 'select 1 from chairs')).toHaveLength(1)
  expect(verify(path)).toMatchObject({ found: 0, rows: 1 + entries.length })
})
