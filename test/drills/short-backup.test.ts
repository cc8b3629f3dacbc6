/** Short forms of the drills of the stream to the object store. `bun run drill` runs the full drills. */
import { expect, test } from 'bun:test'
import { azurite } from '../support/replica.ts'
import { diskLostDrill } from './disk-lost.ts'
import { parentGoneDrill } from './parent-gone.ts'
import { stalledStoreDrill } from './stalled-store.ts'
import { storeAwayDrill } from './store-away.ts'
import { twoSignalsDrill } from './two-signals.ts'

test('a lost disk comes back from the object store, whole and up to the last seconds', async () => {
  const { acknowledged } = await diskLostDrill(azurite, {
    rounds: 1,
    clients: 2,
    loadMs: 1_500,
    endMs: 8_000,
  })
  expect(acknowledged).toBeGreaterThan(50)
})

test('an object store that is away is noticed by nobody, and caught up with', async () => {
  const { acknowledged } = await storeAwayDrill(azurite, { awayMs: 2_000, clients: 2 })
  expect(acknowledged).toBeGreaterThan(50)
})

test('two signals under load leave no request unanswered and nothing unsent', async () => {
  const { acknowledged } = await twoSignalsDrill(azurite, { rounds: 1, clients: 8 })
  expect(acknowledged).toBeGreaterThan(10)
})

test('Litestream without its server, and a server without its Litestream, lose nothing', async () => {
  const { acknowledged } = await parentGoneDrill(azurite, { rounds: 1, clients: 2 })
  expect(acknowledged).toBeGreaterThan(50)
})

test.each(['full', 403] as const)(
  'an object store in trouble (%p) for a while is caught up with',
  async (kind) => {
    const { missing } = await stalledStoreDrill(azurite, { kind, troubleMs: 2_000 })
    expect(missing).toBe(0)
  },
)
