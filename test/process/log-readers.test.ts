import { Database } from 'bun:sqlite'
import { afterEach, expect, test } from 'bun:test'
import { mkdtempSync } from 'node:fs'
import { basename, join } from 'node:path'
import { lookForReaders } from '../../src/start/log-readers.ts'
import { scratch } from '../support/scratch.ts'

const least = 1 << 20
/** The name of this program in `/proc`. Linux keeps only its first 15 characters (proc_pid_comm(5)). */
const program = basename(process.execPath).slice(0, 15)
const children: Bun.Subprocess[] = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

/** A database with a large write-ahead log. */
function busyDatabase() {
  const path = join(mkdtempSync(join(scratch, 'readers-')), 'chairside.db')
  const database = new Database(path)
  database.run('PRAGMA journal_mode = WAL')
  database.run('PRAGMA wal_autocheckpoint = 0')
  database.run('CREATE TABLE t (x BLOB)')
  const grow = () => database.run('INSERT INTO t VALUES (zeroblob(2000000))')
  grow()
  return { path, grow, empty: () => database.run('PRAGMA wal_checkpoint(TRUNCATE)') }
}

/** Another process with an open read transaction, which stays open until the process is ended. */
async function reader(path: string): Promise<Bun.Subprocess> {
  const code = `const { Database } = require('bun:sqlite')
    const database = new Database(process.argv.at(-1))
    database.run('BEGIN')
    database.query('SELECT count(*) FROM t').get()
    console.log('reads')
    setInterval(() => {}, 1000)`
  const child = Bun.spawn([process.execPath, '-e', code, path], { stdout: 'pipe', stderr: 'inherit' })
  children.push(child)
  await child.stdout.getReader().read()
  return child
}

test.skipIf(process.platform !== 'linux')(
  'a program that keeps a large write-ahead log in use by a long read is reported once',
  async () => {
    const { path, grow, empty } = busyDatabase()
    const look = lookForReaders(path, least)
    expect(look()).toEqual([])
    const first = await reader(path)
    grow()
    expect(look()).toEqual([])
    expect(look()).toEqual([{ pid: first.pid, program }])
    const second = await reader(path)
    expect(look()).toEqual([])
    expect(look()).toEqual([{ pid: second.pid, program }])
    for (const child of [first, second]) {
      child.kill('SIGKILL')
      await child.exited
    }
    expect(look()).toEqual([])
    empty()
    const third = await reader(path)
    expect([look(), look()]).toEqual([[], []])
    grow()
    expect(look()).toEqual([])
    expect(look()).toEqual([{ pid: third.pid, program }])
  },
)

test('a long read of the server itself is not reported', () => {
  const { path } = busyDatabase()
  const own = new Database(path)
  own.run('BEGIN')
  own.query('SELECT count(*) FROM t').get()
  const look = lookForReaders(path, least)
  expect([look(), look()]).toEqual([[], []])
  own.close()
})
