import { listen } from '../../src/start/listen.ts'
import { type Client, client } from './client.ts'
import type { Clinic } from './clinic.ts'

export interface RawAnswer {
  readonly status: number
  /** The head of the answer, in lower case. */
  readonly head: string
  readonly text: string
}

export interface Listening extends AsyncDisposable {
  readonly url: string
  readonly as: (token?: string) => Client
  /** Sends exactly these bytes over a new connection. `fetch` would correct some paths first. */
  readonly raw: (request: string) => Promise<RawAnswer>
}

/** Lets the clinic's service listen on a free port of this machine, as `src/server.ts` does. */
export function listening(c: Pick<Clinic, 'app'>): Listening {
  listen(c.app, { host: '127.0.0.1', port: 0 })
  const port = c.app.server!.port!
  const url = `http://127.0.0.1:${port}`
  return {
    url,
    as: (token) => client((request) => fetch(request), token, url),
    raw: (request) => exchange(port, request),
    [Symbol.asyncDispose]: async () => void (await c.app.server?.stop(true)),
  }
}

async function exchange(port: number, request: string): Promise<RawAnswer> {
  const chunks: Buffer[] = []
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const socket = await Bun.connect({
    hostname: '127.0.0.1',
    port,
    socket: {
      data: (_, chunk) => void chunks.push(chunk),
      close: () => resolve(),
      error: (_, error) => reject(error),
    },
  })
  socket.write(request)
  socket.flush()
  await promise
  const [head = '', ...rest] = Buffer.concat(chunks).toString().split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), head: head.toLowerCase(), text: rest.join('\r\n\r\n') }
}
