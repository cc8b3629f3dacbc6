import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { thrownBy } from '../support/rejection.ts'
import { scratch } from '../support/scratch.ts'
import { explanationOf } from './schemathesis-explained.ts'
import { readReports } from './schemathesis-reports.ts'

const problem = (code: string, status: number, ...details: object[]) =>
  Buffer.from(JSON.stringify({ error: { code, status, message: '', details } })).toString('base64')

const failed = (name: string, message: string) => ({
  name,
  status: 'failure',
  failure_info: { failure: { message } },
})

/** The lines of a report of a run that sent one request to an operation. */
const run = (label: string, status: number, content: string, ...checks: object[]) => [
  {
    ScenarioFinished: {
      recorder: {
        label,
        checks: { a: [{ name: 'not_a_server_error', status: 'success' }, ...checks] },
        interactions: {
          a: {
            request: { method: 'POST', uri: 'http://127.0.0.1:3000/api/v1/tags?x=1' },
            response: { status_code: status, content: { $base64: content } },
          },
        },
      },
    },
  },
  { ScenarioFinished: { recorder: { label } } },
]

async function reportsOf(lines: readonly object[]) {
  const path = join(scratch, 'reports.ndjson')
  await Bun.write(path, lines.map((line) => JSON.stringify(line)).join('\n'))
  return readReports(path)
}

const end = { EngineFinished: {} }

test('what Schemathesis reports is read with the status and the problem of the answer', async () => {
  const content = problem('validation_failed', 400, { path: 'endAt', message: 'must be after startAt' })
  const check = failed('positive_data_acceptance', 'Valid data should have been accepted')
  const { requests, statuses, reports } = await reportsOf([
    ...run('POST /api/v1/tags', 400, content, check),
    end,
  ])
  expect([requests, statuses]).toEqual([1, { 400: 1 }])
  expect(reports).toEqual([
    {
      check: 'positive_data_acceptance',
      operation: 'POST /api/v1/tags',
      sent: 'POST /api/v1/tags',
      status: 400,
      code: 'validation_failed',
      detail: 'endAt: must be after startAt',
      before: [],
      message: 'Valid data should have been accepted',
    },
  ])
  expect(explanationOf(reports[0]!)).toBe('An end must come after its start, and not too long after it.')
})

test('a fault of the service, an answer that nobody foresaw and an error have no explanation', async () => {
  const operation = 'POST /api/v1/tags'
  for (const lines of [
    run(operation, 500, problem('internal_error', 500), failed('not_a_server_error', 'Server error')),
    run(operation, 418, '', failed('status_code_conformance', 'Undocumented HTTP status code')),
    run(operation, 200, '', failed('negative_data_rejection', 'Invalid data should have been rejected')),
    run(operation, 400, problem('validation_failed', 400), failed('positive_data_acceptance', '')),
    [{ NonFatalError: { label: operation, value: { type: 'InvalidHeader', message: 'x' } } }],
  ]) {
    const { reports } = await reportsOf([...lines, end])
    expect(reports.map(explanationOf)).toEqual([undefined])
  }
})

test('a request of a chain is reported under its own operation, with what came before about its record', async () => {
  const sent = (method: string, path: string, status: number) => ({
    request: { method, uri: `http://127.0.0.1:3000/api/v1/patients/${path}` },
    response: { status_code: status, content: { $base64: problem('not_found', 404) } },
  })
  const chain = (erased: string) => ({
    ScenarioFinished: {
      recorder: {
        label: 'Stateful tests',
        cases: { c: { value: { method: 'GET', path: '/api/v1/patients/{patientId}/notes' } } },
        checks: { c: [failed('ensure_resource_availability', 'just created')] },
        interactions: { b: sent('POST', `${erased}/erase`, 200), c: sent('GET', '1/notes', 404) },
      },
    },
  })
  const { reports } = await reportsOf([chain('1'), chain('2'), end])
  expect(reports.map(({ operation, before }) => [operation, before])).toEqual([
    ['GET /api/v1/patients/{patientId}/notes', ['POST /api/v1/patients/1/erase']],
    ['GET /api/v1/patients/{patientId}/notes', []],
  ])
  expect(reports.map(explanationOf)).toEqual([
    'A patient who was erased since is not there any more.',
    undefined,
  ])
})

test('a run that did not end is no success', async () => {
  expect(await thrownBy(reportsOf(run('POST /api/v1/tags', 200, '')))).toThrow('ended before')
})
