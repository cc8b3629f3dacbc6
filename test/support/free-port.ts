import { createServer } from 'node:net'

/** This range is below the ports that Linux chooses itself, for servers on port 0 and for clients. */
const [first, count] = [20_000, 12_000]

/**
 * A port of this machine on which no program listens, for a program that cannot choose a free port itself. Linux never
 * chooses a port of this range. So only another call of this function can return the same port before the caller uses
 * it.
 */
export async function freePort(): Promise<string> {
  for (;;) {
    const port = first + Math.floor(Math.random() * count)
    if (await isFree(port)) return String(port)
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  const listening = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => resolve(true))
  })
  if (listening) await new Promise((resolve) => server.close(resolve))
  return listening
}
