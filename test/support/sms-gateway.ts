import type { Certified } from './certificates.ts'

/** An HTTP endpoint on a free port of this machine, in place of a provider of text messages. */
export interface Asked {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: Headers
  readonly body: string
}

export interface SmsGateway extends AsyncDisposable {
  readonly url: string
  /** All requests so far. */
  readonly asked: Asked[]
}

/** `answer` makes the answers. By default, the gateway accepts every message. With `tls`, it serves https. */
export function smsGateway(
  answer: (asked: Asked, before: readonly Asked[]) => Response | Promise<Response> = () =>
    Response.json({ messages: [] }),
  tls?: Certified,
): SmsGateway {
  const asked: Asked[] = []
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 60,
    ...(tls && { tls }),
    async fetch(request) {
      const { pathname, searchParams } = new URL(request.url)
      const { method, headers } = request
      const one = { method, path: pathname, query: searchParams, headers, body: await request.text() }
      const before = [...asked]
      asked.push(one)
      return answer(one, before)
    },
  })
  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${server.port}`,
    asked,
    [Symbol.asyncDispose]: () => server.stop(true),
  }
}
