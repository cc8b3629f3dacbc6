import type { AnyElysia } from 'elysia'
import { ConfigError } from '../config.ts'

interface Address {
  readonly host: string
  /** 0 stands for any free port. */
  readonly port: number
}

/** Lets the app listen. @throws ConfigError when it cannot listen there. */
export const listen = (app: AnyElysia, address: Address): void =>
  void listeningOn(address, 'PORT', () =>
    app.listen({
      hostname: address.host,
      port: address.port,
      // With `reusePort`, a second server on the port would silently get half the requests.
      reusePort: false,
      development: false,
      // `http/body.ts` limits bodies, and its refusals have the envelope. The answer of Bun's own limit would have no
      // envelope.
      maxRequestBodySize: Number.MAX_SAFE_INTEGER,
    }),
  )

/**
 * Runs `open`, which listens on the address. @throws ConfigError when `open` fails. It names the setting of the port.
 */
export function listeningOn<T>({ host, port }: Address, setting: 'PORT' | 'METRICS_PORT', open: () => T): T {
  try {
    return open()
  } catch (error) {
    throw new ConfigError(
      `it cannot listen on ${host}:${port}: ${(error as Error).message} Stop the program that uses the port, or set ${setting} to another one.`,
    )
  }
}
