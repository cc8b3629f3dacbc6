import { connect, type TLSSocket } from 'node:tls'
import { answerMs, type CheckContext, type Finding, ok, red, warn } from './finding.ts'

/** A certificate as a server shows it. Instants are epoch milliseconds. */
export interface Shown {
  readonly validFrom: number
  readonly validTo: number
  /** Why a browser would refuse it. Null when it would not. */
  readonly fault: string | null
}

const look = 'Look at the log of the proxy: journalctl -u caddy -n 50'

/** Whether the certificate of the public address is good, and for how long. */
export async function certificate({ config, now }: CheckContext): Promise<Finding[]> {
  if (!config.publicUrl?.startsWith('https:')) return []
  const { hostname, port } = new URL(config.publicUrl)
  return [judgeCertificate(await shownBy(hostname, Number(port || 443)), now())]
}

/** What to think of a certificate. Caddy and certbot renew it when a third of its time is left. */
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
  // A bad certificate is what we want to see, so it does not end the connection. Nothing is sent.
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
