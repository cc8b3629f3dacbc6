/** Conditional requests (RFC 9110 §13): the tag of a record's version, `If-Match` and `If-None-Match`. */
import type { Act, Condition } from '../domain/act.ts'
import { type Issue, invalid } from '../domain/problem.ts'
import type { Coding } from './coding.ts'

/** The longest condition that is read, in characters. */
export const longestCondition = 4_096

/** The entity tag of a version (RFC 9110 §8.8.3). */
export const tagOf = (version: number): string => `"${version}"`

/**
 * The tag of a version in a content coding, such as `"3-gzip"`. A strong tag names certain bytes (RFC 9110 §8.8.3.3).
 */
export const codedTag = (tag: string, coding: Coding): string => `${tag.slice(0, -1)}-${coding}"`

/** The tag of the same version without a coding. */
const plainTag = (tag: string): string => tag.replace(/-(?:zstd|gzip)"$/, '"')

/**
 * A function that names the condition that a version does not meet: first `If-Match`, then `If-None-Match` (RFC 9110
 * §13.2.2). Undefined when the request has no condition. In `If-Match` a weak tag stands for no version. In
 * `If-None-Match` a weak tag stands for its version. The tag of a compressed answer stands for its version too.
 * @throws `validation_failed` that names each header that is too long or is no condition.
 */
export function readConditions({ headers }: Request): Act['unmet'] {
  const issues: Issue[] = []
  const read = (name: Condition): Tags | undefined => {
    const value = headers.get(name)
    // An empty header names no version, so it is no condition.
    if (value === null || value.trim() === '') return undefined
    const tags = tagsIn(value)
    if (tags === undefined) issues.push({ path: name, message: says })
    return tags
  }
  const [wanted, known] = [read('If-Match'), read('If-None-Match')]
  if (issues.length > 0) throw invalid(issues)
  if (wanted === undefined && known === undefined) return undefined
  return (version) => {
    const tag = tagOf(version)
    if (wanted !== undefined && wanted !== 'any' && !wanted.some((one) => plainTag(one) === tag))
      return 'If-Match'
    return known !== undefined && names(known, tag) ? 'If-None-Match' : undefined
  }
}

const says = `must be * or entity tags such as ${tagOf(3)}, in at most ${longestCondition} characters`

/**
 * The tag in the reader's `If-None-Match` that names the version of `tag`. It may also name a content coding. Undefined
 * when the reader does not have this version. The comparison is weak. A header that is too long or malformed is
 * ignored.
 */
export function knownAs({ method, headers }: Request, tag: string): string | undefined {
  const value = headers.get('if-none-match')
  if (value === null || (method !== 'GET' && method !== 'HEAD')) return undefined
  const known = tagsIn(value)
  if (known === 'any') return tag
  return known?.map(opaque).find((one) => plainTag(one) === opaque(tag))
}

/** The tags in a header, as they are written. */
type Tags = readonly string[] | 'any'

/** Whether one of these tags names the same as `wanted`, by the weak comparison (RFC 9110 §8.8.3.2). */
const names = (tags: Tags, wanted: string): boolean =>
  tags === 'any' || tags.some((tag) => plainTag(opaque(tag)) === opaque(wanted))

const opaque = (tag: string): string => tag.replace(/^W\//, '')

const tag = '(?:W/)?"[\\x21\\x23-\\x7e\\x80-\\xff]*"'

/**
 * The form of a condition, as a regular expression for JSON Schema. Elements of a list may be empty.
 * HTTP removes the white space around a value (RFC 9110 §5.5).
 */
export const conditionPattern = `^(?:\\*|(?:,[ \\t]*)*${tag}(?:[ \\t]*,(?:[ \\t]*${tag})?)*)?$`

/** One tag, or nothing, up to the next comma or the end. A tag itself may contain commas. */
const element = new RegExp(`[ \\t]*(${tag})?[ \\t]*(?:,|$)`, 'y')

/** The tags in a header. Undefined when the header has no tag, or contains anything else. */
function tagsIn(value: string): Tags | undefined {
  if (value.length > longestCondition) return undefined
  if (value.trim() === '*') return 'any'
  const tags: string[] = []
  for (element.lastIndex = 0; element.lastIndex < value.length; ) {
    const match = element.exec(value)
    if (match === null) return undefined
    if (match[1] !== undefined) tags.push(match[1])
  }
  return tags.length > 0 ? tags : undefined
}
