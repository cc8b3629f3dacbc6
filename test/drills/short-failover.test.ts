/**
 * A short form of the drill in which machines take over from each other. `bun run drill failover` runs the full drill.
 */
import { expect, test } from 'bun:test'
import { azurite } from '../support/replica.ts'
import { cutOffDrill, diskGoneDrill, frozenDrill } from './failover.ts'

/** The allowed loss, in milliseconds. Other tests run on the machine, so Litestream may send late. */
const lossMs = 10_000

test('§12.4 A spare machine takes over from a server that was killed and lost its disk. Only the last seconds are lost.', async () => {
  const { acknowledged } = await diskGoneDrill(azurite, { rounds: 1, lossMs })
  expect(acknowledged).toBeGreaterThan(40)
})

test('§12.4 A machine that was frozen until another machine took over accepts no change and sends no message when it wakes.', async () => {
  const { acknowledged, mails } = await frozenDrill(azurite, { rounds: 1, frozenMs: 0, lossMs })
  expect(acknowledged).toBeGreaterThan(40)
  expect(mails).toBeGreaterThan(10)
})

test('§12.4 A server that gets no answer from the object store stops changes before another server takes over.', async () => {
  const { acknowledged } = await cutOffDrill(azurite, { of: 'owner', how: 'deaf', taken: true, lossMs })
  expect(acknowledged).toBeGreaterThan(40)
})
