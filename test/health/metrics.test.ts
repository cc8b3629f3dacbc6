import { expect, test } from 'bun:test'
import { DeliveryFailure } from '../../src/delivery/delivery.ts'
import type { BackupState } from '../../src/health/backup-state.ts'
import { Beats } from '../../src/health/beats.ts'
import { createMetrics } from '../../src/health/metrics.ts'
import { unknownBackup, wholeBackup } from '../support/backup-states.ts'
import { booked, due } from '../support/booked.ts'
import { type Clinic, clinic, freshDatabasePath } from '../support/clinic.ts'
import { reminding } from '../support/reminding.ts'
import { until } from '../support/until.ts'

const minute = 60_000

/** The metrics of a service whose backup has this state, in the format of Prometheus. */
function textOf(backup: BackupState): Promise<string> {
  const metrics = createMetrics(freshDatabasePath(), new Beats(() => 0))
  metrics.readFrom({ channels: () => [], late: () => ({ count: 0, lateMs: 0 }), backups: () => backup })
  return metrics.text()
}

/** A sender whose mail server works, is away or is slow, as the test sets it, and the metrics of the sender. */
function measured(c: Clinic) {
  let mail: 'works' | 'is away' | 'is slow' = 'works'
  const answered = Promise.withResolvers<void>()
  const email = async () => {
    if (mail === 'is away') throw new DeliveryFailure({ error: 'unreachable', verdict: 'away' })
    if (mail === 'is slow') await answered.promise
  }
  const metrics = createMetrics(c.path, new Beats(() => c.clock.now))
  const r = reminding(c, { channels: { email }, count: metrics.reminded, deliveryMs: minute })
  metrics.readFrom({
    channels: () => Object.values(r.senders).map(({ state }) => state),
    late: (channel) => c.store.dueNotices.late(channel, c.clock.now),
    backups: undefined,
  })
  const values = async () => {
    const lines = (await metrics.text()).split('\n').filter((line) => /^chairside_(rem|prov)/.test(line))
    const samples = lines.map((line) => line.replace('chairside_', '').split(' ') as [string, string])
    return Object.fromEntries(samples.filter(([, value]) => value !== '0'))
  }
  return {
    ...r,
    answered,
    values,
    text: metrics.text,
    mailIs: (state: typeof mail) => {
      mail = state
    },
  }
}

test('§13 The metrics show which work is late, for how long, and that a provider is away.', async () => {
  await using c = await clinic()
  const m = measured(c)
  for (let i = 0; i < 3; i++) await booked(c, { notifyBySms: false })
  expect(await m.values()).toEqual({})

  m.mailIs('is away')
  c.clock.now = due
  await m.round()
  c.clock.now = due + 5 * minute
  expect(await m.values()).toEqual({
    'reminders_total{channel="email",outcome="away"}': '3',
    'reminders_total{channel="sms",outcome="skipped"}': '3',
    'reminders_late{channel="email"}': '3',
    'reminders_late_seconds{channel="email"}': '300',
    'provider_away_seconds{channel="email"}': '300',
  })

  m.mailIs('works')
  c.clock.now = due + 20 * minute
  await m.round()
  expect(await m.values()).toEqual({
    'reminders_total{channel="email",outcome="away"}': '3',
    'reminders_total{channel="email",outcome="sent"}': '3',
    'reminders_total{channel="sms",outcome="skipped"}': '3',
  })
})

test('the metrics show how many deliveries are in progress', async () => {
  await using c = await clinic()
  const m = measured(c)
  for (let i = 0; i < 2; i++) await booked(c, { notifyBySms: false })
  m.mailIs('is slow')
  c.clock.now = due
  await m.senders.email.tick()
  const inDelivery = async () => (await m.values())['reminders_in_delivery{channel="email"}']
  await until('two deliveries', async () => (await inDelivery()) === '2')
  m.answered.resolve()
  await m.senders.email.idle()
  expect(await m.values()).toEqual({ 'reminders_total{channel="email",outcome="sent"}': '2' })
})

test('the metrics have a count of 0 for each outcome before the first delivery', async () => {
  await using c = await clinic()
  const text = await measured(c).text()
  expect(text).toContain('chairside_reminders_total{channel="email",outcome="uncertain"} 0')
  expect(text).toContain('chairside_reminders_total{channel="sms",outcome="dead"} 0')
  expect(text).not.toContain('chairside_reminders{')
})

test('§13 `/metrics` shows whether Litestream runs, whether the claim is confirmed, and how many changes wait.', async () => {
  const backup = { ...wholeBackup(1_000), behind: 7 }
  const told = async (state: BackupState) => {
    const text = await textOf(state)
    return ['litestream_running', 'claim_confirmed', 'replica_behind_transactions'].map(
      (name) => new RegExp(`^chairside_${name} (.*)$`, 'm').exec(text)?.[1],
    )
  }
  expect(await told(backup)).toEqual(['1', '1', '7'])
  expect(await told({ ...backup, streams: false, confirmed: false, behind: 0 })).toEqual(['0', '0', '0'])
  expect(await told(unknownBackup)).toEqual(['0', 'Nan', 'Nan'])
})

test('the alert rules in the guide name metrics that exist, and have a summary for the operator', async () => {
  const guide = await Bun.file('src/doctor/README.md').text()
  const text = /```yaml\n(groups:\n[\s\S]*?)```/.exec(guide)![1]!
  const { groups } = Bun.YAML.parse(text) as {
    groups: { rules: { alert: string; expr: string; for: string; annotations: { summary: string } }[] }[]
  }
  const rules = groups.flatMap((group) => group.rules)
  const there = (await textOf(unknownBackup)).matchAll(/^# TYPE (\w+)/gm).map(([, name]) => name)
  const names = new Set(there)
  const named = rules.flatMap(({ expr }) => expr.match(/chairside_\w+/g) ?? [])
  expect(named.filter((name) => !names.has(name))).toEqual([])
  for (const name of ['litestream_running', 'claim_confirmed', 'replica_behind_transactions'])
    expect(named).toContain(`chairside_${name}`)
  for (const rule of rules) expect(rule.annotations.summary).toEndWith('.')
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length)
})
