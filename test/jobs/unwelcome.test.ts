/** When a provider refuses all messages, pauses grow. One message of a practice tries, and the others wait. */
import { expect, test } from 'bun:test'
import { openChannels } from '../../src/delivery/channels.ts'
import { DeliveryFailure } from '../../src/delivery/delivery.ts'
import { smtpMailer } from '../../src/delivery/smtp.ts'
import { booked, due, nine, reachable } from '../support/booked.ts'
import { type Clinic, clinic } from '../support/clinic.ts'
import { mailServer } from '../support/mail-server.ts'
import { newEntry, newPatient } from '../support/records.ts'
import { reminding } from '../support/reminding.ts'
import { day, failing, hour, minute } from './sending.ts'

const smsToo = { notifyBySms: false }
const far = {
  startAt: new Date(nine + 3 * day).toISOString(),
  endAt: new Date(nine + 3 * day + hour).toISOString(),
}

/** Moves the clock on in steps of five minutes, and sends what is due after each step. */
async function pass(c: Clinic, r: ReturnType<typeof reminding>, ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 5 * minute) {
    c.clock.now += Math.min(left, 5 * minute)
    await r.round()
  }
}

const bookMany = async (c: Clinic, count: number, call = c.owner.call, email = 'zoe@example.org') => {
  for (let i = 0; i < count; i++) {
    const { id: patientId } = await newPatient(call, { ...reachable, ...smsToo, email })
    await newEntry(call, { patientId, ...far })
  }
}
const dueFar = nine + 2 * day

test('§6.3 When the provider refuses for a reason on our side, the try does not count. The pauses grow to two hours.', async () => {
  await using c = await clinic({ atAnyHour: true })
  const r = failing(c, { error: 'smtp_550', verdict: 'unwelcome' })
  const { id } = await booked(c, smsToo)
  c.clock.now = due
  const pauses: number[] = []
  while (pauses.length < 9) {
    await r.round()
    expect(r.notice(id)).toMatchObject({ state: 'scheduled', attempts: 0, lastError: 'smtp_550' })
    pauses.push((r.notice(id).nextAttemptAt - c.clock.now) / minute)
    c.clock.now = r.notice(id).nextAttemptAt
  }
  expect(pauses.map(Math.round)).toEqual([8, 8, 11, 20, 34, 60, 90, 90, 90])
  // The last try is half a minute before it is too late.
  for (;;) {
    await r.round()
    if (r.notice(id).state !== 'scheduled') break
    c.clock.now = r.notice(id).nextAttemptAt
  }
  expect(c.clock.now).toBe(nine - 10.5 * minute)
  expect(r.notice(id)).toMatchObject({ state: 'dead', reason: 'provider_away' })
})

const refusals: [string, 'onRcptTo' | 'onData', number, string][] = [
  ['will not relay', 'onRcptTo', 554, '5.7.1 Relay access denied'],
  ['says that the daily limit is reached', 'onRcptTo', 550, '5.4.5 Daily user sending limit exceeded'],
  ['refuses the content', 'onData', 554, '5.7.1 Message rejected as spam by content filtering'],
  ['has enough for now', 'onData', 452, '4.5.3 Domain policy limits, try again later'],
]

test.each(refusals)(
  'a mail server that %s all day gets few tries of fifty mails, and gets all mails when it accepts them again',
  async (_, step, responseCode, words) => {
    await using c = await clinic({ atAnyHour: true })
    let well = false
    let refused = 0
    let most = 0
    const refuse = () => {
      refused++
      return Object.assign(new Error(words), { responseCode })
    }
    await using server = await mailServer({
      ...(step === 'onRcptTo' && { onRcptTo: (_, __, done) => done(well ? null : refuse()) }),
      ...(step === 'onData' && {
        onData(stream, _, done) {
          stream.resume()
          stream.on('end', () => done(well ? null : refuse()))
        },
      }),
    })
    const from = 'Praxis <reminders@clinic.example>'
    const mailer = smtpMailer({ url: server.url, from })
    const channels = openChannels({ mailer, sms: undefined }, Date.now, () => undefined)
    const r = reminding(c, { channels, deliveryMs: 60_000 })
    await bookMany(c, 50)
    c.clock.now = dueFar
    await r.round()
    const first = refused
    // About as many tries as deliveries that run at the same time.
    expect(first).toBeLessThanOrEqual(10)
    for (let i = 0; i < 24; i++) {
      const before = refused
      await pass(c, r, 15 * minute)
      most = Math.max(most, refused - before)
    }
    // Tries of fifty mails every five to ten minutes for six hours would be about 2,000.
    expect(refused).toBeLessThan(first + 10)
    expect(most).toBeLessThanOrEqual(2)
    well = true
    await pass(c, r, 4 * hour)
    expect(r.outcomes.filter((one) => one === 'email sent')).toHaveLength(50)
  },
)

test('a practice whose e-mails are refused holds up neither another practice nor its own text messages', async () => {
  await using c = await clinic({ atAnyHour: true })
  const sent: string[] = []
  const email = async ({ to }: { to: string }) => {
    if (to.startsWith('bad')) throw new DeliveryFailure({ error: 'smtp_554', verdict: 'unwelcome' })
    sent.push(to)
  }
  const r = reminding(c, { channels: { email } })
  await bookMany(c, 30, c.owner.call, 'bad@example.org')
  await booked(c, { email: 'bad@example.org' }, { startAt: far.startAt, endAt: far.endAt })
  c.clock.now = dueFar
  await pass(c, r, hour)
  expect(sent).toEqual([])
  expect(r.texts).toHaveLength(1)
  const startAt = new Date(c.clock.now + day + minute).toISOString()
  const { id: patientId } = await newPatient(c.stranger.call, {
    ...reachable,
    ...smsToo,
    email: 'well@example.org',
  })
  await newEntry(c.stranger.call, {
    patientId,
    startAt,
    endAt: new Date(c.clock.now + day + hour).toISOString(),
  })
  await pass(c, r, 5 * minute)
  expect(sent).toEqual(['well@example.org'])
})

test('two refused mails do not hold up the other mails of the practice', async () => {
  await using c = await clinic({ atAnyHour: true })
  const sent: string[] = []
  const email = async ({ to }: { to: string }) => {
    if (to.startsWith('bad')) throw new DeliveryFailure({ error: 'smtp_554', verdict: 'unwelcome' })
    sent.push(to)
  }
  const r = reminding(c, { channels: { email } })
  await bookMany(c, 2, c.owner.call, 'bad@example.org')
  await bookMany(c, 40)
  c.clock.now = dueFar
  await r.round()
  expect(sent).toHaveLength(40)
})

test('a rest that began before the clock was set back ends after its usual time', async () => {
  await using c = await clinic({ atAnyHour: true })
  let well = false
  const email = async () => {
    if (!well) throw new DeliveryFailure({ error: 'smtp_550', verdict: 'unwelcome' })
  }
  const r = reminding(c, { channels: { email } })
  await bookMany(c, 30)
  c.clock.now = dueFar + 10 * hour
  await r.round()
  well = true
  c.clock.now = dueFar
  await pass(c, r, 3 * hour)
  expect(r.outcomes.filter((one) => one === 'email sent')).toHaveLength(30)
})

test('all messages of a practice are tried when the provider cannot be reached', async () => {
  await using c = await clinic({ atAnyHour: true })
  const r = failing(c, { error: 'unreachable', verdict: 'away' })
  await bookMany(c, 20)
  c.clock.now = dueFar
  await r.round()
  expect(r.outcomes.filter((one) => one === 'email away')).toHaveLength(20)
})
