import type { PatientPage } from './patient-page.ts'

/** The pauses after which a request is sent again, in milliseconds. */
const pauses = [1_000, 2_000, 4_000, 8_000]
/** A request without an answer is given up after this time, in milliseconds. */
const patience = 15_000

/**
 * Problems that may be over at the next try. While a practice moves to another server, the answer is `misdirected` for
 * some seconds.
 */
const mayPass = ['unavailable', 'internal_error', 'misdirected']

/**
 * Sends a request about the visit, several times if the connection is bad. Every request can safely be sent twice.
 * `slow` is called before each further try.
 * @throws when no try succeeds, or when the server refuses the request.
 */
export async function askPatiently(step: string, body: object, slow: () => void): Promise<PatientPage> {
  for (const pause of pauses) {
    const visit = await send(step, body)
    if (visit !== undefined) return visit
    slow()
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
  const visit = await send(step, body)
  if (visit === undefined) throw new Error('No request got through.')
  return visit
}

/** The answer, or undefined when another try may get an answer. @throws when the server refuses the request. */
async function send(step: string, body: object): Promise<PatientPage | undefined> {
  const answer = await fetch(`/visit/${step}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(patience),
  }).catch(() => undefined)
  const content = await answer?.json().catch(() => undefined)
  if (answer?.ok && content?.data !== undefined) return content.data
  const code = content?.error?.code
  if (code !== undefined && !mayPass.includes(code)) throw new Error(code)
}
