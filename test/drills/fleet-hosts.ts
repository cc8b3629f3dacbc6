/** Sends forged and wrong host names for every practice of a fleet, through the router and directly to the cells. */
import { asker, type Fleet, type FleetAnswer, type FleetPractice, patientsOf } from './fleet.ts'

/** All bytes of an answer that a caller sees, without the date and the request id, which differ in each answer. */
function bytesOf({ status, headers, text }: FleetAnswer): string {
  const { date: _, 'x-request-id': __, ...rest } = headers
  return JSON.stringify([status, rest, text.replaceAll(/req_[\da-f-]{36}/g, 'req')])
}

/**
 * Sends the token of every practice to its own host, to two hosts of other practices and to unknown hosts. It also
 * sends host names in other headers, and sends requests to a cell that does not have the practice.
 * @throws when an answer contains a foreign record, or when two refusals of one kind differ.
 */
export async function forgedHosts(fleet: Fleet) {
  const { all, running } = fleet
  const [ask, cellCount] = [asker(fleet.port), running.length]
  const perCell = all.length / cellCount
  /** The first answer of each kind of refusal. */
  const refusals = new Map<string, string>()
  let [asked, refused] = [0, 0]
  const refuse = (kind: string, answer: FleetAnswer, own: FleetPractice) => {
    asked++
    refused++
    const bytes = bytesOf(answer)
    if (answer.status < 400) throw new Error(`${kind}: ${own.host} was answered ${answer.status}`)
    if (all.some(({ mark }) => answer.text.includes(mark)))
      throw new Error(`${kind}: a record was in the answer`)
    const before = refusals.get(kind)
    if (before === undefined) refusals.set(kind, bytes)
    else if (before !== bytes) throw new Error(`${kind}: two refusals differ: ${before} and ${bytes}`)
  }
  const path = '/api/v1/patients?limit=200'
  for (const [n, own] of all.entries()) {
    const { token } = own
    const beside = all[n - (n % perCell) + ((n + 1) % perCell)]!
    const elsewhere = all[(n + perCell) % all.length]!
    const found = await patientsOf(ask, own.host, token)
    asked++
    if (found.length !== 1 || found[0]!.lastName !== own.mark)
      throw new Error(`${own.host} shows ${found.length} patients`)
    // An unknown token and the token of another practice are refused with the same answer.
    for (const { host } of [beside, elsewhere]) {
      refuse('token', await ask(host, 'GET', path, { token }), own)
      refuse('token', await ask(host, 'GET', path, { token: `${token.slice(0, -6)}AAAAAA` }), own)
    }
    refuse('nobody', await ask(`nobody-${n}.fleet.localhost`, 'GET', path, { token }), own)
    refuse('nobody', await ask(`${own.host}.evil.example`, 'GET', path, { token }), own)
    refuse('nobody', await ask('127.0.0.1', 'GET', path, { token }), own)
    // No other header can name the host.
    for (const name of ['x-forwarded-host', 'x-host', 'forwarded', 'x-original-host']) {
      const headers = { [name]: name === 'forwarded' ? `host=${own.host}` : own.host }
      refuse('token', await ask(elsewhere.host, 'GET', path, { token, headers }), own)
    }
    // The request goes directly to a cell that does not have this practice.
    const at = Math.floor(n / perCell)
    const wrong = asker(running[(at + 1) % cellCount]!.env.PORT!)
    const headers = { 'x-real-ip': '192.0.2.7' }
    refuse(`misdirected ${at}`, await wrong(own.host, 'GET', path, { token, headers }), own)
    refuse(`misdirected ${at}`, await wrong(beside.host, 'GET', path, { token, headers }), own)
    refuse('misdirected', await wrong(`nobody-${n}.fleet.localhost`, 'GET', path, { token, headers }), own)
  }
  return { practices: all.length, cells: cellCount, asked, refused, kinds: Object.fromEntries(refusals) }
}
