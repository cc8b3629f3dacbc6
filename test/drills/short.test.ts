/** The drills, shortened: `bun run drill` runs them in full. */
import { expect, test } from 'bun:test'
import { azurite } from '../support/replica.ts'
import { backInTimeDrill } from './back-in-time.ts'
import { diskFullDrill, mayMount, smallDisk } from './disk-full.ts'
import { diskLostDrill } from './disk-lost.ts'
import { fullVolumeDrill } from './full-volume.ts'
import { greedyDrill } from './greedy.ts'
import { killDrill } from './kill.ts'
import { lockDrill } from './lock.ts'
import { longListsDrill } from './long-lists.ts'
import { manyRemindersDrill } from './many-reminders.ts'
import { parentGoneDrill } from './parent-gone.ts'
import { searchPrivacyDrill } from './search-privacy.ts'
import { secondWriterDrill } from './second-writer.ts'
import { sigtermDrill } from './sigterm.ts'
import { neighboursDrill, trickleDrill } from './slow-provider.ts'
import { soakDrill } from './soak.ts'
import { stalledStoreDrill } from './stalled-store.ts'
import { storeAwayDrill } from './store-away.ts'
import { twoSignalsDrill } from './two-signals.ts'

test('kill -9 under mixed load loses nothing that was acknowledged', async () => {
  const { acknowledged } = await killDrill({ rounds: 3 })
  expect(acknowledged).toBeGreaterThan(50)
}, 60_000)

test('a lost disk comes back from the object store, whole and up to the last seconds', async () => {
  const { acknowledged } = await diskLostDrill(azurite, {
    rounds: 1,
    clients: 2,
    loadMs: 1_500,
    endMs: 8_000,
  })
  expect(acknowledged).toBeGreaterThan(50)
}, 60_000)

test('an object store that is away is noticed by nobody, and caught up with', async () => {
  const { acknowledged } = await storeAwayDrill(azurite, { awayMs: 2_000, clients: 2 })
  expect(acknowledged).toBeGreaterThan(50)
}, 60_000)

test('a second writer is refused, whichever way it came about', async () => {
  const accidents = await secondWriterDrill(azurite, { full: false })
  expect(accidents.map(({ refusal }) => refusal)).toEqual([
    expect.stringContaining('continued by another machine'),
    expect.stringContaining('stop that one first'),
    expect.stringContaining('belongs to another database'),
    expect.stringContaining('belongs to https://one.example'),
  ])
}, 180_000)

test('two signals under load leave no request unanswered and nothing unsent', async () => {
  const { acknowledged } = await twoSignalsDrill(azurite, { rounds: 1, clients: 8 })
  expect(acknowledged).toBeGreaterThan(10)
}, 60_000)

test('Litestream without its server, and a server without its Litestream, lose nothing', async () => {
  const { acknowledged } = await parentGoneDrill(azurite, { rounds: 1, clients: 2 })
  expect(acknowledged).toBeGreaterThan(50)
}, 60_000)

test('going back in time undoes what came later, and nothing else', async () => {
  const { undone, cameBack } = await backInTimeDrill(azurite, { rounds: 1, clients: 2 })
  expect(undone).toBeGreaterThan(10)
  expect(cameBack).toBe(0)
}, 60_000)

test('an object store that refuses for a while is caught up with', async () => {
  const { missing } = await stalledStoreDrill(azurite, { kind: 403, troubleMs: 2_000 })
  expect(missing).toBe(0)
}, 90_000)

test.skipIf(!mayMount())(
  'a volume that is full to the last byte refuses writes, starts, serves reads and heals',
  async () => {
    using volume = smallDisk(100 << 20)
    const { refused } = await fullVolumeDrill(volume!, { rounds: 2, clients: 2 })
    expect(refused).toBeGreaterThanOrEqual(100)
  },
  90_000,
)

test.skipIf(!mayMount())(
  'a full disk refuses writes, answers reads and heals',
  async () => {
    using disk = smallDisk(24 << 20)
    const { statuses } = await diskFullDrill(disk!, { rounds: 1, clients: 4 })
    expect(statuses[503]).toBeGreaterThanOrEqual(50)
  },
  60_000,
)

test('a lock held elsewhere for a moment refuses nobody', async () => {
  const { statuses, reads } = await lockDrill({ lockMs: 1_000, clients: 4 })
  expect(statuses[503]).toBeUndefined()
  expect(reads).toBeGreaterThan(10)
}, 60_000)

test('a greedy credential refuses nothing to a modest one, with limits and without', async () => {
  const { limited, free } = await greedyDrill({ seconds: 1, connections: 16 })
  for (const { statuses } of [limited, free]) {
    expect(statuses[200]).toBeGreaterThan(0)
    expect(statuses[201]).toBeGreaterThan(0)
  }
}, 60_000)

test('a change of the leads reaches every one of many reminders, and old ones are retired', async () => {
  const { addLead, retire } = await manyRemindersDrill({ waiting: 2_000, done: 2_000 })
  expect(addLead.steps).toBeGreaterThan(5)
  expect(retire.steps).toBeGreaterThan(10)
}, 60_000)

test('SIGTERM under load loses no acknowledged write and resets no connection', async () => {
  const { acknowledged } = await sigtermDrill({ rounds: 2, clients: 8 })
  expect(acknowledged).toBeGreaterThan(20)
}, 60_000)

test('memory and open files stay where they are under a long load', async () => {
  expect((await soakDrill({ requests: 3_000, clients: 8 })).acknowledged).toBeGreaterThan(500)
}, 60_000)

test('callers who read a long calendar at once get it whole, and another caller is answered meanwhile', async () => {
  const { bytes } = await longListsDrill({ entries: 10_000, long: 40, readers: 2, idle: 8 })
  expect(new Set(bytes).size).toBe(1)
}, 60_000)

test('searches for names next door are timed in pairs', async () => {
  const { z } = await searchPrivacyDrill({ pairs: 200, bearers: 2 })
  expect(z).toBeFinite()
}, 60_000)

test('many reminders that fall due beside a trickle are sent eight at a time', async () => {
  const { mostInProgress, copies } = await trickleDrill({ burst: 40, trickle: 20, mailMs: 200 })
  expect({ mostInProgress, copies }).toEqual({ mostInProgress: 8, copies: 0 })
}, 60_000)

test('a practice with few reminders due is done before a neighbour with many', async () => {
  const { sentInAll } = await neighboursDrill({ large: 100, small: 5, textMs: 20 })
  // A turn each, and the places that the first claims fill.
  expect(sentInAll).toBeLessThanOrEqual(2 * 5 + 2 * 8)
}, 60_000)
