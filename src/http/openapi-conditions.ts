/**
 * The parts of the OpenAPI document about conditional requests (`conditions.ts`). They follow from the answers of each
 * route.
 */

import type { Condition } from '../domain/act.ts'
import { conditionPattern, longestCondition } from './conditions.ts'
import type { Schema } from './openapi-schema.ts'
import { byClockKey } from './shape.ts'

/** Refers to a part of the document that many operations share. */
type Reference = { readonly $ref: string }

/** Whether an answer is one record with its version. */
export const isVersioned = ({ properties }: Schema): boolean =>
  properties?.data?.properties?.version !== undefined

/** Whether a reader who has the present version of a record gets 304 instead of the record. */
const isSparedTo = (method: string, answer: Schema): boolean =>
  method === 'get' &&
  isVersioned(answer) &&
  !(byClockKey in (answer.properties!.data!.properties!.version as object))

/** The header parameters by which an operation takes conditions. */
export function conditionsOf(method: string, answer: Schema, isConditional: boolean): Reference[] {
  const names = [
    ...(isSparedTo(method, answer) ? ['IfNoneMatchToRead'] : []),
    ...(isConditional ? ['IfMatch', 'IfNoneMatch'] : []),
  ]
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }))
}

/** The answer to a reader who has the record already. */
export const notModified = (method: string, answer: Schema): Readonly<Record<string, Reference>> =>
  isSparedTo(method, answer) ? { '304': { $ref: '#/components/responses/NotModified' } } : {}

// No condition has an example: Swagger UI would send the example with every request.
const condition = (name: Condition, description: string, schema: object) => ({
  name,
  in: 'header',
  description,
  schema: { type: 'string', ...schema },
})
const strict = { maxLength: longestCondition, pattern: conditionPattern }

export const conditionParameters = {
  IfMatch: condition(
    'If-Match',
    'Changes the record only if it has the version of one of these tags: `"3"`. `*` means any version (RFC 9110 §13.1.1). An empty header has no effect.',
    strict,
  ),
  IfNoneMatch: condition(
    'If-None-Match',
    'Does not change the record if it has the version of one of these tags: 412. `*` means any version (RFC 9110 §13.1.2). An empty header has no effect.',
    strict,
  ),
  IfNoneMatchToRead: condition(
    'If-None-Match',
    'The answer is 304 without a body if the record has the version of one of these tags (RFC 9110 §13.1.2). A malformed header has no effect.',
    {},
  ),
}

export const notModifiedResponse = {
  NotModified: {
    description: 'The record has the version that you know already. The answer has no body.',
    headers: Object.fromEntries(
      ['X-Request-Id', 'ETag'].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
    ),
  },
}
