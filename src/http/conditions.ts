/** Conditional requests (RFC 9110 §13): the tag of a record's version, `If-Match` and `If-None-Match`. */
import type { Act } from '../domain/act.ts'
import { invalid } from '../domain/problem.ts'

/** The longest condition that is read, in characters. */
export const longestCondition = 4_096

/** The entity tag of a version (RFC 9110 §8.8.3). */
export const tagOf = (version: number): string => `"${version}"`

/**
 * Which versions the caller wants to change, by `If-Match`; undefined for any. The comparison is strong: a weak tag
 * stands for no version.
 * @throws `validation_failed` for a header that is too long or is no condition.
 */
export function readIfMatch({ headers }: Request): Act['expects'] {
  const value = headers.get('if-match')
  if (value === null) return undefined
  const tags = tagsIn(value)
  if (tags === undefined) throw invalid([{ path: 'If-Match', message: says }])
  return tags === 'any' ? undefined : (version) => tags.includes(tagOf(version))
}

const says = `must be * or entity tags such as ${tagOf(3)}, in at most ${longestCondition} characters`

/**
 * Whether a reader has what this tag stands for already, by `If-None-Match`. The comparison is weak. A header that is too
 * long or is no condition counts for nothing.
 */
export function isKnown({ method, headers }: Request, tag: string): boolean {
  const value = headers.get('if-none-match')
  if (value === null || (method !== 'GET' && method !== 'HEAD')) return false
  const tags = tagsIn(value)
  return tags === 'any' || (tags ?? []).some((known) => opaque(known) === opaque(tag))
}

const opaque = (tag: string) => tag.replace(/^W\//, '')

/** One tag, or nothing, up to the next comma or the end. A tag may hold commas. */
const element = /[ \t]*((?:W\/)?"[\x21\x23-\x7e\x80-\xff]*")?[ \t]*(?:,|$)/y

/** The tags in a header, as they are written. Undefined where there is none, or something else. */
function tagsIn(value: string): readonly string[] | 'any' | undefined {
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
