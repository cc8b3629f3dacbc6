import { setSystemTime } from 'bun:test'
import { Webhook } from 'standardwebhooks'
import { publicPost } from '../../src/delivery/public-post.ts'
import { webhookKeys } from '../../src/delivery/webhook-signature.ts'
import { type WebhookJobDeps, webhookSender } from '../../src/jobs/webhooks.ts'
import { success } from './answers.ts'
import { certifiedFor } from './certificates.ts'
import { type Clinic, trailKey } from './clinic.ts'

/** A request as the receiver got it. */
export interface Got {
  readonly id: string
  readonly body: string
  readonly headers: Headers
}

const host = 'hooks.example.org'
let lastAddress = 1

/**
 * Starts a real TLS server on an address of this machine. Its `post` reaches the server under a host name. `answer`
 * makes the answer to each request.
 */
export async function webhookReceiver(
  answer: (got: Got, count: number) => Response | Promise<Response> = () =>
    new Response(null, { status: 204 }),
) {
  const { authority, ...tls } = await certified
  const got: Got[] = []
  // Webhooks may use only two ports, so each receiver has its own address.
  const address = `127.${1 + (process.pid % 200)}.${(process.pid >> 8) % 250}.${lastAddress++}`
  const server = Bun.serve({
    hostname: address,
    port: 8443,
    // This server never ends an idle connection. Only the client does.
    idleTimeout: 0,
    tls,
    async fetch(request) {
      const one = {
        id: request.headers.get('webhook-id')!,
        body: await request.text(),
        headers: request.headers,
      }
      got.push(one)
      return answer(one, got.length)
    },
  })
  return {
    url: `https://${host}:8443/events?key=1`,
    got,
    /** The address of the server and the authority of its certificate, for another process that posts to it. */
    way: { address, authority },
    post: publicPost({
      networks: ['127.0.0.0/8'],
      resolve: async () => [address],
      ca: authority,
      patienceMs: 2_000,
    }),
    [Symbol.asyncDispose]: async () => void (await server.stop(true)),
  }
}
export type Receiver = Awaited<ReturnType<typeof webhookReceiver>>

const certified = certifiedFor(host)

/** A sender of the clinic's webhooks, with the clinic's clock. */
export function sendingWebhooks(
  c: Clinic,
  post: WebhookJobDeps['post'],
  given: Partial<WebhookJobDeps> = {},
) {
  const faults: unknown[] = []
  const stopped: string[] = []
  const sender = webhookSender({
    store: c.store,
    post,
    sign: webhookKeys(trailKey).sign,
    now: () => c.clock.now,
    chance: () => 0.5,
    report: (error) => faults.push(error),
    tellStopped: (_practiceId, url, why) => stopped.push(`${why} ${url}`),
    ...given,
  })
  return {
    sender,
    faults,
    stopped,
    /** Sends the waiting events. Resolves when no delivery is running. */
    async round(): Promise<void> {
      await sender.tick()
      await sender.idle()
    },
    [Symbol.asyncDispose]: () => sender.stop(),
  }
}

/** Creates a webhook of the owner. */
export const newWebhook = async (c: Clinic, body: object) =>
  success(await c.owner.call('POST', '/api/v1/webhooks', body), 201)

/**
 * The content of a request, when its signature matches the secret. @throws the error of the Standard Webhooks library
 * when the signature does not match.
 */
export const verified = (
  secret: string,
  { body, headers }: Got,
): { type: string; timestamp: string; data: Record<string, unknown> } =>
  new Webhook(secret).verify(body, Object.fromEntries(headers)) as never

/**
 * The content of a request that the clinic has just sent. The library compares the timestamp with the system time, so
 * the system time is set to the clinic's clock.
 */
export function verifiedThen(c: Clinic, secret: string, got: Got) {
  setSystemTime(new Date(c.clock.now))
  try {
    return verified(secret, got)
  } finally {
    setSystemTime()
  }
}
