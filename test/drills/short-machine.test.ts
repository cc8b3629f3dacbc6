/** Short forms of the drills of processes, disks and locks. `bun run drill` runs the full drills. */
import { expect, test } from 'bun:test'
import { diskFullDrill, mayMount, smallDisk } from './disk-full.ts'
import { fullVolumeDrill } from './full-volume.ts'
import { killDrill } from './kill.ts'
import { lockDrill } from './lock.ts'
import { sigtermDrill } from './sigterm.ts'
import { hasProxy, upgradesDrill } from './upgrades.ts'

test('kill -9 under mixed load loses nothing that was acknowledged', async () => {
  const { acknowledged } = await killDrill({ rounds: 3 })
  expect(acknowledged).toBeGreaterThan(50)
})

test.skipIf(!mayMount())(
  'a volume that is full to the last byte refuses writes, starts, serves reads and heals',
  async () => {
    using volume = smallDisk(100 << 20)
    const { refused } = await fullVolumeDrill(volume!, { rounds: 2, clients: 2 })
    expect(refused).toBeGreaterThanOrEqual(100)
  },
)

test.skipIf(!mayMount())('a full disk refuses writes, answers reads and heals', async () => {
  using disk = smallDisk(24 << 20)
  const { statuses } = await diskFullDrill(disk!, { rounds: 1, clients: 4 })
  expect(statuses[503]).toBeGreaterThanOrEqual(50)
})

test('a lock held elsewhere for a moment refuses nobody', async () => {
  const { statuses, reads } = await lockDrill({ lockMs: 1_000, clients: 4 })
  expect(statuses[503]).toBeUndefined()
  expect(reads).toBeGreaterThan(10)
})

test('SIGTERM under load loses no acknowledged write and resets no connection', async () => {
  const { acknowledged } = await sigtermDrill({ rounds: 2, clients: 8 })
  expect(acknowledged).toBeGreaterThan(20)
})

test.skipIf(!hasProxy('haproxy'))(
  '§12 Behind HAProxy, requests wait while the service restarts, and no request fails.',
  async () => {
    const { failed, statuses } = await upgradesDrill({ proxy: 'haproxy', rounds: 2, clients: 8 })
    expect(statuses[201]).toBeGreaterThan(20)
    expect(failed).toBe(0)
  },
)
