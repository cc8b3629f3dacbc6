import { expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { untilSilent } from '../../src/backup/owner/silence.ts'
import { scratch } from '../support/scratch.ts'
import { until } from '../support/until.ts'

/** A server whose owner was seen this number of seconds ago. Its claim is in a folder. */
function watched(name: string, change: object | null, agoSeconds = 0) {
  const folder = mkdtempSync(join(scratch, 'claim-'))
  const set = (next: object, ago: number) => {
    mkdirSync(folder, { recursive: true })
    const owner = { databaseId: 'ours', epoch: 'e1', machine: `machine of ${name}`, renewedAt: 0, ...next }
    writeFileSync(`${folder}/owner.json`, JSON.stringify(owner))
    const then = Date.now() / 1_000 - ago
    utimesSync(`${folder}/owner.json`, then, then)
  }
  if (change !== null) set(change, agoSeconds)
  const environment = { REPLICA_URL: `file://${folder}` }
  return {
    name,
    set,
    replica: { program: '', databasePath: '/x.db', publicUrl: undefined, failover: true, environment },
  }
}

const failover = { failover: true, released: false }

test('§12.4 A spare takes over only from an owner with failover that is silent, and not from one that has ended in order.', async () => {
  const said: string[] = []
  const stopping = new AbortController()
  const alive = watched('alive', failover)
  const all = [
    alive,
    watched('new', null),
    watched('ended', { ...failover, released: true }, 3_600),
    watched('alone', { ...failover, failover: false }, 3_600),
    watched('odd', {}, 3_600),
  ]
  writeFileSync(`${all[4]!.replica.environment.REPLICA_URL.replace('file://', '')}/owner.json`, 'odd')
  const silent = untilSilent(all, {
    now: Date.now,
    say: (line) => said.push(line),
    stopping: stopping.signal,
  })
  await until('a look at each', () => said.length === 5)
  expect(said).toEqual([
    'alive: it is served by machine of alive',
    'new: no server has begun yet',
    'ended: its server has ended in order, and is not taken over',
    'alone: its server runs without FAILOVER=yes, and is not taken over',
    expect.stringContaining('odd: the object owner.json in the object store cannot be read'),
  ])
  alive.set(failover, 25)
  expect((await silent)?.name).toBe('alive')
  expect(said.slice(5)).toEqual(['alive: its server is silent: this machine takes over'])
})

test('a spare that is stopped takes over from nobody', async () => {
  const stopping = new AbortController()
  const said: string[] = []
  const watch = untilSilent([watched('alive', failover)], {
    now: Date.now,
    say: (line) => said.push(line),
    stopping: stopping.signal,
  })
  await until('a look', () => said.length === 1)
  stopping.abort()
  expect(await watch).toBeNull()
})
