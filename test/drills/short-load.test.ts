/** Short forms of the drills of load and of long lists. `bun run drill` runs the full drills. */
import { expect, test } from 'bun:test'
import { floodsDrill } from './floods.ts'
import { greedyDrill } from './greedy.ts'
import { longListsDrill } from './long-lists.ts'
import { manyRemindersDrill } from './many-reminders.ts'
import { searchPrivacyDrill } from './search-privacy.ts'
import { neighboursDrill, trickleDrill } from './slow-provider.ts'
import { soakDrill } from './soak.ts'
import { streamsDrill } from './streams.ts'

test('a greedy credential refuses nothing to a modest one, with limits and without', async () => {
  const { limited, free } = await greedyDrill({ seconds: 1, connections: 16 })
  for (const { statuses } of [limited, free]) {
    expect(statuses[200]).toBeGreaterThan(0)
    expect(statuses[201]).toBeGreaterThan(0)
  }
})

test('§8 A server with 512 MB of memory survives every flood of requests, and refuses no request of another practice.', async () => {
  const figures = await floodsDrill({ seconds: 0.4, versions: 20, appointments: 10 })
  expect(figures).toHaveLength(11)
})

test('a change of the leads reaches every one of many reminders, and old ones are retired', async () => {
  const { addLead, retire } = await manyRemindersDrill({ waiting: 2_000, done: 2_000 })
  expect(addLead.steps).toBeGreaterThan(5)
  expect(retire.steps).toBeGreaterThan(10)
})

test('memory and open files stay where they are under a long load', async () => {
  expect((await soakDrill({ requests: 3_000, clients: 8 })).acknowledged).toBeGreaterThan(500)
})

test('callers who read a long calendar at once get it whole, and another caller is answered meanwhile', async () => {
  const { bytes } = await longListsDrill({ entries: 10_000, long: 40, readers: 2, idle: 8 })
  expect(new Set(bytes).size).toBe(1)
})

test('searches for names next door are timed in pairs', async () => {
  const { z } = await searchPrivacyDrill({ pairs: 200, bearers: 2 })
  expect(z).toBeFinite()
})

test('§6.3 All due reminders are delivered at the same time, up to eight at a time by each channel.', async () => {
  const { mostInProgress, copies } = await trickleDrill({ burst: 40, trickle: 20, mailMs: 200 })
  expect({ mostInProgress, copies }).toEqual({ mostInProgress: 8, copies: 0 })
})

test('a practice with few reminders due is done before a neighbour with many', async () => {
  const { sentInAll } = await neighboursDrill({ large: 100, small: 5, textMs: 20 })
  // The two practices take turns, which makes at most 2 × 5 texts. The first claims add at most 2 × 8.
  expect(sentInAll).toBeLessThanOrEqual(2 * 5 + 2 * 8)
})

test('each booking reaches every open stream', async () => {
  const { streams } = await streamsDrill({ streams: 30, bookings: 20, rounds: 1 })
  expect(streams).toBe(30)
})
