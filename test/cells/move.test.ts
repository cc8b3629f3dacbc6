/** A practice moves between two running cells. Each cell is a server with its own database and its own backup. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { ObjectStore } from '../support/replica.ts'
import { cli, printed, startReplicated } from '../support/server.ts'
import { until } from '../support/until.ts'
import { asked, newPractice, startCell, twoCells } from './moving.ts'
import { conditionalStore, newCells } from './support.ts'

let store: ObjectStore
beforeAll(async () => {
  store = await conditionalStore()
})
afterAll(() => store[Symbol.asyncDispose]())

test('§36 A practice moves to another cell with all its records, and no acknowledged write is lost.', async () => {
  await using cells = await twoCells(store)
  const { a, b, directory } = cells
  const practice = await newPractice(a, 'mueller')
  const { host, practiceId } = practice
  await until('the practice is served', async () => (await asked(a, practice, 'GET', '/me')).status === 200)
  const made = await asked(a, practice, 'POST', '/patients', { firstName: 'Ada', lastName: 'Lind' })
  const webhook = await asked(a, practice, 'POST', '/webhooks', { url: 'https://hooks.example.org/x' })
  const key = { 'idempotency-key': 'before-the-move' }
  const kept = await asked(a, practice, 'POST', '/tags', { name: 'First', color: '#336699' }, key)
  const { next } = (await asked(a, practice, 'GET', '/changes')).data
  expect(webhook.status).toBe(201)

  const moved = await printed(a.env, 'practice', 'move', '--id', practiceId, '--to', 'b')
  expect(moved).toMatchObject({ practiceId, cell: 'b' })
  expect(await directory.look(host)).toMatchObject({ cell: 'b', state: 'active', generation: 2 })
  const elsewhere = await asked(a, practice, 'GET', '/me')
  expect(elsewhere.status).toBe(421)
  await until('the practice is served', async () => (await asked(b, practice, 'GET', '/me')).status === 200)

  expect((await asked(b, practice, 'GET', `/patients/${made.data.id}`)).data).toEqual(made.data)
  const again = await asked(b, practice, 'POST', '/tags', { name: 'First', color: '#336699' }, key)
  expect(kept.status).toBe(201)
  expect(again.body).toEqual(kept.body)
  expect(again.headers.get('idempotency-replayed')).toBe('true')
  await asked(b, practice, 'POST', '/tags', { name: 'Second', color: '#336699' })
  const changes = await asked(b, practice, 'GET', `/changes?since=${next}`)
  expect(changes.data.changes.map(({ kind }: { kind: string }) => kind)).toEqual(['tag'])
  expect((await asked(b, practice, 'GET', '/webhooks')).data.webhooks).toHaveLength(1)
  const verified = await cli(b.env, 'audit', 'verify')
  expect(verified).toMatchObject({ code: 0 })
  // The same command, once more, finds nothing to do.
  expect((await cli(a.env, 'practice', 'move', '--id', practiceId, '--to', 'b')).code).toBe(0)
})

test('when the server of a cell is killed, nobody listens for other cells until the next server starts', async () => {
  const cells = newCells(store)
  const cell = await startCell(cells, 'c')
  const port = Number(cell.env.CELL_LISTEN!.split(':')[1])
  const listens = () =>
    fetch(`http://127.0.0.1:${port}/`).then(
      ({ status }) => status === 404,
      () => false,
    )
  await until('the cell listens', listens)
  process.kill(cell.server.pid, 'SIGKILL')
  await cell.server.exited
  await until('nobody listens', async () => !(await listens()))
  await using server = await startReplicated(cell.env)
  await until('the cell listens again', listens)
  expect(server.pid).not.toBe(cell.server.pid)
})
