/** A small HTTP client for load: keep-alive connections over bare sockets, one request at a time on each. */

export interface Load {
  readonly port: number
  /** How many connections ask at once. */
  readonly clients: number
  /** The bytes of the i-th request, and the status that it must be answered with. */
  readonly request: (i: number) => string | Uint8Array
  readonly status: number
  /** It ends after so long, or after so many requests. */
  readonly seconds: number
  readonly count?: number
}

export interface Burst {
  readonly perSecond: number
  /** Milliseconds that each request took. */
  readonly latencies: Float64Array
}

interface Exchange {
  sentAt: number
  /** What has come of a head that is not complete. */
  head: Buffer | undefined
  /** Bytes of the body still to come. */
  missing: number
}

const tooLongMs = 30_000

/** @throws when an answer has another status, when a connection breaks, or when nothing comes for too long. */
export async function run({
  port,
  clients,
  request,
  status,
  seconds,
  count = 5_000_000,
}: Load): Promise<Burst> {
  const latencies: number[] = []
  let next = 0
  let active = 0
  const { promise: over, resolve, reject } = Promise.withResolvers<void>()

  const send = (socket: Bun.Socket<Exchange>): void => {
    const now = performance.now()
    if (next >= count || now >= deadline) {
      if (--active === 0) resolve()
      return
    }
    socket.data.sentAt = now
    const bytes = request(next++)
    if (socket.write(bytes) < bytes.length) reject(new Error('a request did not fit into the socket'))
  }
  const received = (socket: Bun.Socket<Exchange>): void => {
    latencies.push(performance.now() - socket.data.sentAt)
    send(socket)
  }

  const sockets = await Promise.all(
    Array.from({ length: clients }, () =>
      Bun.connect<Exchange>({
        hostname: '127.0.0.1',
        port,
        data: { sentAt: 0, head: undefined, missing: 0 },
        socket: {
          data(socket, chunk) {
            try {
              if (take(socket.data, chunk, status)) received(socket)
            } catch (error) {
              reject(error)
            }
          },
          close: () => reject(new Error('the server closed a connection')),
          error: (_, error) => reject(error),
        },
      }),
    ),
  )
  const timer = setTimeout(() => reject(new Error('the server does not answer')), seconds * 1000 + tooLongMs)
  const startedAt = performance.now()
  const deadline = startedAt + seconds * 1000
  active = clients
  for (const socket of sockets) send(socket)
  try {
    await over
    const took = (performance.now() - startedAt) / 1000
    return { perSecond: latencies.length / took, latencies: Float64Array.from(latencies) }
  } finally {
    clearTimeout(timer)
    for (const socket of sockets) socket.end()
  }
}

/** Takes in a piece of an answer; true when that was its end. */
function take(exchange: Exchange, chunk: Buffer, status: number): boolean {
  if (exchange.missing > 0) {
    exchange.missing -= chunk.length
  } else {
    const bytes = exchange.head === undefined ? chunk : Buffer.concat([exchange.head, chunk])
    const end = bytes.indexOf('\r\n\r\n')
    exchange.head = end === -1 ? bytes : undefined
    if (end === -1) return false
    const head = bytes.toString('latin1', 0, end)
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
    if (Number(head.slice(9, 12)) !== status || length === undefined)
      throw new Error(`not the answer that was expected, ${status}: ${bytes.toString().slice(0, 2000)}`)
    exchange.missing = Number(length) - (bytes.length - end - 4)
  }
  if (exchange.missing < 0) throw new Error('an answer is longer than it says')
  return exchange.missing === 0
}
