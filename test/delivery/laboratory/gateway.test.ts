/**
 * Gateways for text messages that answer with every status, or not at all: what patients get, and what the desk sees.
 */
import { expect, test } from 'bun:test'
import type { Channels } from '../../../src/delivery/delivery.ts'
import { twilioSms } from '../../../src/delivery/twilio.ts'
import { webhookSms } from '../../../src/delivery/webhook.ts'
import { clinic } from '../../support/clinic.ts'
import { lineServer } from '../../support/line-server.ts'
import { type Asked, smsGateway } from '../../support/sms-gateway.ts'
import { course } from './course.ts'

const secret = `whsec_${Buffer.alloc(24, 1).toString('base64')}`
const account = { accountSid: `AC${'0'.repeat(32)}`, authToken: 'secret', from: 'Praxis' }
const ways: Record<'Twilio' | 'the webhook', (url: string, waitMs: number) => Partial<Channels>> = {
  Twilio: (url, waitMs) => ({ sms: twilioSms({ ...account, url }, { waitMs }) }),
  'the webhook': (url, waitMs) => ({ sms: webhookSms({ url, secret }, Date.now, { waitMs }) }),
}
type Way = keyof typeof ways

type Answer = 'accepts' | 'keeps and hangs' | 'hangs' | 'keeps and answers 500' | Response

/** A time after all appointments of these tests were booked. */
const date_created = 'Mon, 09 Mar 2026 12:00:00 +0000'

/**
 * A gateway that answers the first request to send with `first`, and accepts all others. It stores accepted messages.
 */
function gatewayThat(first: () => Answer) {
  const kept = new Map<string, string>()
  let sent = 0
  const gateway = smsGateway(({ method, body, headers }: Asked) => {
    if (method === 'GET')
      return Response.json({
        messages: [...kept.values()].map((text) => ({ body: text, status: 'sent', date_created })),
      })
    const answer = sent++ === 0 ? first() : 'accepts'
    if (answer instanceof Response) return answer
    // A gateway drops copies with the same id. Twilio has no such id, so each request creates a message.
    if (answer !== 'hangs')
      kept.set(headers.get('webhook-id') ?? `${sent}`, new URLSearchParams(body).get('Body') ?? body)
    if (answer.endsWith('hangs')) return new Promise<Response>(() => undefined)
    return new Response('{}', { status: answer.endsWith('500') ? 500 : 201 })
  })
  return Object.assign(gateway, { kept, sent: () => sent })
}

const statuses = [
  301, 302, 307, 400, 401, 402, 403, 404, 405, 406, 408, 409, 410, 413, 415, 422, 425, 429, 451, 500, 501,
  502, 503, 504, 520, 529,
]
/** Statuses after which nobody knows whether the text message went out. */
const open = [500, 502, 504, 520, 529]
const final: Record<Way, number[]> = { Twilio: [], 'the webhook': [400, 422] }

