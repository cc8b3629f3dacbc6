import { expect, test } from 'bun:test'
import { DeliveryFailure } from '../../src/delivery/delivery.ts'
import type { FailedTry } from '../../src/domain/reminders/retry.ts'
import { type ProviderChange, ProviderWatch } from '../../src/jobs/provider-watch.ts'
import { booked, due, nine } from '../support/booked.ts'
import { clinic } from '../support/clinic.ts'
import { reminding } from '../support/reminding.ts'
import { minute } from './sending.ts'

function watching() {
  const news: ProviderChange[] = []
  const clock = { now: 1_000_000 }
  const watch = new ProviderWatch(
    'email',
    () => clock.now,
    (one) => news.push(one),
  )
  return { news, clock, watch }
}

test('§6.3 A provider that cannot be reached is reported once, and reported once more when it is back.', () => {
  const { news, clock, watch } = watching()
  for (let i = 0; i < 5; i++) {
    watch.wasAway('unreachable', 'one')
    clock.now += 10 * minute
  }
  const away = { channel: 'email', is: 'away', error: 'unreachable' } as const
  expect(news).toEqual([away])
  expect(watch.awayMs).toBe(50 * minute)
  watch.answered()
  watch.answered()
  expect(news).toEqual([away, { channel: 'email', is: 'back', awayMs: 50 * minute }])
  expect(watch.awayMs).toBe(0)
})

test('failures of one or two messages do not make the provider count as away while other messages go out', () => {
  const { news, clock, watch } = watching()
  for (let i = 0; i < 10; i++) {
    watch.answered()
    watch.wasAway('smtp_550', 'one')
    clock.now += 1_000
    watch.wasAway('smtp_550', 'two')
  }
  expect([news, watch.awayMs]).toEqual([[], 0])
  watch.wasAway('smtp_421', 'three')
  expect(news).toMatchObject([{ is: 'away', error: 'smtp_421' }])
  // The outage counts from the first of the three failures.
  expect(watch.awayMs).toBe(1_000)
})

test('one failed try makes the provider count as away when no message has got through for a minute', () => {
  const { news, clock, watch } = watching()
  watch.answered()
  clock.now += minute - 1
  watch.wasAway('timeout', 'one')
  expect(news).toEqual([])
  watch.answered()
  clock.now += minute
  watch.wasAway('timeout', 'one')
  expect(news).toHaveLength(1)
})

test('one message that is refused again and again does not make the provider count as away', () => {
  const { news, clock, watch } = watching()
  for (let i = 0; i < 60; i++) {
    watch.wasAway('smtp_550', 'one')
    clock.now += 10 * minute
    if (i % 7 === 0) watch.answered()
  }
  expect([news, watch.awayMs]).toEqual([[], 0])
  watch.wasAway('smtp_550', 'two')
  expect(news).toEqual([])
  watch.wasAway('smtp_550', 'three')
  expect(news).toMatchObject([{ is: 'away', error: 'smtp_550' }])
})

test.each([
  ['timeout', true],
  ['unreachable', true],
  ['tls_failed', true],
  ['no_tls', true],
  ['smtp_421', true],
  ['smtp_535', true],
  ['http_401', true],
  ['http_503', true],
  ['smtp_550', false],
  ['smtp_554', false],
  ['http_404', false],
])(
  'when nothing was sent before, one try that ends with %s makes the provider count as away: %p',
  (error, away) => {
    const { news, watch } = watching()
    watch.wasAway(error, 'one')
    expect(news).toHaveLength(away ? 1 : 0)
  },
)

test('one address whose mail server refuses every try does not make the provider count as away', async () => {
  await using c = await clinic({ atAnyHour: true })
  await booked(c, { notifyBySms: false, email: 'bad@example.org' })
  for (let i = 1; i <= 20; i++) {
    const startAt = new Date(nine + i * 30 * minute).toISOString()
    const endAt = new Date(nine + (i * 30 + 1) * minute).toISOString()
    await booked(c, { notifyBySms: false }, { startAt, endAt })
  }
  let tries = 0
  const email = async ({ to }: { to: string }) => {
    if (!to.startsWith('bad')) return
    tries++
    throw new DeliveryFailure({ error: 'smtp_550', verdict: 'away' })
  }
  const r = reminding(c, { channels: { email } })
  for (let now = due; now < due + 10.5 * 60 * minute; now += 5 * minute) {
    c.clock.now = now
    await r.round()
  }
  expect(tries).toBeGreaterThan(40)
  expect(r.providerNews).toEqual([])
})

test('the outcome of a delivery decides whether the provider counts as away or back', async () => {
  await using c = await clinic()
  let answer: FailedTry | Error | undefined
  const email = async () => {
    if (answer) throw answer instanceof Error ? answer : new DeliveryFailure(answer)
  }
  const r = reminding(c, { channels: { email } })
  c.clock.now = due
  const deliver = async (next: typeof answer) => {
    answer = next
    c.clock.now = due - 1
    await booked(c, { notifyBySms: false })
    c.clock.now = due + minute
    await r.round()
    return r.providerNews.at(-1)?.is === 'away'
  }
  const away = { error: 'unreachable', verdict: 'away' } as const
  expect(await deliver(away)).toBe(true)
  // An error in the service, or a missing answer, does not show that the provider is back.
  expect(await deliver(new TypeError('ours'))).toBe(true)
  expect(await deliver({ error: 'timeout', verdict: 'unknown' })).toBe(true)
  expect(await deliver({ error: 'smtp_550', verdict: 'refused' })).toBe(false)
  expect(r.providerNews.map(({ is }) => is)).toEqual(['away', 'back'])
  expect(await deliver({ error: 'smtp_450', verdict: 'failed' })).toBe(false)
  expect(await deliver(undefined)).toBe(false)
  expect(r.outcomes.filter((one) => one.startsWith('email'))).toEqual([
    'email away',
    'email failed',
    'email uncertain',
    'email dead',
    'email failed',
    'email sent',
  ])
})
