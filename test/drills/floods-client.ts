/**
 * A client that floods the server, in another process: `floods-client.ts <url> <plan>`. The plan is the JSON of `Plan`.
 * When its standard input ends, the process prints the number of answers by status.
 */
import type { Plan } from './floods.ts'

const [url, plan] = [process.argv[2]!, JSON.parse(process.argv[3]!) as Plan]
const statuses: Record<string, number> = {}
const emptyObjects = `[${'{},'.repeat(349_500)}{}]`
const longNote = JSON.stringify({ body: 'x'.repeat(99_000) })
const json = { 'content-type': 'application/json' }
let over = false
let n = 0

type Asked = [method: string, path: string, body?: string]

const requests: Record<Plan['kind'], () => Asked> = {
  bodies: () => [
    'POST',
    (['/auth/sign-in', '/visit/look', '/api/v1/patients'] as const)[n % 3]!,
    emptyObjects,
  ],
  noteBodies: () => ['POST', `/api/v1/patients/${plan.patientId}/notes`, emptyObjects],
  holidays: () => ['GET', '/api/v1/closures/holidays?year=2030&country=TW'],
  years: () => ['GET', `/api/v1/closures/holidays?year=${1970 + (n % 231)}&country=TW`],
  notes: () => ['POST', `/api/v1/patients/${plan.patientId}/notes`, longNote],
  revisions: () => ['GET', `/api/v1/patients/${plan.longNotes}/notes`],
  merges() {
    const [into, from] = plan.pairs[n % plan.pairs.length]!
    return ['POST', `/api/v1/patients/${into}/merge`, JSON.stringify({ from })]
  },
  all: () => requests[(['holidays', 'revisions', 'notes', 'noteBodies', 'years'] as const)[n % 5]!](),
}

async function ask(): Promise<string> {
  const [method, path, body] = requests[plan.kind]()
  const token = plan.tokens[n++ % Math.max(1, plan.tokens.length)]
  const headers = { ...(body && json), ...(token && { authorization: `Bearer ${token}` }) }
  const answer = await fetch(url + path, { method, headers, ...(body && { body }) })
  for await (const _ of answer.body ?? []);
  return String(answer.status)
}

const working = Array.from({ length: plan.connections }, async () => {
  // On a busy machine, standard input may end before the first request. Each connection sends at least one request.
  do {
    const status = await ask().catch(() => 'cut')
    statuses[status] = (statuses[status] ?? 0) + 1
  } while (!over)
})
await Bun.stdin.text()
over = true
await Promise.race([Promise.all(working), Bun.sleep(10_000)])
console.log(JSON.stringify(statuses))
process.exit(0)
