import type { TSchema } from '@sinclair/typebox'
import { isVisible } from '../domain/visible.ts'
import { longestPath, mostIssues } from './issues.ts'
import { type Trims, trims } from './shape.ts'

/** Makes a value ready to be checked. It never changes the value that was sent. */
type Prepare = (value: unknown) => unknown

/**
 * A function that makes a value of this schema ready to be checked, at every depth. It trims the texts that are marked
 * in the schema. It also shortens values that are refused anyway, so that naming the mistakes is quick. These are lists
 * that are too long, more unknown fields than are named, and very long names. Undefined when no value of this schema
 * needs it.
 */
export function preparer(schema: TSchema): Prepare | undefined {
  const how = (schema as { [trims]?: Trims })[trims]
  if (how === 'to null') return (value) => (typeof value === 'string' ? shown(value) || null : value)
  if (how) return (value) => (typeof value === 'string' ? shown(value) : value)
  if (schema.anyOf) return (schema.anyOf as TSchema[]).map(preparer).find((prepare) => prepare !== undefined)
  if (schema.type === 'array') return ofItems(preparer(schema.items), schema.maxItems)
  if (schema.type === 'object')
    return ofFields(schema.properties ?? {}, schema.additionalProperties === false)
  return undefined
}

/** The trimmed text. A text that shows nothing, such as a single joiner, becomes an empty text. */
const shown = (text: string): string => (isVisible(text) ? text.trim() : '')

/** Shortens a list that is too long to one item more than it may have, so that it is still refused for its length. */
const ofItems =
  (prepare: Prepare | undefined, most = Number.POSITIVE_INFINITY): Prepare =>
  (value) => {
    if (!Array.isArray(value)) return value
    const items = value.length > most ? value.slice(0, most + 1) : value
    return prepare ? items.map(prepare) : items
  }

function ofFields(properties: Record<string, TSchema>, isClosed: boolean): Prepare | undefined {
  const prepared = Object.entries(properties).flatMap(([name, schema]): [string, Prepare][] => {
    const prepare = preparer(schema)
    return prepare ? [[name, prepare]] : []
  })
  if (prepared.length === 0 && !isClosed) return undefined
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    const fields: Record<string, unknown> = isClosed ? withoutExcess(value, properties) : { ...value }
    for (const [name, prepare] of prepared)
      if (Object.hasOwn(fields, name)) fields[name] = prepare(fields[name])
    return fields
  }
}

/**
 * A copy with every known field, and with as many unknown fields as `details` names. The long names of unknown fields
 * are cut.
 */
function withoutExcess(value: object, properties: Record<string, TSchema>): Record<string, unknown> {
  const names = Object.keys(value)
  const unknown = names.filter((name) => !Object.hasOwn(properties, name))
  if (unknown.length <= mostIssues && unknown.every((name) => name.length <= longestPath)) return { ...value }
  const given = value as Record<string, unknown>
  const known = names.filter((name) => Object.hasOwn(properties, name))
  return Object.fromEntries([
    ...known.map((name) => [name, given[name]]),
    // A name keeps one letter more than a path may have, so that `issuesOf` still marks the path as cut.
    ...unknown.slice(0, mostIssues).map((name) => [name.slice(0, longestPath + 1), true]),
  ])
}
