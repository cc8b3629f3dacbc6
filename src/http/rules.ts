import type { TSchema } from '@sinclair/typebox'
import { TypeCompiler } from '@sinclair/typebox/compiler'
import type { Issue } from '../domain/problem.ts'
import { type Rule, ruleKey } from './shape.ts'

/** Returns the issues that the rules find in a value. `fits` means that the whole value fits its schema. */
type FindBroken = (value: unknown, fits: boolean) => Issue[]

/**
 * Runs the rules of a schema at every depth: in fields, lists and values that may be null. Undefined without a rule.
 */
export function ruleFinder(schema: TSchema): FindBroken | undefined {
  if (schema.anyOf) return (schema.anyOf as TSchema[]).map(ruleFinder).find((find) => find !== undefined)
  if (schema.type === 'array') return inItems(ruleFinder(schema.items), schema.maxItems)
  if (schema.type === 'object') return inObject(schema)
  return undefined
}

/** A list that is too long is refused anyway, so its items are not checked. */
const inItems = (find: FindBroken | undefined, most = Number.POSITIVE_INFINITY): FindBroken | undefined =>
  find &&
  ((value, fits) =>
    Array.isArray(value) && value.length <= most
      ? value.flatMap((item, i) => below(String(i), find(item, fits)))
      : [])

function inObject(schema: TSchema): FindBroken | undefined {
  const properties: [string, TSchema][] = Object.entries(schema.properties ?? {})
  const inFields = properties.flatMap(([name, field]): [string, FindBroken][] => {
    const find = ruleFinder(field)
    return find ? [[name, find]] : []
  })
  const own = ownRule(schema, properties)
  if (own === undefined && inFields.length === 0) return undefined
  return (value, fits) => {
    if (!isObject(value)) return []
    const issues = inFields.flatMap(([name, find]) =>
      Object.hasOwn(value, name) ? below(name, find(value[name], fits)) : [],
    )
    return own ? [...issues, ...own(value, fits)] : issues
  }
}

/** The object's own rule. It gets only the fields that fit their schemas. */
function ownRule(schema: TSchema, properties: readonly [string, TSchema][]) {
  const rule = (schema as { [ruleKey]?: Rule<Record<string, unknown>> })[ruleKey]
  if (rule === undefined) return undefined
  const fields = properties.map(([name, field]) => [name, TypeCompiler.Compile(field)] as const)
  const fitting = (value: Record<string, unknown>) =>
    Object.fromEntries(
      fields.flatMap(([name, field]) =>
        Object.hasOwn(value, name) && field.Check(value[name]) ? [[name, value[name]]] : [],
      ),
    )
  return (value: Record<string, unknown>, fits: boolean) => rule(fits ? value : fitting(value))
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const below = (name: string, issues: readonly Issue[]): Issue[] =>
  issues.map((issue) => ({ ...issue, path: `${name}.${issue.path}` }))
