/**
 * Tests of `startServer` in the process of the tests. A stop must free everything that the server used, because the
 * process goes on.
 */
import { expect, test } from 'bun:test'
import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { success } from '../support/answers.ts'
import { thrownBy } from '../support/rejection.ts'
import { folderReplica, type Settings } from '../support/replica.ts'
import { newDatabasePath } from '../support/server.ts'
import { serving } from '../support/serving.ts'

test('two servers run in one process, each with its own database', async () => {
  await using first = await serving({}, { demo: true })
  await using second = await serving()
  expect(success(await first.as(first.demo!.token)('GET', '/api/v1/me')).practice.name).toBe('Demo Dental')
  expect(first.demo!.signInUrl).toStartWith(`http://localhost:${first.port}/enrol#`)
  expect(first.setupUrl).toBeUndefined()
  expect((await second.as(first.demo!.token)('GET', '/api/v1/me')).status).toBe(401)
  expect(second.demo).toBeUndefined()
  expect(second.setupUrl).toStartWith(`http://localhost:${second.port}/setup#`)
})

test('a stop closes the port and the database of the server, and a second stop does no harm', async () => {
  const path = newDatabasePath()
  const server = await serving({ DATABASE_PATH: path })
  expect((await server.as()('GET', '/livez')).status).toBe(200)
  await Promise.all([server.stop(), server.stop()])
  expect(statSync(`${path}-wal`).size).toBe(0)
  expect(await thrownBy(server.as()('GET', '/livez'))).toThrow()
})

test.each(['PORT', 'METRICS_PORT'])(
  'when another server uses its %s, a start fails and closes its database',
  async (name) => {
    await using first = await serving()
    const path = newDatabasePath()
    const second = serving({ DATABASE_PATH: path, [name]: String(first.port) })
    expect(await thrownBy(second)).toThrow(`it cannot listen on 127.0.0.1:${first.port}`)
    expect(await thrownBy(second)).toThrow(`or set ${name} to another one.`)
    expect(existsSync(path)).toBe(true)
    expect(statSync(`${path}-wal`).size).toBe(0)
  },
)

test('when a streamed database is lost, `startServer` reports this to its caller and does not end the process', async () => {
  const settings: Settings = { ...folderReplica(), FIRST_BOOT: 'yes' }
  const path = settings.DATABASE_PATH!
  mkdirSync(dirname(path), { recursive: true })
  await using server = await serving(settings, { demo: true })
  rmSync(`${path}-wal`)
  const write = await server.as(server.demo!.token)('POST', '/api/v1/tags', { name: 'late' })
  expect(write.status).toBe(503)
  expect((await server.ended).message).toContain('was deleted or replaced')
})
