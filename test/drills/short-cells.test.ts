/**
 * Short forms of the drills of the directory and of the fleet. `bun run drill cells` and `bun run drill fleet` run the
 * full drills.
 */
import { expect, test } from 'bun:test'
import { conditionalStore } from '../cells/support.ts'
import { cellsDrill, haproxyProgram } from './cells.ts'
import { openFleet } from './fleet.ts'
import { forgedHosts } from './fleet-hosts.ts'

test('a directory of many hosts reaches a router that runs, without a reload (the router is skipped without HAProxy)', async () => {
  const { hosts, router } = await cellsDrill(conditionalStore, { hosts: 3_000, changes: 2 })
  expect(hosts).toBe(3_000)
  if (router !== null) expect(router).toMatchObject({ reloaded: false, said: [] })
})

test.skipIf(haproxyProgram === null)(
  '§36 Behind the router, a token at a wrong or forged host gets no record, and refusals are equal to the byte (skipped without HAProxy).',
  async () => {
    await using store = await conditionalStore()
    await using fleet = await openFleet(store, { names: ['a', 'b'], practices: 6 })
    const { practices, kinds } = await forgedHosts(fleet)
    expect(practices).toBe(6)
    expect(Object.keys(kinds).sort()).toEqual([
      'misdirected',
      'misdirected 0',
      'misdirected 1',
      'nobody',
      'token',
    ])
  },
)
