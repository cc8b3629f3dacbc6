import { createServer } from 'node:net'

/** Below the ports that Linux gives out by itself, for servers on port 0 and for callers. */
const [first, count] = [20_000, 12_000]

/**
 * A port of this machine that nothing listens on, for a program that cannot choose one by itself. The system gives it
 * to nobody by itself, so only another call of this function could take it before the caller does.
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
