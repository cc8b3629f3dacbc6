/**
 * The provider is away for six hours, a day before the appointments. Afterwards, everything is sent, and nothing twice.
 */
import { expect, test } from 'bun:test'
import type { Channels } from '../../../src/delivery/delivery.ts'
import { twilioSms } from '../../../src/delivery/twilio.ts'
import { webhookSms } from '../../../src/delivery/webhook.ts'
import { blackHole } from '../../support/black-hole.ts'
import { certifiedFor } from '../../support/certificates.ts'
import { clinic } from '../../support/clinic.ts'
import { lineServer } from '../../support/line-server.ts'
import { mailServer } from '../../support/mail-server.ts'
import { smsGateway } from '../../support/sms-gateway.ts'
import { course, mailBy, patient, type Seen } from './course.ts'
import { type Script, scriptedMail } from './scripted-mail.ts'

const sixHours = 360
const appointments = 3
/**
 * Timeouts that are long enough for the answer of a local server. With a server that hangs, about 150 tries time out.
 */
const short = { connectMs: 60, replyMs: 60, acceptMs: 60 }

type Outage = AsyncDisposable & { readonly url: string; readonly kept?: unknown[] }

const scripted = (script: Script) => () => scriptedMail(() => script)
/** The address in a form that the service treats as another machine, so the service asks for encryption. */
const elsewhere = (url: string) => url.replace('127.0.0.1', '0.0.0.0')

const mailOutages: [string, string, () => Promise<Outage>, typeof short][] = [
  ['drops every packet', 'timeout', () => hole('smtp'), short],
  ['does not listen', 'unreachable', async () => nobody('smtp'), patient],
  ['hangs before its greeting', 'timeout', scripted({ greeting: 'hang' }), short],
  ['hangs in TLS', 'timeout', scripted({ STARTTLS: { says: '220 Go ahead' } }), short],
  ['hangs up', 'unreachable', scripted({ greeting: 'hang up' }), patient],
  ['hangs up at RCPT', 'unreachable', scripted({ RCPT: 'hang up' }), patient],
  ['is shutting down', 'smtp_421', scripted({ greeting: { says: '421 4.3.2 Shutting down' } }), patient],
  ['has trouble', 'smtp_451', scripted({ RCPT: { says: '451 4.3.0 Temporary lookup failure' } }), patient],
  ['takes no more', 'smtp_550', scripted({ RCPT: { says: '550 5.4.5 Daily limit exceeded' } }), patient],
  ['will not relay', 'smtp_554', scripted({ RCPT: { says: '554 5.7.1 Relay access denied' } }), patient],
  ['finds us unsigned', 'smtp_550', scripted({ message: { says: '550 5.7.26 DMARC' } }), patient],
  ['has a certificate that nobody issued', 'tls_failed', uncertified, patient],
  ['lost its encryption', 'no_tls', unencrypted, patient],
]

async function hole(scheme: string): Promise<Outage> {
  const { port, ...rest } = await blackHole()
  return { url: `${scheme}://127.0.0.1:${port}`, ...rest }
}

const nobody = (scheme: string): Outage => ({
  url: `${scheme}://127.0.0.1:1`,
  [Symbol.asyncDispose]: () => Promise.resolve(),
})

async function uncertified(): Promise<Outage> {
  const { url, received, ...rest } = await mailServer({ disabledCommands: [] })
  return { url: elsewhere(url), kept: received, ...rest }
}

async function unencrypted(): Promise<Outage> {
  const { url, kept, ...rest } = await scriptedMail(() => ({}))
  return { url: elsewhere(url), kept, ...rest }
}

/** Errors of a provider that refuses us again and again. After these errors, the pauses grow to two hours. */
const refusals = /^(smtp_5|http_40)/

/** Expects that every reminder waited without a counted try, and went out at its first try after the outage. */
function allSentAfterwards(seen: readonly (readonly Seen[])[], lastError: string): void {
  expect(seen).toHaveLength(appointments)
  for (const rounds of seen) {
    const during = rounds.filter(({ minutes }) => minutes < sixHours)
    const grows = refusals.test(lastError)
    if (grows) expect(during.length).toBeWithin(6, 12)
    else expect(during.length).toBeGreaterThan(30)
    expect(new Set(during.map((one) => [one.state, one.reason, one.attempts, one.lastError].join()))).toEqual(
      new Set([`scheduled,,0,${lastError}`]),
    )
    const last = rounds.at(-1)!
    expect(last).toMatchObject({ state: 'sent', reason: null, attempts: 1, lastError: null })
    expect(last.minutes).toBeLessThan(sixHours + (grows ? 120 : 10))
  }
}

