import createFetchClient, { type Client } from 'openapi-fetch'
import type { paths } from '../desk/contract/openapi.ts'
import { type Pause, repeating, type Send } from './repeating.ts'

/** The address of the practice, and the token of the caller. */
export interface ClientOptions {
  /** Such as `https://praxis.example.org`. */
  readonly url: string
  /** An API token (`ck_…`). The settings of the front desk make tokens, under “Developers”. */
  readonly token: string
  /** Sends a request. When left out, the `fetch` of the platform does. */
  readonly fetch?: Send
  /** Waits between two tries. When left out, a timer waits in real time. */
  readonly pause?: Pause
}

/**
 * A client with a method for each HTTP method. The paths, parameters, bodies and answers are checked by their types.
 */
export type ChairsideClient = Client<paths, 'application/json'>

/**
 * A client of a practice. Every write has an `Idempotency-Key`, so it happens once, however often it is sent. After
 * 429, 503 or a broken connection, a request is sent again, at the time that the server names. After 421 it is sent to
 * the new address of the practice.
 */
export const createClient = ({ url, token, fetch, pause }: ClientOptions): ChairsideClient =>
  createFetchClient<paths, 'application/json'>({
    baseUrl: url.replace(/\/+$/, ''),
    headers: { authorization: `Bearer ${token}` },
    fetch: repeating(fetch ?? ((request) => globalThis.fetch(request)), pause),
  })
