import type { Static, TSchema } from '@sinclair/typebox'
import { TypeCompiler } from '@sinclair/typebox/compiler'
import { type Issue, invalid } from '../domain/problem.ts'
import { isVisible } from '../domain/visible.ts'
import { issuesOf } from './issues.ts'
import { ruleFinder } from './rules.ts'
import { type Trims, trims } from './shape.ts'

/**
 * A function that reads an untrusted value by a schema. It trims the texts that the schema says are trimmed. Then it
 * checks the result, and the rules between fields at every depth. What the caller found before is told of too.
 *
 * We check here and not in Elysia, which writes the offending value into its error before any hook of ours runs.
 * @throws `validation_failed` that names every offending path once.
 */
export function reader<S extends TSchema>(
  schema: S,
): (value: unknown, found?: readonly Issue[]) => Static<S> {
  const compiled = TypeCompiler.Compile(schema)
  const trimmed = trimmer(schema) ?? ((value: unknown) => value)
  const findBroken = ruleFinder(schema) ?? (() => [])
  return (sent, found = []) => {
    const value = trimmed(sent)
    const fits = compiled.Check(value)
    const broken = [...found, ...findBroken(value, fits)]
    if (fits && broken.length === 0) return value
    throw invalid(issuesOf(fits ? [] : compiled.Errors(value), broken))
  }
}

type Trim = (value: unknown) => unknown

/** What trims the texts inside a value of this schema, or undefined where it has none to trim. */
function trimmer(schema: TSchema): Trim | undefined {
  const how = (schema as { [trims]?: Trims })[trims]
  if (how === 'to null') return (value) => (typeof value === 'string' ? shown(value) || null : value)
  if (how) return (value) => (typeof value === 'string' ? shown(value) : value)
  if (schema.anyOf) return (schema.anyOf as TSchema[]).map(trimmer).find((trim) => trim !== undefined)
  if (schema.type === 'array') return ofItems(trimmer(schema.items), schema.maxItems)
  if (schema.type === 'object') return ofFields(schema.properties ?? {})
  return undefined
}

/** A text that shows nothing, such as a joiner alone, is empty. */
const shown = (text: string): string => (isVisible(text) ? text.trim() : '')

/** A list that is too long is refused anyway, so its items are not looked at. */
const ofItems = (trim: Trim | undefined, most = Number.POSITIVE_INFINITY): Trim | undefined =>
  trim && ((value) => (Array.isArray(value) && value.length <= most ? value.map(trim) : value))

function ofFields(properties: Record<string, TSchema>): Trim | undefined {
  const trims = Object.entries(properties).flatMap(([name, schema]): [string, Trim][] => {
    const trim = trimmer(schema)
    return trim ? [[name, trim]] : []
  })
  if (trims.length === 0) return undefined
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    const fields: Record<string, unknown> = { ...value }
    for (const [name, trim] of trims) if (Object.hasOwn(fields, name)) fields[name] = trim(fields[name])
    return fields
  }
}
