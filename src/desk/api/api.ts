/** Sends the requests of the desk to the server. All of them use the public API, with the session of this tab. */
import { type Api, type Asked, clientOf, methods } from './client.ts'
import { takeEarly } from './early.ts'
import { Failure, failureOf } from './failure.ts'
import { fetchInTime } from './in-time.ts'
import { throughMoves } from './moving.ts'
import { serverSays } from './now.ts'
import { asking } from './online.ts'
import { leave, whyEnded } from './session.ts'
import { sessionToken } from './token.ts'

interface Sent<T> {
  readonly data?: { readonly data: T } | undefined
  readonly error?: unknown
  readonly response: Response
}

type Send = (...request: unknown[]) => Promise<Sent<unknown>>

/** Takes the answer to a request that was sent early, or sends it now, with the session of this tab. */
const client = clientOf(
  throughMoves((request) => {
    const token = sessionToken()
    if (token !== null) request.headers.set('authorization', `Bearer ${token}`)
    return takeEarly(request) ?? fetchInTime(request)
  }),
)

/**
 * Sends a request that has more than one step, and resolves with the payload of its envelope. If the server requires a
 * recent use of the passkey, the member is asked to use it, and the request is sent again. If the session has ended, a
 * new session begins first. `confirming` is called before the member is asked.
 * @throws Failure when no answer comes or when it holds a problem.
 */
export async function ask<T>(
  send: (api: Api) => Promise<Sent<T>>,
  confirming: () => void = () => {},
): Promise<T> {
  try {
    return await attempt(send)
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'passkey_required') throw error
    confirming()
    const isConfirmed = await confirmPasskey({
      begin: (nth) =>
        attempt((api) => api.POST('/api/v1/me/passkey-check/options', { params: { query: { nth } } })),
      finish: (response) =>
        attempt((api) => api.POST('/api/v1/me/passkey-check', { body: { response: response as never } })),
    })
    if (!isConfirmed) throw error
    return await attempt(send)
  }
}

/**
 * The requests of the API. Each request is sent by `ask` and resolves with the payload:
 * `await api.GET('/api/v1/day', { params: { query: { date } } })`. @throws Failure.
 */
export const api = Object.fromEntries(
  methods.map((method) => [
    method,
    (...request: unknown[]) => ask((client) => (client[method] as Send)(...request)),
  ]),
) as unknown as Asked

/** The two requests that check a passkey. */
export interface PasskeyCheck {
  /** Asks the server for a challenge. Each try asks for the passkeys of the next address of the practice. */
  readonly begin: (nth: number) => Promise<{ readonly options: object; readonly earlier?: boolean }>
  /** Sends the answer of the passkey to the server. */
  readonly finish: (response: object) => Promise<unknown>
}

let confirmPasskey = async (_: PasskeyCheck): Promise<boolean> => false

/** Sets how the member is asked to use the passkey again. `confirm` resolves with whether the member used it. */
export function whenPasskeyIsWanted(confirm: typeof confirmPasskey): void {
  confirmPasskey = confirm
}

/** The header with which the server changes only this version of a record. For another version it answers 412. */
export const ifMatch = (version: number) => ({ 'if-match': `"${version}"` })

/** The part of a request that names its record. With a version, only this version is changed. */
export const at = <Path extends object>(path: Path, version?: number) => ({
  params: { path },
  ...(version !== undefined && { headers: ifMatch(version) }),
})

/** Called when the session has ended. It leaves the page, unless `whenSessionEnds` has set another way. */
let signInAgain = async (): Promise<void> => {
  // The browser is leaving the page, so no other message should appear.
  endAsking()
  leave(await whyEnded())
  await leaving
}

/** Sets how a new session begins when the session has ended. After that, the refused request is sent again. */
export function whenSessionEnds(begin: () => Promise<void>): void {
  signInAgain = begin
}

/** Begins a new session, in the same way as when the session has ended. Resolves when this tab has the new session. */
export const beginSession = (): Promise<void> => signInAgain()

/** Set while the browser is about to leave the page. It resolves if the page stays after all. */
let leaving: Promise<void> | undefined

/** From now on, this page sends no request. Each request waits for ever, because the browser is leaving the page. */
export function endAsking(): void {
  leaving = new Promise<never>(() => {})
}

/**
 * Sends the last request before the browser leaves the page, such as the request that ends the session. Other requests
 * wait until it has failed. Otherwise they would be refused, and the member would be asked to sign in again. @throws
 * Failure.
 */
export async function askLast<T>(send: (api: Api) => Promise<Sent<T>>): Promise<T> {
  const { promise, resolve } = Promise.withResolvers<void>()
  leaving = promise
  try {
    return await attempt(send, true)
  } catch (error) {
    leaving = undefined
    resolve()
    throw error
  }
}

async function attempt<T>(send: (api: Api) => Promise<Sent<T>>, isLast = false): Promise<T> {
  if (leaving !== undefined && !isLast) await leaving
  const serverAnswers = asking()
  const { data, error, response } = await send(client).catch((reason) => {
    // A request that the page itself has aborted shows nothing about the server.
    if (reason instanceof DOMException && reason.name === 'AbortError') throw reason
    serverAnswers(false)
    throw new Failure('offline', 'The server cannot be reached.')
  })
  serverAnswers(true)
  serverSays(response.headers.get('date'))
  if (data !== undefined) return data.data
  const failure = failureOf(error, response)
  if (!failure.code.endsWith('_authorization')) throw failure
  if (isLast || leaving === undefined) await signInAgain()
  return await attempt(send, isLast)
}