test.each(mailOutages)(
  '§6.3 When a mail server is in trouble for six hours, no mail is lost and no mail arrives twice. %s',
  async (_, lastError, outage, waits) => {
    await using c = await clinic()
    await using away = await outage()
    await using well = await mailServer()
    const { seen } = await course(
      c,
      'email',
      (minutes) => (minutes < sixHours ? mailBy(away.url, waits) : mailBy(well.url, patient)),
      appointments,
    )
    allSentAfterwards(seen, lastError)
    expect(away.kept ?? []).toEqual([])
    expect(well.received.flatMap(({ to }) => to).sort()).toEqual([
      'zoe0@example.org',
      'zoe1@example.org',
      'zoe2@example.org',
    ])
  },
)

const secret = `whsec_${Buffer.alloc(24, 1).toString('base64')}`
const account = { accountSid: `AC${'0'.repeat(32)}`, authToken: 'secret', from: 'Praxis' }
const webhook = (url: string, waitMs: number): Partial<Channels> => ({
  sms: webhookSms({ url, secret }, Date.now, { waitMs }),
})
const twilio = (url: string, waitMs: number): Partial<Channels> => ({
  sms: twilioSms({ ...account, url }, { waitMs }),
})

const answering =
  (status: number, headers = {}) =>
  async (): Promise<Outage> =>
    smsGateway(() => new Response(null, { status, headers }))

const gatewayOutages: [string, string, () => Promise<Outage>, number][] = [
  ['drops every packet', 'timeout', () => hole('http'), 60],
  ['does not listen', 'unreachable', async () => nobody('http'), 5_000],
  ['hangs in TLS', 'timeout', hangingInTls, 60],
  ['has a certificate that nobody issued', 'unreachable', badlyCertified, 5_000],
  ['does not let us in', 'http_401', answering(401), 5_000],
  ['wants money', 'http_402', answering(402), 5_000],
  ['is gone', 'http_404', answering(404), 5_000],
  ['is busy', 'http_429', answering(429), 5_000],
  ['is down', 'http_503', answering(503), 5_000],
  ['is down, and says for how long', 'http_503', answering(503, { 'retry-after': '600' }), 5_000],
]

async function hangingInTls(): Promise<Outage> {
  const { url, ...rest } = await lineServer(() => undefined)
  return { ...rest, url: url.replace('smtp', 'https') }
}

async function badlyCertified(): Promise<Outage> {
  return smsGateway(undefined, await certifiedFor('127.0.0.1'))
}

/** Two outages are enough for Twilio. `gateway.test.ts` tests each status for both providers. */
const ofTwilio = gatewayOutages.filter(([name]) => name === 'hangs in TLS' || name === 'is down')

for (const [name, way, outages] of [
  ['a gateway', webhook, gatewayOutages],
  ['Twilio', twilio, ofTwilio],
] as const)
  test.each(outages)(
    `when ${name} %s for six hours, every text message goes out once afterwards`,
    async (_, lastError, outage, waitMs) => {
      await using c = await clinic()
      await using away = await outage()
      await using well = smsGateway()
      const { seen } = await course(
        c,
        'sms',
        (minutes) => (minutes < sixHours ? way(away.url, waitMs) : way(well.url, 5_000)),
        appointments,
      )
      allSentAfterwards(seen, lastError)
      expect(well.asked.filter(({ method }) => method === 'POST')).toHaveLength(appointments)
    },
  )

const never = () => new Promise<Response>(() => undefined)
const fails = () => new Response(null, { status: 500 })

test.each([
  ['a gateway', webhook, 'answers none', never],
  ['Twilio', twilio, 'answers none', never],
  ['a gateway', webhook, 'fails', fails],
  ['Twilio', twilio, 'fails', fails],
] as const)(
  'when %s takes requests but never confirms them, every text message is uncertain after three tries: %p %s',
  async (_, way, __, answer) => {
    await using c = await clinic()
    // Twilio still answers with its list of messages. Without the list, nothing more is sent, and no try counts.
    await using away = smsGateway(({ method }) =>
      method === 'GET' ? Response.json({ messages: [] }) : answer(),
    )
    const { seen } = await course(c, 'sms', () => way(away.url, 1_000), appointments)
    expect(seen).toHaveLength(appointments)
    for (const rounds of seen)
      expect(rounds.at(-1)).toMatchObject({ state: 'uncertain', reason: null, attempts: 3, minutes: 22.5 })
    expect(away.asked.filter(({ method }) => method === 'POST')).toHaveLength(3 * appointments)
  },
)
