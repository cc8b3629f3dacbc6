import { expect, test } from 'bun:test'
import { statSync } from 'node:fs'
import { connect } from 'node:net'
import { demoIn } from '../support/demo.ts'
import { newDatabasePath, startServer } from '../support/server.ts'

test('when the server stops, it moves the write-ahead log into the database', async () => {
  const path = newDatabasePath()
  const { token } = await demoIn(path)
  await using server = await startServer({ DATABASE_PATH: path })
  await server.as(token)('POST', '/api/v1/tags', { name: 'last' })
  expect(statSync(`${path}-wal`).size).toBeGreaterThan(0)
  expect(await server.stop()).toBe(0)
  // The empty write-ahead log stays, so that the next start needs no disk space for it.
  expect(statSync(`${path}-wal`).size).toBe(0)
})

test('§12 While the server stops, `/livez` is 503 with `Connection: close`, so that a proxy goes to another server.', async () => {
  await using server = await startServer({ DATABASE_PATH: newDatabasePath() })
  const look = () => server.as()('GET', '/livez')
  await look()
  const stopped = server.stop()
  let answer = await look()
  while (answer.status === 200) answer = await look()
  expect(answer.status).toBe(503)
  expect(answer.body.error.code).toBe('unavailable')
  expect(answer.headers.get('connection')).toBe('close')
  expect(answer.headers.get('x-request-id')).toBe(answer.body.requestId)
  expect(await stopped).toBe(0)
  expect(server.output()).not.toContain('"level":50')
})

test('§12 Neither an unfinished request nor repeated signals delay the stop of the server.', async () => {
  const path = newDatabasePath()
  const { token } = await demoIn(path)
  await using server = await startServer({ DATABASE_PATH: path })
  const stuck = connect(Number(new URL(server.url).port), '127.0.0.1')
  stuck.on('error', () => {})
  const head = ['POST /api/v1/tags HTTP/1.1', 'Host: x', `Authorization: Bearer ${token}`]
  stuck.write(
    `${[...head, 'Content-Type: application/json', 'Content-Length: 100'].join('\r\n')}\r\n\r\n{"na`,
  )
  await server.as(token)('GET', '/api/v1/me')
  const stopped = server.stop()
  process.kill(server.pid, 'SIGINT')
  process.kill(server.pid, 'SIGTERM')
  expect(await stopped).toBe(0)
  stuck.destroy()
})
