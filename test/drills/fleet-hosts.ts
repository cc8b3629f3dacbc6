/** Forged and wrong hosts at every practice of a fleet, through the router and at the cells themselves. */
import { asker, type Fleet, type FleetAnswer, type FleetPractice, patientsOf } from './fleet.ts'

/** What a caller sees of an answer, to the byte, without what differs in each one. */
function bytesOf({ status, headers, text }: FleetAnswer): string {
  const { date: _, 'x-request-id': __, ...rest } = headers
  return JSON.stringify([status, rest, text.replaceAll(/req_[\da-f-]{36}/g, 'req')])
}

/**
 * Sends the token of every practice to its own host, to two hosts of other practices and to hosts of nobody. It also names hosts
 * in other headers, and asks at a cell that does not have the practice.
 * @throws where an answer has a foreign record, or where two refusals differ.
 */
export async function forgedHosts(fleet: Fleet) {
  const { all, running } = fleet
  const [ask, cellCount] = [asker(fleet.port), running.length]
  const perCell = all.length / cellCount
  /** Each kind of refusal, as it was answered the first time. */
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
    // A token that nobody has, and one of somebody else, are refused alike at every host.
    for (const { host } of [beside, elsewhere]) {
      refuse('token', await ask(host, 'GET', path, { token }), own)
      refuse('token', await ask(host, 'GET', path, { token: `${token.slice(0, -6)}AAAAAA` }), own)
    }
    refuse('nobody', await ask(`nobody-${n}.fleet.localhost`, 'GET', path, { token }), own)
    refuse('nobody', await ask(`${own.host}.evil.example`, 'GET', path, { token }), own)
    refuse('nobody', await ask('127.0.0.1', 'GET', path, { token }), own)
    // No other header names the host.
    for (const name of ['x-forwarded-host', 'x-host', 'forwarded', 'x-original-host']) {
      const headers = { [name]: name === 'forwarded' ? `host=${own.host}` : own.host }
      refuse('token', await ask(elsewhere.host, 'GET', path, { token, headers }), own)
    }
    // Behind the router, at a cell that has another practice or none.
    const at = Math.floor(n / perCell)
    const wrong = asker(running[(at + 1) % cellCount]!.env.PORT!)
    const headers = { 'x-real-ip': '192.0.2.7' }
    refuse(`misdirected ${at}`, await wrong(own.host, 'GET', path, { token, headers }), own)
    refuse(`misdirected ${at}`, await wrong(beside.host, 'GET', path, { token, headers }), own)
    refuse('misdirected', await wrong(`nobody-${n}.fleet.localhost`, 'GET', path, { token, headers }), own)
  }
  return { practices: all.length, cells: cellCount, asked, refused, kinds: Object.fromEntries(refusals) }
}
