import { expect, spyOn, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { goBack } from '../../src/backup/go-back.ts'
import { newestStored } from '../../src/backup/litestream.ts'
import { streaming, until } from './streaming.ts'

test('a server of another user is not told to stop, and the message says what to do', async () => {
  await using one = await streaming()
  await until('the first copy', async () => (await newestStored(one.replica))?.hasCopy ?? false)
  const kill = spyOn(process, 'kill').mockImplementation(() => {
    throw Object.assign(new Error('kill() failed: EPERM: Operation not permitted'), { code: 'EPERM' })
  })
  const refusal = await goBack(one.replica, { at: undefined, say: () => {} }).catch((error) => error)
  kill.mockRestore()
  expect(refusal.message).toContain('belongs to another user')
  expect(refusal.message).toContain('restart the service')
  expect(existsSync(`${one.path}.next`)).toBe(true)
}, 60_000)
