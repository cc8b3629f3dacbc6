import { expect, test } from 'bun:test'
import { rmSync } from 'node:fs'
import { folderReplica, type Settings } from '../support/replica.ts'
import { chairside, startReplicated } from '../support/server.ts'

test('§12 When the write-ahead log is deleted under Litestream, the server ends. The next start has everything that was acknowledged.', async () => {
  const settings: Settings = { ...folderReplica(), FIRST_BOOT: 'yes' }
  const path = settings.DATABASE_PATH!
  await using first = await startReplicated(settings)
  const { token } = await chairside(path, 'demo')
  const names = Array.from({ length: 20 }, (_, i) => `tag ${i}`)
  const written = await Promise.all(names.map((name) => first.as(token)('POST', '/api/v1/tags', { name })))
  expect(written.map(({ status }) => status)).toEqual(names.map(() => 201))
  rmSync(`${path}-wal`)
  const late = await first
    .as(token)('POST', '/api/v1/tags', { name: 'late' })
    .then(
      ({ status }) => status,
      () => 'no answer',
    )
  expect(late).not.toBe(201)
  await first.printed(/deleted or replaced/)
  await first.killAll()

  await using second = await startReplicated(settings)
  const { data } = await second.as(token)('GET', '/api/v1/tags')
  const kept = new Set(data.tags.map(({ name }: { name: string }) => name))
  expect(names.filter((name) => !kept.has(name))).toEqual([])
})
