import { afterEach, expect, test } from 'bun:test'
import { networkInterfaces } from 'node:os'
import type { BackupState } from '../../src/health/backup-state.ts'
import { Beats } from '../../src/health/beats.ts'
import { Checks } from '../../src/health/checks.ts'
import { createMetrics } from '../../src/health/metrics.ts'
import { Pulse } from '../../src/health/pulse.ts'
import { healthRoutes, operatorServer } from '../../src/health/routes.ts'
import { startReminders } from '../../src/jobs/reminders.ts'
import { notFound } from '../support/answers.ts'
import { wholeBackup } from '../support/backup-states.ts'
import { booked, due } from '../support/booked.ts'
import { client } from '../support/client.ts'
import { clinic } from '../support/clinic.ts'
import { reminding } from '../support/reminding.ts'
import { until } from '../support/until.ts'

const opened: (() => unknown)[] = []
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close()
})

const halfAnHour = 1_800_000

/**
 * The clinic's service with its health routes and the operator's port. It listens on all addresses or on `hostname`.
 */
async function listening(owns?: () => boolean, hostname = '0.0.0.0') {
  const c = await clinic()
  opened.push(() => c[Symbol.asyncDispose]())
  const now = () => c.clock.now
  const beats = new Beats(now)
  const pulse = new Pulse(now)
  // The clinic's writer does not report its transactions.
  const beat = (at: number) =>
    c.store.installation.beat(at).then(() => pulse.watch({ writes: 1, changed: true }))
  let backup: BackupState = { ...wholeBackup(0), verifiedAt: now() }
  const health = {
    now,
    startedAt: now(),
    beats,
    writable: () => pulse.check({ beat }),
    backups: () => backup,
    owns,
  }
  const metrics = createMetrics(c.path, beats)
  metrics.readFrom({
    channels: () => [],
    late: (channel) => c.store.dueNotices.late(channel, now()),
    backups: undefined,
  })
  c.app.use(healthRoutes(health, undefined, new Checks())).listen({ hostname, port: 0 })
  const operator = operatorServer({ host: '127.0.0.1', port: 0 }, health, metrics)
  opened.push(
    () => operator.stop(true),
    () => c.app.server?.stop(true),
  )
  const at = (host: string) =>
    client((request) => fetch(request), undefined, `http://${host}:${c.app.server!.port}`)
  return {
    c,
    beats,
    at,
    backupIs: (state: Partial<BackupState>) => {
      backup = { ...backup, ...state }
    },
    ready: async () => {
      const [here, operators] = await Promise.all([
        at('127.0.0.1')('GET', '/readyz'),
        fetch(`http://127.0.0.1:${operator.port}/readyz`),
      ])
      return { here: here.status, operators: operators.status, ...((await operators.json()) as object) }
    },
  }
}

test('the service is not ready when a loop has not run for half an hour', async () => {
  const { c, beats, ready } = await listening()
  expect(await ready()).toMatchObject({ here: 200, operators: 200, loops: { late: [] } })
  const deps = reminding(c).deps
  const loop = startReminders(deps, (name) => beats.beat(name, halfAnHour))
  // The loops stop before their first tick, so they never tick.
  await loop.stop()
  expect(await ready()).toMatchObject({ here: 200, operators: 200, status: 'ready' })
  c.clock.now += halfAnHour + 1
  expect(await ready()).toMatchObject({
    here: 503,
    operators: 503,
    status: 'unavailable',
    loops: { late: ['reminders by email', 'reminders by sms'] },
  })
  beats.beat('reminders by email', halfAnHour)
  beats.beat('reminders by sms', halfAnHour)
  expect(await ready()).toMatchObject({ here: 200, operators: 200, status: 'ready' })
})

test('the service stays ready while the mail server is slow', async () => {
  const { c, beats, ready } = await listening()
  const begun = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  const email = () => {
    begun.resolve()
    return end.promise
  }
  const { deps } = reminding(c, { channels: { email }, deliveryMs: 60_000 })
  await booked(c)
  c.clock.now = due
  const loops = startReminders(deps, (name) => beats.beat(name, halfAnHour))
  await begun.promise
  c.clock.now += halfAnHour + 1
  expect(await ready()).toMatchObject({ here: 503, status: 'unavailable' })
  // The next tick shows that the loop runs, although the delivery still lasts.
  await until('the next tick', () => beats.late().length === 0)
  expect(loops.channels).toContainEqual({ channel: 'email', inDelivery: 1, awayMs: 0 })
  expect(await ready()).toMatchObject({ here: 200, loops: { late: [] } })
  end.resolve()
  await loops.stop()
})

test("§13 A damaged backup fails the operator's check of readiness, and no other check.", async () => {
  const { backupIs, ready } = await listening()
  backupIs({ fault: 'it is damaged' })
  expect(await ready()).toMatchObject({ here: 200, operators: 503, status: 'degraded' })
  backupIs({ fault: null })
  expect(await ready()).toMatchObject({ here: 200, operators: 200, status: 'ready' })
})

const outside = Object.values(networkInterfaces())
  .flat()
  .find((one) => one?.family === 'IPv4' && !one.internal)?.address

test.skipIf(outside === undefined)('/readyz answers 404 to other machines', async () => {
  const { at } = await listening()
  notFound(await at(outside!)('GET', '/readyz'))
  expect((await at(outside!)('GET', '/livez')).status).toBe(200)
})

test.skipIf(outside === undefined)(
  '/readyz answers this machine also when the service listens only at one address of the machine',
  async () => {
    const { at } = await listening(undefined, outside!)
    expect((await at(outside!)('GET', '/readyz')).status).toBe(200)
    notFound(await at(outside!)('GET', '/readyz', undefined, { 'X-Real-IP': '192.0.2.7' }))
  },
)

test('§12.4 A proxy asks at `/livez/owner` which of two machines owns its practices.', async () => {
  let owns = true
  const { at } = await listening(() => owns)
  const status = async () =>
    (await at('127.0.0.1')('GET', '/livez/owner', undefined, { 'X-Forwarded-For': '192.0.2.7' })).status
  expect(await status()).toBe(200)
  owns = false
  expect(await status()).toBe(503)
})

test('without failover there is no `/livez/owner`', async () => {
  const { at } = await listening()
  notFound(await at('127.0.0.1')('GET', '/livez/owner'))
})

test('many checks of readiness cause at most one write in three seconds', async () => {
  let writes = 0
  let clock = 1_000_000
  const pulse = new Pulse(() => clock)
  const failing = {
    async beat() {
      writes++
      throw new Error('disk full')
    },
  }
  const ask = () => Promise.all([pulse.check(failing), pulse.check(failing), pulse.check(failing)])
  expect(await ask()).toEqual([false, false, false])
  expect(await ask()).toEqual([false, false, false])
  expect(writes).toBe(1)
  clock += 3_000
  expect(await ask()).toEqual([false, false, false])
  expect(writes).toBe(2)
  // When the write of a request has succeeded, a check needs no write.
  pulse.watch({ writes: 1, changed: true })
  expect(await ask()).toEqual([true, true, true])
  expect(writes).toBe(2)
})
