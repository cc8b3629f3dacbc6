import { localAddress } from '../config.ts'
import { type Arrived, probeHeader } from '../health/probes.ts'
import { answerMs, type CheckContext, type Finding, ok, red, warn } from './finding.ts'

/** An address for examples (RFC 5737 §3). No caller has it. */
const madeUp = '192.0.2.77'
const log = 'To see why, type: journalctl -u chairside -n 50'

/** Whether the server on this machine answers and is ready. */
export async function service({ config }: CheckContext): Promise<Finding> {
  const local = localAddress(config)
  const answered = await statusOf(`${local}/readyz`)
  if (answered === null)
    return red('service', `nobody answers at ${local}`, `Type: systemctl restart chairside. ${log}`)
  const { status, text } = answered
  if (status === 503) return red('service', 'it answers, and it cannot take writes', log)
  if (text.includes('"degraded"')) return warn('service', 'it works, and its backup has a problem', log)
  return ok('service', `it answers at ${local} and is ready`)
}

/** Whether the public address leads to this server, and whether the proxy there passes on the addresses of callers. */
export async function publicAddress({ config }: CheckContext): Promise<Finding[]> {
  const { publicUrl, clientAddressHeader } = config
  if (publicUrl === undefined)
    return [
      warn('address', 'PUBLIC_URL is not set, so people reach it only on this machine', 'Set PUBLIC_URL'),
    ]
  const id = crypto.randomUUID()
  const sent = { [probeHeader]: id, ...(clientAddressHeader && { [clientAddressHeader]: madeUp }) }
  const answered = await statusOf(`${publicUrl}/livez`, sent)
  if (answered === null || answered.status !== 200)
    return [
      red(
        'address',
        `${publicUrl} ${answered === null ? 'cannot be reached from here' : `answers ${answered.status}`}`,
        'Check that the name leads to this machine, that ports 80 and 443 are open, and the proxy: systemctl status caddy',
      ),
    ]
  const seen = await statusOf(`${localAddress(config)}/livez/probe`, { [probeHeader]: id })
  if (seen?.status !== 200)
    return [
      red(
        'address',
        `${publicUrl} answers, but not with the server of this machine`,
        'Check where the name and the proxy lead, and PORT',
      ),
    ]
  return [
    ok('address', `${publicUrl} leads to this server`),
    ...(clientAddressHeader === undefined
      ? []
      : [proxyHeader(clientAddressHeader, JSON.parse(seen.text).data)]),
  ]
}

function proxyHeader(header: string | null, { address, named }: Arrived): Finding {
  if (header === null)
    return warn(
      'proxy',
      'CLIENT_ADDRESS_HEADER is none, so all callers of a proxy count as one',
      'If a proxy stands in front, let it set a header, and name that header',
    )
  if (!named)
    return red(
      'proxy',
      `the proxy does not set ${header}, so all callers count as one`,
      `Let the proxy set ${header}, as src/install/README.md shows for Caddy and nginx`,
    )
  if (address === madeUp)
    return red(
      'proxy',
      `the proxy passes on what callers write as ${header}, so anybody may choose their address`,
      `Let the proxy replace ${header}, as src/install/README.md shows for Caddy and nginx`,
    )
  return ok('proxy', `it names callers as ${header}: this one came from ${address}`)
}

async function statusOf(url: string, headers: Record<string, string> = {}) {
  try {
    const signal = AbortSignal.timeout(answerMs)
    const response = await fetch(url, { headers, signal, redirect: 'manual' })
    return { status: response.status, text: await response.text() }
  } catch {
    return null
  }
}
