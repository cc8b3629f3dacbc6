import { expect, spyOn, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { goBack } from '../../src/backup/go-back.ts'
import { thrownBy } from '../support/rejection.ts'
import { folderReplica } from '../support/replica.ts'
import { copied, streaming } from './streaming.ts'

test('`restore --in-place` cannot stop a server of another user, and the message advises to restart the service', async () => {
  await using one = await streaming()
  await copied(one)
  const kill = spyOn(process, 'kill').mockImplementation(() => {
    throw Object.assign(new Error('kill() failed: EPERM: Operation not permitted'), { code: 'EPERM' })
  })
  const refusal = await goBack(one.replica, { at: undefined, say: () => {} }).catch((error) => error)
  kill.mockRestore()
  expect(refusal.message).toContain('belongs to another user')
  expect(refusal.message).toContain('restart the service')
  expect(existsSync(`${one.path}.next`)).toBe(true)
})

test('a start refuses a prepared earlier state when another machine has written since', async () => {
  const settings = folderReplica()
  const old = await streaming(settings)
  await copied(old)
  await old[Symbol.asyncDispose]()
  await goBack(old.replica, { at: undefined, say: () => {} })

  const other = await streaming({ ...settings, DATABASE_PATH: `${old.path}.other/clinic.db` })
  await other.store.installation.keepVerification(1_000, 'written by the other machine')
  await other[Symbol.asyncDispose]()

  const refusal = 'since `restore --in-place` prepared the state on this disk'
  expect(await thrownBy(streaming(settings))).toThrow(refusal)
  expect(await thrownBy(streaming(settings))).toThrow(refusal)
  await using one = await streaming(settings, { wins: 'store' })
  expect(one.store.installation.verification().fault).toBe('written by the other machine')
  expect(existsSync(`${one.path}.went-back`)).toBe(false)
})

test('a start serves a prepared earlier state when only this machine has written since', async () => {
  const settings = folderReplica()
  const old = await streaming(settings)
  await copied(old)
  const kill = spyOn(process, 'kill').mockImplementation(() => {
    throw Object.assign(new Error('kill() failed: EPERM: Operation not permitted'), { code: 'EPERM' })
  })
  await goBack(old.replica, { at: undefined, say: () => {} }).catch(() => undefined)
  kill.mockRestore()
  await old.store.installation.keepVerification(1_000, 'to be undone')
  await old[Symbol.asyncDispose]()
  await using one = await streaming(settings)
  expect(one.store.installation.verification().fault).toBe(null)
  expect(existsSync(`${one.path}.went-back`)).toBe(false)
})
