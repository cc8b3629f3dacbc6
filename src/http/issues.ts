import { Kind, type TSchema } from '@sinclair/typebox'
import { type ValueError, ValueErrorType } from '@sinclair/typebox/errors'
import type { Issue } from '../domain/problem.ts'
import { formatSays } from './formats.ts'

/** Nobody reads on beyond these, and a body with a million mistakes must not stall other callers (RULES §8). */
const mostIssues = 200

/**
 * TypeBox's errors as a caller reads them. Every offending path is named once, dotted, with a sentence about the rule.
 * The sentence never holds the value, which may be a patient's.
 */
export function issuesOf(errors: Iterable<ValueError>, more: readonly Issue[]): Issue[] {
  const issues = new Map<string, Issue>()
  for (const error of errors) {
    const path = dotted(error.path)
    if (!issues.has(path)) issues.set(path, { path, message: sentence(error) })
    if (issues.size === mostIssues) break
  }
  for (const issue of more) if (!issues.has(issue.path)) issues.set(issue.path, issue)
  return [...issues.values()]
}

/** JSON Pointer (RFC 6901) to a dotted path. */
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
    case ValueErrorType.Union:
      return ofUnion(error)
    case ValueErrorType.Kind:
      return ofKind(schema)
    default:
      return `must be ${schema.type === 'array' || schema.type === 'object' ? 'an' : 'a'} ${schema.type}`
  }
}

const within = (schema: TSchema) => `must be a whole number from ${schema.minimum} to ${schema.maximum}`

/** Every union here is a type or null, so the first error of the type says what is wrong. */
function ofUnion(error: ValueError): string {
  const [first] = [...(error.errors[0] ?? [])]
  return first ? `${sentence(first)}, or be null` : 'has the wrong type'
}

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
