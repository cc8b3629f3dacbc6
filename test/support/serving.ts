import pino from 'pino'
import { loadConfig } from '../../src/config.ts'
import { type Server, startServer } from '../../src/server.ts'
import { type Client, client } from './client.ts'
import { newDatabasePath } from './server.ts'

export interface Serving extends Server, AsyncDisposable {
  /** A caller with this token, over the network. */
  readonly as: (token?: string) => Client
}

/**
 * The service as `bun run start` runs it, on a free port, but in the tests' own process. For a test about signals, exit
 * codes or output, start a process instead (`server.ts`).
 */
export async function serving(
  env: Record<string, string> = {},
  options: { demo?: boolean } = {},
): Promise<Serving> {
  const databasePath = newDatabasePath()
  const config = loadConfig({ databasePath }, { PORT: '0', PATH: process.env.PATH, ...env })
  const server = await startServer(config, pino({ level: 'silent' }), options)
  return {
    ...server,
    // `localhost` may mean IPv6, on which the server does not listen.
    as: (token) => client((request) => fetch(request), token, `http://127.0.0.1:${server.port}`),
    [Symbol.asyncDispose]: () => server.stop(),
  }
}
