/**
 * Schemathesis (from PyPI) sends requests that follow the OpenAPI document, and many requests that do not. It checks
 * each answer.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { makeDemo } from '../../src/demo/open.ts'
import { ordinarySessionTimes } from '../../src/domain/secrets.ts'
import { openSession } from '../../src/features/shared/access.ts'
import { byTest } from '../support/by-test.ts'
import { emptyService } from '../support/clinic.ts'
import { listening } from '../support/listening.ts'
import { scratch } from '../support/scratch.ts'
import { explanationOf } from './schemathesis-explained.ts'
import { type Report, readReports } from './schemathesis-reports.ts'

const credentials = ['token', 'session'] as const
type Credential = (typeof credentials)[number]

/**
 * Sends at least this number of requests, half of them with an API token and half with a session. Each round has a new
 * demo practice, because random requests delete many records. `examples` is the number of examples for each operation
 * in a round.
 * @throws when a report of Schemathesis is not in the list of explanations, or when the service has a fault.
 */
export async function schemathesisDrill({ requests, examples }: { requests: number; examples: number }) {
  const program = installed()
  const explained = new Map<string, number>()
  const sent = { token: 0, session: 0 }
  for (const credential of credentials)
    for (let round = 1; sent[credential] < requests / 2; round++) {
      const found = await playRound(program, credential, { seed: round, examples })
      sent[credential] += found.requests
      const open = found.reports.filter((report) => explanationOf(report) === undefined)
      if (open.length > 0)
        throw new Error(
          `reports that nobody has explained:\n${open.map((one) => JSON.stringify(one)).join('\n')}`,
        )
      for (const report of found.reports) {
        const why = explanationOf(report)!
        explained.set(why, (explained.get(why) ?? 0) + 1)
      }
    }
  return { sent, explained: Object.fromEntries(explained) }
}

/** @throws when Schemathesis is not installed. The message tells how to install it. */
function installed(): string {
  const program = Bun.which(process.env.SCHEMATHESIS ?? 'schemathesis')
  if (program !== null) return program
  throw new Error(
    `Schemathesis is not installed. Run: python3 -m venv /tmp/schemathesis && /tmp/schemathesis/bin/pip install schemathesis==4.32.5
Then set SCHEMATHESIS=/tmp/schemathesis/bin/schemathesis and run the drill again.`,
  )
}

/**
 * Operations that Schemathesis leaves out. After `signOut`, every further request of the round would be answered with
 * 401.
 */
const leftOut = ['signOut']
const mostSeconds = 1_200

export async function playRound(
  program: string,
  credential: Credential,
  { seed, examples, seconds = mostSeconds }: { seed: number; examples: number; seconds?: number },
): Promise<{ readonly requests: number; readonly reports: Report[] }> {
  await using service = emptyService()
  service.clock.now = Date.now()
  const { practiceId, ownerId, token } = await makeDemo(service.store, service.clock.now)
  const practice = service.store.practices.of(practiceId, byTest)
  const session = await practice.write((tx) =>
    openSession(tx, ownerId, 'Drill', service.clock.now, ordinarySessionTimes),
  )
  await using server = listening(service)
  const secret = { token, session: session.token }[credential]
  const document = join(scratch, `schemathesis-${credential}-${seed}.json`)
  await Bun.write(document, await documentOf(server.url, seed % 2 !== 0))
  const path = join(scratch, `schemathesis-${credential}-${seed}.ndjson`)
  const child = Bun.spawn(
    [
      ...['nice', program, 'run', document, '--url', server.url, '--checks', 'all', '--continue-on-failure'],
      ...['--header', `Authorization: Bearer ${secret}`, '--seed', String(seed), '--no-color', '--no-shrink'],
      ...['--max-examples', String(examples), '--max-time', String(seconds)],
      ...leftOut.flatMap((operation) => ['--exclude-operation-id', operation]),
      ...['--report', 'ndjson', '--report-ndjson-path', path],
    ],
    { cwd: scratch, stdin: 'ignore', stdout: 'ignore', stderr: 'inherit' },
  )
  await child.exited
  if (service.faults.length > 0) throw new Error('the service had a fault', { cause: service.faults[0] })
  try {
    return await readReports(path)
  } finally {
    rmSync(path)
  }
}

const keyReference = '#/components/parameters/IdempotencyKey'

/**
 * The OpenAPI document as text. Schemathesis repeats a few idempotency keys, so almost every write is refused because
 * of its key. So every second round reads a document without keys.
 */
async function documentOf(url: string, withoutKeys: boolean): Promise<string> {
  const text = await (await fetch(`${url}/openapi.json`)).text()
  if (!withoutKeys) return text
  return JSON.stringify(JSON.parse(text), (name, value) =>
    name === 'parameters' && Array.isArray(value)
      ? value.filter((parameter: { $ref?: string }) => parameter.$ref !== keyReference)
      : value,
  )
}
