/** Reads the report of a Schemathesis run. The report file has a line of JSON for each event. */

import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'

/** One finding of Schemathesis, or one error of Schemathesis itself. */
export interface Report {
  /** The name of the check, such as `positive_data_acceptance`, or `error` when Schemathesis could not continue. */
  readonly check: string
  /** Method and path of the operation that was tested. */
  readonly operation: string
  /** The method and the path that were sent. */
  readonly sent: string
  readonly status: number
  /** The code of the problem in the answer. */
  readonly code: string | undefined
  /** The first detail of the problem: its path and its message. */
  readonly detail: string | undefined
  /** Method and path of the earlier requests about the same record in the same chain. */
  readonly before: readonly string[]
  /** The message of Schemathesis. */
  readonly message: string
}

interface Check {
  readonly name: string
  readonly status: string
  readonly failure_info?: { readonly failure: { readonly message: string } }
}
interface Interaction {
  readonly request: { readonly method: string; readonly uri: string }
  readonly response?: { readonly status_code: number; readonly content?: { readonly $base64: string } } | null
}
interface Recorder {
  /** Method and path of the operation; `Stateful tests` for a chain of operations. */
  readonly label: string
  readonly cases?: Readonly<
    Record<string, { readonly value: { readonly method: string; readonly path: string } }>
  >
  /** `checks` and `interactions` are left out when no request was sent. */
  readonly checks?: Readonly<Record<string, readonly Check[]>>
  readonly interactions?: Readonly<Record<string, Interaction>>
}
interface Line {
  readonly ScenarioFinished?: { readonly recorder: Recorder }
  readonly NonFatalError?: {
    readonly label?: string
    readonly value: { readonly type: string; readonly message: string }
  }
  readonly FatalError?: object
  readonly EngineFinished?: object
}

/**
 * Returns the number of requests, the number of answers by status, and every report. @throws when the run did not end.
 */
export async function readReports(path: string) {
  const statuses: Record<string, number> = {}
  const reports: Report[] = []
  let [requests, ended] = [0, false]
  for await (const text of createInterface({ input: createReadStream(path) })) {
    const line: Line = JSON.parse(text)
    if (line.FatalError) throw new Error(`Schemathesis broke off: ${text.slice(0, 2_000)}`)
    if (line.EngineFinished) ended = true
    if (line.NonFatalError) reports.push(errorOf(line.NonFatalError))
    if (line.ScenarioFinished === undefined) continue
    const { label, cases = {}, checks = {}, interactions = {} } = line.ScenarioFinished.recorder
    const chain: string[] = []
    for (const [id, interaction] of Object.entries(interactions)) {
      requests++
      const status = interaction.response?.status_code ?? 0
      statuses[status] = (statuses[status] ?? 0) + 1
      for (const check of checks[id] ?? [])
        if (check.status !== 'success')
          reports.push(reportOf(operationOf(label, cases[id]?.value), check, interaction, chain))
      chain.push(sentBy(interaction))
    }
  }
  if (!ended) throw new Error('Schemathesis ended before its run was over')
  return { requests, statuses, reports }
}

const errorOf = ({ label = '', value }: NonNullable<Line['NonFatalError']>): Report => ({
  check: 'error',
  operation: label,
  sent: '',
  status: 0,
  code: undefined,
  detail: undefined,
  before: [],
  message: `${value.type}: ${value.message}`.slice(0, 500),
})

/**
 * The operation of a report. A chain of operations has one label for all its requests, so its operation is the method
 * and path of the request.
 */
const operationOf = (label: string, sent: { method: string; path: string } | undefined) =>
  label === 'Stateful tests' && sent ? `${sent.method} ${sent.path}` : label

const sentBy = ({ request }: Interaction) => `${request.method} ${new URL(request.uri).pathname}`
/** The part of a path that names a record, such as `/api/v1/patients/<id>`. */
const recordIn = (sent: string) => /\/api\/v1\/[^/]+\/[^/]+/.exec(sent)?.[0]

function reportOf(
  operation: string,
  { name, failure_info }: Check,
  interaction: Interaction,
  chain: readonly string[],
): Report {
  const { response } = interaction
  const sent = sentBy(interaction)
  const record = recordIn(sent)
  const { code, details } = problemIn(response?.content?.$base64)
  const [first] = details ?? []
  return {
    check: name,
    operation,
    sent,
    status: response?.status_code ?? 0,
    code,
    detail: first && `${first.path}: ${first.message}`,
    before: record === undefined ? [] : chain.filter((one) => recordIn(one) === record),
    message: failure_info?.failure.message.slice(0, 500) ?? '',
  }
}

interface Problem {
  readonly code?: string
  readonly details?: readonly { readonly path: string; readonly message: string }[]
}

/** The problem in an answer. Empty when the answer has no problem. */
function problemIn(base64: string | undefined): Problem {
  try {
    return JSON.parse(Buffer.from(base64 ?? '', 'base64').toString()).error ?? {}
  } catch {
    return {}
  }
}
