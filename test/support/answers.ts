import { expect } from 'bun:test'
import type { Answer } from './client.ts'

const requestId = /^req_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Expects a success in the envelope. Returns the payload. */
// biome-ignore lint/suspicious/noExplicitAny: payloads of every shape
export function success(answer: Answer, status = 200): any {
  expect(answer.status, answer.text).toBe(status)
  expect(Object.keys(answer.body)).toEqual(['data', 'requestId'])
  expect(answer.data).toBeObject()
  expectNamed(answer)
  return answer.data
}

/** Expects a problem in the envelope. With `paths`, the problem's details must name exactly these paths, each once. */
export function problem(answer: Answer, status: number, code: string, paths?: readonly string[]): void {
  expect(answer.status, answer.text).toBe(status)
  expect(Object.keys(answer.body).sort()).toEqual(['error', 'requestId'])
  const { error } = answer.body
  const { details, ...rest } = error
  expect(rest).toEqual({ code, status, message: expect.any(String) })
  expectNamed(answer)
  if (status === 401) expect(answer.headers.get('www-authenticate')).toBe('Bearer')
  if (status === 400) expect(details).toBeArray()
  for (const issue of details ?? []) {
    expect(issue.path).toBeString()
    expect(issue.message).toBeString()
  }
  if (paths !== undefined) expect(pathsOf(answer)).toEqual([...paths].sort())
}

export const invalid = (answer: Answer, ...paths: string[]): void =>
  problem(answer, 400, 'validation_failed', paths)

export const notFound = (answer: Answer): void => {
  problem(answer, 404, 'not_found')
  expect(answer.body.error).not.toHaveProperty('details')
}

export const pathsOf = (answer: Answer): string[] =>
  answer.body.error.details.map((issue: { path: string }) => issue.path).sort()

/** The text of an answer without the id of its request, to compare answers byte by byte. */
export const textWithoutId = ({ text, body }: Answer): string => text.replaceAll(body.requestId, '')

function expectNamed({ body, headers }: Answer): void {
  expect(body.requestId).toMatch(requestId)
  expect(headers.get('x-request-id')).toBe(body.requestId)
  expect(headers.get('content-type')).toStartWith('application/json')
}
