import { expect, spyOn, test } from 'bun:test'
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { lockBeside, lockHolder } from '../../db/lock.ts'
import { newDatabasePath } from '../support/server.ts'

const lockModule = join(import.meta.dir, '../../db/lock.ts')

/** Starts another process that takes the lock and keeps it. */
async function elsewhere(path: string) {
  const program = `const { lockBeside } = await import(${JSON.stringify(lockModule)})
    globalThis.lock = lockBeside(${JSON.stringify(path)})
    console.log(globalThis.lock === null ? 'refused' : 'has it')
    setInterval(() => {}, 1000)`
  const child = Bun.spawn([process.execPath, '-e', program], { stdout: 'pipe', stdin: 'ignore' })
  const { value } = await child.stdout.getReader().read()
  return { child, said: Buffer.from(value!).toString().trim() }
}

test('of two processes, one has the lock until it ends, also when it is killed', async () => {
  const path = newDatabasePath()
  const first = await elsewhere(path)
  expect(first.said).toBe('has it')
  expect(statSync(`${path}.lock`).mode & 0o077).toBe(0)
  expect(lockHolder(path)).toBe(first.child.pid)
  expect(lockBeside(path)).toBeNull()
  // A failed request for the lock does not remove it.
  expect(lockHolder(path)).toBe(first.child.pid)
  first.child.kill('SIGKILL')
  await first.child.exited
  expect(lockHolder(path)).toBeNull()
  const lock = lockBeside(path)!
  const second = await elsewhere(path)
  expect(second.said).toBe('refused')
  second.child.kill('SIGKILL')
  expect(lockHolder(path)).toBe(process.pid)
  lock[Symbol.dispose]()
  expect(lockHolder(path)).toBeNull()
  expect(existsSync(`${path}.holder`)).toBe(false)
})

test('the id of a running process that does not have the lock does not count as its holder', () => {
  const path = newDatabasePath()
  const lock = lockBeside(path)!
  lock[Symbol.dispose]()
  writeFileSync(`${path}.holder`, String(process.pid))
  expect(lockHolder(path)).toBeNull()
})

test('a holder of the lock that belongs to another user counts as running', async () => {
  const path = newDatabasePath()
  const { child } = await elsewhere(path)
  const kill = spyOn(process, 'kill').mockImplementation(() => {
    throw Object.assign(new Error('kill() failed: EPERM: Operation not permitted'), { code: 'EPERM' })
  })
  const whileItRuns = lockHolder(path)
  child.kill('SIGKILL')
  await child.exited
  // Another program may have the process id of the ended process by now. The lock still gives the right answer.
  const afterItsEnd = lockHolder(path)
  kill.mockRestore()
  expect([whileItRuns, afterItsEnd]).toEqual([child.pid, null])
})

test('a lock that this user may not open counts as held while the process in its holder file runs', () => {
  const path = newDatabasePath()
  writeFileSync(`${path}.holder`, String(process.pid))
  mkdirSync(`${path}.lock`)
  expect(lockHolder(path)).toBe(process.pid)
})
