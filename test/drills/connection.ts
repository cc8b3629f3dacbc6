/** One keep-alive connection over a plain socket. It sends one request after the other. */
export interface Connection {
  /** Sends the bytes of a request. Resolves with the status when the whole answer has arrived. */
  readonly send: (request: string) => Promise<number>
  readonly close: () => void
}

/** @throws when the server closes the connection before an answer is complete. */
export async function connect(port: number): Promise<Connection> {
  let received = Buffer.alloc(0)
  let waiting: PromiseWithResolvers<number> | undefined
  const socket = await Bun.connect({
    hostname: '127.0.0.1',
    port,
    socket: {
      data(_, chunk) {
        received = received.length === 0 ? Buffer.from(chunk) : Buffer.concat([received, chunk])
        const status = completed(received)
        if (status === undefined) return
        received = Buffer.alloc(0)
        waiting?.resolve(status)
      },
      close: () => waiting?.reject(new Error('the server closed a connection')),
      error: (_, error) => waiting?.reject(error),
    },
  })
  return {
    send(request) {
      waiting = Promise.withResolvers()
      socket.write(request)
      return waiting.promise
    },
    close() {
      waiting = undefined
      socket.end()
    },
  }
}

const lastChunk = Buffer.from('\r\n0\r\n\r\n')

/** The status of an answer that is complete. */
function completed(bytes: Buffer): number | undefined {
  const end = bytes.indexOf('\r\n\r\n')
  if (end === -1) return undefined
  const head = bytes.toString('latin1', 0, end)
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
  // A long list arrives in chunks, and an empty chunk ends the list (RFC 9112 §7.1). No JSON text contains the bytes of
  // an empty chunk.
  const isComplete =
    length === undefined ? bytes.subarray(-7).equals(lastChunk) : bytes.length >= end + 4 + Number(length)
  return isComplete ? Number(head.slice(9, 12)) : undefined
}

/** The bytes of a request with a token. */
export function requestText(token: string, method: string, path: string, body?: object): string {
  const text = body === undefined ? '' : JSON.stringify(body)
  const head = [`${method} ${path} HTTP/1.1`, 'Host: localhost', `Authorization: Bearer ${token}`]
  if (body !== undefined) head.push('Content-Type: application/json', `Content-Length: ${text.length}`)
  return `${head.join('\r\n')}\r\n\r\n${text}`
}
