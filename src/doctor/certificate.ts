import { connect, type TLSSocket } from 'node:tls'
import { hostsIn } from '../../db/hosts.ts'
import { answerMs, type CheckContext, type Finding, ok, red, warn } from './finding.ts'

/** A certificate as a server shows it. Instants are epoch milliseconds. */
interface Shown {
  readonly validFrom: number
  readonly validTo: number
  /** Why a browser would refuse the certificate. Null when a browser would accept the certificate. */
  readonly fault: string | null
}

const look = 'Look at the log of the proxy: journalctl -u caddy -n 50'

/** Whether the certificates of the public address and of the practices' hosts are good, and for how long. */
export async function certificate({ config, now }: CheckContext): Promise<Finding[]> {
  const { publicUrl, databasePath } = config
  if (!publicUrl?.startsWith('https:')) return []
  const url = new URL(publicUrl)
  const port = Number(url.port || 443)
  const shown = shownBy(url.hostname, port)
  const hosts = hostsBeside(databasePath, url.hostname, now())
  const others = await judgeHosts(hosts, (host) => shownBy(host, port), now())
  return [judgeCertificate(await shown, now()), ...others]
}

/**
 * The hosts of practices in the database. Empty when the database cannot be read, because another check reports this.
 */
function hostsBeside(databasePath: string, shared: string, now: number): string[] {
  try {
    return hostsIn(databasePath, now).filter((host) => host !== shared)
  } catch {
    return []
  }
}

/**
 * The limits of the check: the number of hosts in all and at a time, the whole time, and the number of listed
 * findings.
 */
const bounds = { hosts: 1_000, atATime: 20, ms: 2 * answerMs, listed: 10 }

/**
 * Judges the certificates of the practices' hosts. Returns a finding for each bad certificate, up to ten, and one
 * finding for the others.
 * @param look returns the certificate that a host shows, or null
 */
export async function judgeHosts(
  hosts: readonly string[],
  look: (host: string) => Promise<Shown | null>,
  now: number,
  { ms }: { readonly ms: number } = bounds,
): Promise<Finding[]> {
  if (hosts.length === 0) return []
  const until = performance.now() + ms
  const waiting = hosts.slice(0, bounds.hosts)
  const findings: Finding[] = []
  const ask = async () => {
    for (let host = waiting.shift(); host && performance.now() < until; host = waiting.shift()) {
      const finding = judgeCertificate(await look(host), now)
      findings.push({ ...finding, found: `${host}: ${finding.found}` })
    }
  }
  await Promise.all(Array.from({ length: bounds.atATime }, ask))
  const bad = findings.filter(({ state }) => state !== 'ok')
  const left = hosts.length - findings.length
  const words = `${findings.length - bad.length} of the ${hosts.length} hosts of practices show a good one`
  const rest = [
    bad.length > bounds.listed && `${bad.length - bounds.listed} more do not`,
    left > 0 && `${left} were not asked`,
  ].filter((text) => text !== false)
  return [
    ...bad.slice(0, bounds.listed),
    rest.length === 0
      ? ok('certificate', words)
      : warn('certificate', [words, ...rest].join(', '), 'Type again when those above are mended'),
  ]
}

/** Judges a certificate. Caddy and certbot renew a certificate when a third of its time is left. */
export function judgeCertificate(shown: Shown | null, now: number): Finding {
  if (shown === null) return red('certificate', 'no encrypted connection came about', look)
  const left = shown.validTo - now
  if (left <= 0) return red('certificate', `it ended on ${dateOf(shown.validTo)}`, look)
  if (shown.fault !== null) return red('certificate', `browsers refuse it: ${shown.fault}`, look)
  const words = `it is good for ${inWords(left)}, until ${dateOf(shown.validTo)}`
  return left < (shown.validTo - shown.validFrom) / 5
    ? warn('certificate', `${words}, and it should have been renewed by now`, look)
    : ok('certificate', words)
}

const hourMs = 3_600_000
const inWords = (ms: number) =>
  ms < 48 * hourMs ? `${Math.floor(ms / hourMs)} hours` : `${Math.floor(ms / (24 * hourMs))} days`
const dateOf = (at: number) => new Date(at).toISOString().slice(0, 10)

function shownBy(host: string, port: number): Promise<Shown | null> {
  const { promise, resolve } = Promise.withResolvers<Shown | null>()
  // This check must read a bad certificate, too, so a bad one does not end the connection. No data is sent.
  const socket: TLSSocket = connect({ host, port, servername: host, rejectUnauthorized: false }, () => {
    const { valid_from, valid_to } = socket.getPeerCertificate()
    const fault = socket.authorized ? null : String(socket.authorizationError)
    resolve({ validFrom: Date.parse(valid_from), validTo: Date.parse(valid_to), fault })
    socket.destroy()
  })
  socket.on('error', () => resolve(null))
  socket.setTimeout(answerMs, () => socket.destroy(new Error('no answer')))
  return promise
}
