/** A small HTTP client that makes load. It uses plain sockets with keep-alive, and one request at a time on each. */

export interface Load {
  readonly port: number
  /** How many connections send requests at the same time. */
  readonly clients: number
  /** The bytes of the i-th request. */
  readonly request: (i: number) => string | Uint8Array
  /** The status that every answer must have. */
  readonly status: number
  /** The load ends after this number of seconds, or after `count` requests. */
  readonly seconds: number
  readonly count?: number
  /** The longest pause of a client after an answer, in milliseconds. The average is half of it. */
  readonly pauseMs?: number
  /** Ends the load early. */
  readonly signal?: AbortSignal
}

export interface Burst {
  readonly perSecond: number
  /** How long each request took, in milliseconds. */
  readonly latencies: Float64Array
  /** How many processor cores this process kept busy to make the load. */
  readonly busy: number
}

interface Exchange {
  sentAt: number
  /** The received bytes of an incomplete head. */
  head: Buffer | undefined
  /** How many bytes of the body are still missing. */
  missing: number
  /** The last received bytes of an answer in chunks. Undefined when no such answer is being read. */
  tail: string | undefined
}

const tooLongMs = 30_000

/** Sends requests and measures them. @throws when an answer has another status, a connection breaks, or no answer comes. */
export async function run({
  port,
  clients,
  request,
  status,
  seconds,
  count = 5_000_000,
  pauseMs = 0,
  signal,
}: Load): Promise<Burst> {
  const latencies: number[] = []
  let next = 0
  let active = 0
  const { promise: over, resolve, reject } = Promise.withResolvers<void>()

  const send = (socket: Bun.Socket<Exchange>): void => {
    const now = performance.now()
    if (next >= count || now >= deadline || signal?.aborted) {
      if (--active === 0) resolve()
      return
    }
    socket.data.sentAt = now
    const bytes = request(next++)
    if (socket.write(bytes) < bytes.length) reject(new Error('a request did not fit into the socket'))
  }
  const received = (socket: Bun.Socket<Exchange>): void => {
    latencies.push(performance.now() - socket.data.sentAt)
    if (pauseMs === 0) send(socket)
    else setTimeout(send, Math.random() * pauseMs, socket)
  }

  const sockets = await Promise.all(
    Array.from({ length: clients }, () =>
      Bun.connect<Exchange>({
        hostname: '127.0.0.1',
        port,
        data: { sentAt: 0, head: undefined, missing: 0, tail: undefined },
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
  const usedBefore = process.cpuUsage()
  const deadline = startedAt + seconds * 1000
  active = clients
  for (const socket of sockets) send(socket)
  try {
    await over
    const took = (performance.now() - startedAt) / 1000
    const { user, system } = process.cpuUsage(usedBefore)
    const busy = (user + system) / 1e6 / took
    return { perSecond: latencies.length / took, latencies: Float64Array.from(latencies), busy }
  } finally {
    clearTimeout(timer)
    for (const socket of sockets) socket.end()
  }
}

/** Reads a part of an answer. Returns true when the answer is complete. */
function take(exchange: Exchange, chunk: Buffer, status: number): boolean {
  if (exchange.tail !== undefined) return takeChunked(exchange, chunk)
  if (exchange.missing > 0) {
    exchange.missing -= chunk.length
  } else {
    const bytes = exchange.head === undefined ? chunk : Buffer.concat([exchange.head, chunk])
    const end = bytes.indexOf('\r\n\r\n')
    exchange.head = end === -1 ? bytes : undefined
    if (end === -1) return false
    const head = bytes.toString('latin1', 0, end)
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
    const isChunked = /\r\ntransfer-encoding: *chunked/i.test(head)
    if (Number(head.slice(9, 12)) !== status || (length === undefined && !isChunked))
      throw new Error(`an answer has another status than ${status}: ${bytes.toString().slice(0, 2000)}`)
    if (isChunked) {
      exchange.tail = ''
      return takeChunked(exchange, bytes.subarray(end + 4))
    }
    exchange.missing = Number(length) - (bytes.length - end - 4)
  }
  if (exchange.missing < 0) throw new Error('an answer is longer than its Content-Length')
  return exchange.missing === 0
}

const lastChunk = '\r\n0\r\n\r\n'

/**
 * Reads a part of an answer in chunks. JSON on one line contains no line break, so the bytes of the last chunk occur
 * only at the end.
 */
function takeChunked(exchange: Exchange, bytes: Buffer): boolean {
  const tail = exchange.tail + bytes.subarray(-lastChunk.length).toString('latin1')
  const isOver = tail.endsWith(lastChunk)
  exchange.tail = isOver ? undefined : tail.slice(-lastChunk.length)
  return isOver
}
