/**
 * Requests to addresses that customers of the service choose (RULES §32). These requests must not reach servers that
 * only this machine or its network can reach (OWASP, "Server Side Request Forgery Prevention").
 */
import { Agent, request } from 'node:https'
import { networkInterfaces } from 'node:os'
import ipaddr from 'ipaddr.js'

/** The result of a request. `status` is null when there was no answer. Then `error` is a short code for the reason. */
export interface Posted {
  readonly status: number | null
  readonly error: string | null
  /** The header `Retry-After` in milliseconds, when it contains seconds. */
  readonly retryAfter?: number | undefined
}

/**
 * Sends a JSON text to an https address. The function never throws. Requests with the same `line` may share a
 * connection.
 */
export type Post = (
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  signal: AbortSignal,
  line?: PostLine,
) => Promise<Posted>

/**
 * A line keeps a connection for requests that follow each other, because a handshake takes ten times as long as a
 * request. Each request still checks the addresses of its host name, and a connection to another address is not used.
 * Destroy the line at the end.
 */
export type PostLine = Agent
export const newLine = (): PostLine => new Agent({ keepAlive: true, maxSockets: 1 })

interface PublicPostOptions {
  /** Networks in CIDR notation that may be reached although they are not public. */
  readonly networks: readonly string[]
  /** How long a request may take, in milliseconds. */
  readonly patienceMs?: number
  /** Finds the addresses of a host name. When left out, the system finds them. */
  readonly resolve?: (name: string) => Promise<readonly string[]>
  /** Whether this server owns its practices at this moment. Otherwise nothing is sent. */
  readonly owns?: () => boolean
  /** The trusted certificates, in PEM. When left out, the certificates of the system are trusted. */
  readonly ca?: string | undefined
}

/** How long a request may take, in milliseconds. Standard Webhooks recommends 15 to 30 seconds. */
const usualPatienceMs = 15_000
/** How many bytes of an answer are read before the connection is cut. Nobody sees these bytes. */
const mostRead = 64 * 1024

/**
 * Resolves a host name by c-ares, which waits beside the event loop. The system's own function occupies a thread while
 * it waits for a name server. There are few threads, and files are read and passkeys are checked in them.
 */
const resolveBySystem = async (name: string): Promise<string[]> =>
  (await Bun.dns.lookup(name, { backend: 'c-ares' })).map(({ address }) => address)

/**
 * Makes the function that sends requests. The host name is resolved once, and every address must be public. The
 * connection is made to such an address, so that a later answer of the name server changes nothing. The certificate
 * must be for the host name. Redirects are not followed, and no proxy of the environment is used.
 */
export function publicPost(options: PublicPostOptions): Post {
  const { resolve = resolveBySystem, patienceMs = usualPatienceMs, owns = () => true, ca } = options
  const networks = options.networks.map((network) => ipaddr.parseCIDR(network))
  return async (text, headers, body, caller, line) => {
    const signal = AbortSignal.any([caller, AbortSignal.timeout(patienceMs)])
    try {
      const url = new URL(text)
      const addresses = await orAborted(resolve(url.hostname.replace(/\.$/, '')), signal)
      const [address] = addresses
      if (address === undefined) return failed('unknown_name')
      if (!addresses.every((one) => isPublic(one) || isAmong(one, networks))) return failed('not_public')
      if (!owns()) return failed('stopped')
      return await send(url, address, { headers, body, signal, ca, line })
    } catch (error) {
      if (signal.aborted) return failed(caller.aborted ? 'stopped' : 'timeout')
      return failed(codeOf(error))
    }
  }
}

const failed = (error: string): Posted => ({ status: null, error })

/**
 * A short code for an error of the connection. The messages of errors are left out, because they may contain text that
 * the other side has sent.
 */
function codeOf(error: unknown): string {
  const { code = '' } = error as { code?: string }
  if (/^E(?:NOTFOUND|AI_AGAIN)|^DNS/.test(code)) return 'unknown_name'
  if (/CERT|TLS|SSL|SELF_SIGNED|ISSUER/.test(code)) return 'bad_certificate'
  return 'unreachable'
}

function send(
  url: URL,
  address: string,
  {
    headers,
    body,
    signal,
    ca,
    line,
  }: Pick<PublicPostOptions, 'ca'> & {
    readonly headers: Readonly<Record<string, string>>
    readonly body: string
    readonly signal: AbortSignal
    readonly line: PostLine | undefined
  },
): Promise<Posted> {
  const bytes = Buffer.from(body)
  return new Promise((resolve, reject) => {
    const asked = request(
      {
        host: address,
        port: url.port || 443,
        path: url.pathname + url.search,
        method: 'POST',
        servername: url.hostname.replace(/\.$/, ''),
        headers: { ...headers, host: url.host, 'content-length': bytes.length },
        agent: line ?? false,
        // Certificates are checked even when the environment (NODE_TLS_REJECT_UNAUTHORIZED) disables the check.
        rejectUnauthorized: true,
        ...(ca !== undefined && { ca }),
        signal,
      },
      (answer) => {
        const wait = Number(answer.headers['retry-after'])
        const posted = {
          status: answer.statusCode!,
          error: null,
          retryAfter: Number.isFinite(wait) && wait >= 0 ? wait * 1_000 : undefined,
        }
        let read = 0
        const end = () => resolve(posted)
        answer.on('data', (chunk: Uint8Array) => {
          read += chunk.length
          if (read <= mostRead) return
          asked.destroy()
          end()
        })
        answer.on('end', end)
        // The status has arrived already, and only the status matters.
        answer.on('error', end)
      },
    )
    asked.on('error', reject)
    asked.end(bytes)
  })
}

/** Waits for the promise until the signal is aborted, because a name server may never answer. */
function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const abort = () => reject(new Error('aborted'))
  if (signal.aborted) abort()
  else signal.addEventListener('abort', abort, { once: true })
  return Promise.race([promise, aborted]).finally(() => signal.removeEventListener('abort', abort))
}

/** All public addresses of IPv6 (RFC 4291 §2.4, IANA's registry). */
const globalUnicast = ipaddr.parseCIDR('2000::/3')

/**
 * Whether an address belongs to the public internet, and not to this machine. Addresses that contain another address
 * (mapped, NAT64, 6to4, Teredo) do not count as public, because a gateway would forward to the other address.
 */
export function isPublic(text: string): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.parse(text)
  if (address.range() !== 'unicast') return false
  if (address.kind() === 'ipv6' && !address.match(globalUnicast)) return false
  const own = Object.values(networkInterfaces()).flatMap((all = []) =>
    all.map((one) => ipaddr.parse(one.address)),
  )
  return !own.some((one) => one.toNormalizedString() === address.toNormalizedString())
}

function isAmong(text: string, networks: readonly ReturnType<typeof ipaddr.parseCIDR>[]): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.parse(text)
  return networks.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits))
}
