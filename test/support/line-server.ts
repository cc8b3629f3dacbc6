import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'

export interface LineServer extends AsyncDisposable {
  readonly url: string
  /** Resolves when a client has closed its connection. */
  readonly closed: Promise<void>
}

/** A plain TCP server on a free port of this machine. `onLine` gets each new connection. */
export async function lineServer(onLine: (socket: Socket) => void): Promise<LineServer> {
  const closed = Promise.withResolvers<void>()
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => closed.resolve())
    onLine(socket)
    socket.resume()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    closed: closed.promise,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
