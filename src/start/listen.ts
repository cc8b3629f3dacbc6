import type { AnyElysia } from 'elysia'
import { ConfigError } from '../config.ts'

export interface Address {
  readonly host: string
  /** 0 stands for any free port. */
  readonly port: number
}

/** Lets the app listen. @throws ConfigError when it cannot listen there. */
export const listen = (app: AnyElysia, address: Address): void =>
  void listeningOn(address, () =>
    app.listen({
      hostname: address.host,
      port: address.port,
      // With `reusePort`, a second server on the port would silently get half the requests.
      reusePort: false,
      development: false,
      // `http/body.ts` limits bodies and answers in the envelope. Bun's own limit would answer without one.
      maxRequestBodySize: Number.MAX_SAFE_INTEGER,
    }),
  )

/** Runs `open`, which listens on the address. @throws ConfigError when it cannot listen there. */
export function listeningOn<T>({ host, port }: Address, open: () => T): T {
  try {
    return open()
  } catch (error) {
    throw new ConfigError(`it cannot listen on ${host}:${port}: ${(error as Error).message}`)
  }
}
