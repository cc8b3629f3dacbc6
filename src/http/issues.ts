import { Kind, type TSchema } from '@sinclair/typebox'
import { type ValueError, ValueErrorType } from '@sinclair/typebox/errors'
import type { Issue } from '../domain/problem.ts'
import { formatSays } from './formats.ts'

/** The most mistakes that are named. A body with a million mistakes must not delay other callers (RULES §8). */
export const mostIssues = 200
/** The longest path in `details`, in UTF-16 code units. A caller can make a field's name as long as a body. */
export const longestPath = 200

/**
 * TypeBox's errors in the form for callers, and then `more`. Every wrong path is named once, with dots between its
 * parts and a sentence about the rule. The sentence never contains the value, because it may be a patient's. There are
 * at most 200 issues, and a path longer than 200 characters is cut.
 */
export function issuesOf(errors: Iterable<ValueError>, more: readonly Issue[]): Issue[] {
  const issues = new Map<string, Issue>()
  for (const issue of everyIssue(errors, more)) {
    const path = cut(issue.path)
    if (!issues.has(path)) issues.set(path, { ...issue, path })
    if (issues.size === mostIssues) break
  }
  return [...issues.values()]
}

function* everyIssue(errors: Iterable<ValueError>, more: readonly Issue[]): Generator<Issue> {
  for (const error of errors) yield* issuesIn(error)
  yield* more
}

/** Every union in our schemas is a type or null, so the errors of the type describe the mistake. */
function* issuesIn(error: ValueError): Generator<Issue> {
  if (error.type !== ValueErrorType.Union) {
    yield { path: dotted(error.path), message: sentence(error) }
    return
  }
  for (const inner of error.errors[0]!)
    if (inner.path === error.path)
      yield { path: dotted(inner.path), message: `${sentence(inner)}, or be null` }
    else yield* issuesIn(inner)
}

/** Cuts a path that is too long. The cut leaves no half of a surrogate pair at the end. */
const cut = (path: string): string =>
  path.length <= longestPath ? path : `${path.slice(0, longestPath - 1).replace(/[\ud800-\udbff]$/, '')}…`

/** Turns a JSON Pointer (RFC 6901) into a path with dots. */
const dotted = (pointer: string): string =>
  pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
    .join('.')

function sentence(error: ValueError): string {
  const { schema } = error
  switch (error.type) {
    case ValueErrorType.ObjectRequiredProperty:
      return 'is required'
    case ValueErrorType.ObjectAdditionalProperties:
      return 'is not a field of this request'
    case ValueErrorType.StringMaxLength:
      return `must be at most ${schema.maxLength} characters long`
    case ValueErrorType.StringPattern:
      return schema.pattern === '\\S' ? 'must not be empty' : `must match ${schema.pattern}`
    case ValueErrorType.StringFormat:
      return formatSays(schema.format)
    case ValueErrorType.IntegerMinimum:
    case ValueErrorType.IntegerMaximum:
      return within(schema)
    case ValueErrorType.ArrayMinItems:
      return `must have at least ${schema.minItems} items`
    case ValueErrorType.ArrayMaxItems:
      return `must have at most ${schema.maxItems} items`
    case ValueErrorType.ArrayUniqueItems:
      return 'must not hold an item twice'
    case ValueErrorType.Kind:
      return ofKind(schema)
    default:
      return `must be ${/^[aio]/.test(schema.type) ? 'an' : 'a'} ${schema.type}`
  }
}

const within = ({ minimum, maximum }: TSchema) =>
  maximum === undefined
    ? `must be a whole number, at least ${minimum}`
    : `must be a whole number from ${minimum} to ${maximum}`

function ofKind(schema: TSchema): string {
  switch (schema[Kind]) {
    case 'QueryInstant':
      return formatSays('date-time')
    case 'QueryInteger':
      return within(schema)
    default:
      return `must be one of ${schema.enum.join(', ')}`
  }
}