for (const way of Object.keys(ways) as Way[]) {
  test.each(statuses)(
    `when ${way} answers %d, the front desk shows the status, and the patient gets one text message or none`,
    async (status) => {
      await using c = await clinic()
      const headers = { location: '/elsewhere' }
      await using gateway = gatewayThat(() => new Response('{"code":20001}', { status, headers }))
      const { seen } = await course(c, 'sms', () => ways[way](gateway.url, 5_000))
      const lastError = `http_${status}`
      if (final[way].includes(status)) {
        expect(seen).toMatchObject([[{ state: 'dead', reason: 'refused', lastError, minutes: 0 }]])
        expect(gateway.kept.size).toBe(0)
        return
      }
      const counted = open.includes(status) ? 1 : 0
      expect(seen).toMatchObject([
        [
          { state: 'scheduled', lastError, attempts: counted },
          { state: 'sent', lastError: null, attempts: counted + 1, minutes: 7.5 },
        ],
      ])
      expect(gateway.kept.size).toBe(1)
    },
  )

  test.each([
    ['hangs', 'timeout', 1],
    ['keeps and hangs', 'timeout', 1],
    ['keeps and answers 500', 'http_500', 1],
  ] as const)(
    `§6.3 When the gateway gives no answer to a text message, it is sent again under the same \`webhook-id\`. By this id, the gateway drops copies. ${way}, %s`,
    async (answer, lastError, attempts) => {
      await using c = await clinic()
      await using gateway = gatewayThat(() => answer)
      const { seen } = await course(c, 'sms', (minutes) =>
        ways[way](gateway.url, minutes === 0 ? 500 : 5_000),
      )
      expect(seen).toMatchObject([
        [
          { state: 'scheduled', lastError, attempts },
          { state: 'sent', attempts: attempts + 1, minutes: 7.5 },
        ],
      ])
      expect(gateway.kept.size).toBe(1)
    },
  )

  test(`§6.3 A text message is \`uncertain\` after three tries without an answer from the gateway. ${way}`, async () => {
    await using c = await clinic()
    await using gateway = smsGateway(({ method }) =>
      method === 'GET' ? Response.json({ messages: [] }) : new Promise<Response>(() => undefined),
    )
    const { seen } = await course(c, 'sms', () => ways[way](gateway.url, 1_000))
    expect(seen[0]!.map(({ minutes, state, attempts }) => [minutes, state, attempts])).toEqual([
      [0, 'scheduled', 1],
      [7.5, 'scheduled', 2],
      [22.5, 'uncertain', 3],
    ])
    expect(gateway.asked.filter(({ method }) => method === 'POST')).toHaveLength(3)
  })

  test.each(open)(
    `§6.3 After a text message, a status of 500 or above counts as no answer from the gateway, except 501, 503, 505 and 511. ${way}, %d`,
    async (status) => {
      await using c = await clinic()
      await using gateway = smsGateway(({ method }) =>
        method === 'GET' ? Response.json({ messages: [] }) : new Response(null, { status }),
      )
      const { seen } = await course(c, 'sms', () => ways[way](gateway.url, 5_000))
      expect(
        seen[0]!.map(({ minutes, state, attempts, lastError }) => [minutes, state, attempts, lastError]),
      ).toEqual([
        [0, 'scheduled', 1, `http_${status}`],
        [7.5, 'scheduled', 2, `http_${status}`],
        [22.5, 'uncertain', 3, `http_${status}`],
      ])
      expect(gateway.asked.filter(({ method }) => method === 'POST')).toHaveLength(3)
    },
  )

  test(`when ${way} answers 502 and asks for a pause, the next try waits for the end of the pause`, async () => {
    await using c = await clinic()
    const headers = { 'retry-after': '3600' }
    await using gateway = gatewayThat(() => new Response(null, { status: 502, headers }))
    const { seen } = await course(c, 'sms', () => ways[way](gateway.url, 5_000))
    expect(seen[0]!.map(({ minutes, state, attempts }) => [minutes, state, attempts])).toEqual([
      [0, 'scheduled', 1],
      [60, 'sent', 2],
    ])
  })

  test.each([429, 503])(
    `while ${way} answers %d to many tries, no try counts, and the text message goes out in the end`,
    async (status) => {
      await using c = await clinic()
      let requests = 0
      await using gateway = smsGateway(({ method }) =>
        method === 'GET'
          ? Response.json({ messages: [] })
          : new Response('{}', { status: ++requests < 20 ? status : 201 }),
      )
      const { seen } = await course(c, 'sms', () => ways[way](gateway.url, 5_000))
      expect(new Set(seen[0]!.slice(0, -1).map(({ state, attempts }) => `${state} ${attempts}`))).toEqual(
        new Set(['scheduled 0']),
      )
      expect(seen[0]!.at(-1)).toMatchObject({ state: 'sent', attempts: 1 })
    },
  )

  test(`when ${way} closes the connection after a request, this counts as no answer`, async () => {
    await using c = await clinic()
    let requests = 0
    await using gateway = await lineServer((socket) =>
      socket.once('data', () => {
        requests++
        socket.destroy()
      }),
    )
    await using well = smsGateway()
    const hangingUp = gateway.url.replace('smtp', 'http')
    const { seen } = await course(c, 'sms', (minutes) =>
      ways[way](minutes === 0 ? hangingUp : well.url, 5_000),
    )
    expect(seen[0]).toMatchObject([
      { state: 'scheduled', lastError: 'unreachable', attempts: 1 },
      { state: 'sent', attempts: 2 },
    ])
    expect(requests).toBe(1)
  })

  test(`when ${way} asks for a pause of half an hour, the text message goes out after it`, async () => {
    await using c = await clinic()
    const headers = { 'retry-after': '1800' }
    await using gateway = gatewayThat(() => new Response(null, { status: 503, headers }))
    const { seen } = await course(c, 'sms', () => ways[way](gateway.url, 5_000))
    expect(seen[0]!.map(({ minutes, state }) => [minutes, state])).toEqual([
      [0, 'scheduled'],
      [30, 'sent'],
    ])
  })
}

test('when Twilio answers that a number takes no text messages, the front desk shows the message as refused', async () => {
  await using c = await clinic()
  await using gateway = gatewayThat(() => Response.json({ code: 21614 }, { status: 400 }))
  const { seen } = await course(c, 'sms', () => ways.Twilio(gateway.url, 5_000))
  expect(seen).toMatchObject([[{ state: 'dead', reason: 'refused', lastError: 'http_400' }]])
})

test('when the list of messages from Twilio is incomplete, nothing is sent until the list is complete', async () => {
  await using c = await clinic()
  let lists = 0
  await using gateway = smsGateway(({ method }) => {
    if (method === 'POST') return new Response(null, { status: lists > 0 ? 201 : 503 })
    return lists++ === 0 ? new Response('{"messages": [') : Response.json({ messages: [] })
  })
  const { seen } = await course(c, 'sms', () => ways.Twilio(gateway.url, 5_000))
  expect(seen[0]!.map(({ state, lastError }) => [state, lastError])).toEqual([
    ['scheduled', 'http_503'],
    ['scheduled', 'unreachable'],
    ['sent', null],
  ])
})
