/** An HTTP endpoint on a free port of this machine that stands for a provider of text messages. */
export interface Asked {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: Headers
  readonly body: string
}

export interface SmsGateway extends AsyncDisposable {
  readonly url: string
  /** Every request so far. */
  readonly asked: Asked[]
}

/** `answer` says how it behaves; it takes everything over unless told otherwise. */
export function smsGateway(
  answer: (asked: Asked, before: readonly Asked[]) => Response | Promise<Response> = () =>
    Response.json({ messages: [] }),
): SmsGateway {
  const asked: Asked[] = []
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 60,
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
    url: `http://127.0.0.1:${server.port}`,
    asked,
    [Symbol.asyncDispose]: () => server.stop(true),
  }
}
