import type { Static, TSchema } from '@sinclair/typebox'
import { TypeCompiler } from '@sinclair/typebox/compiler'
import { invalid } from '../domain/problem.ts'
import { isVisible } from '../domain/visible.ts'
import { issuesOf } from './issues.ts'
import { ruleIssues, trims } from './shape.ts'

/**
 * A function that reads an untrusted value by a schema: it trims the texts that the schema says are trimmed, checks the
 * result, then the schema's rule between fields.
 *
 * We check here and not in Elysia, which writes the offending value into its error before any hook of ours runs.
 * @throws `validation_failed` that names every offending path once.
 */
export function reader<S extends TSchema>(schema: S): (value: unknown) => Static<S> {
  const compiled = TypeCompiler.Compile(schema)
  const trimmed = trimmer(schema) ?? ((value: unknown) => value)
  return (sent) => {
    const value = trimmed(sent)
    const fits = compiled.Check(value)
    const broken = ruleIssues(schema, value)
    if (fits && broken.length === 0) return value
    throw invalid(issuesOf(fits ? [] : compiled.Errors(value), broken))
  }
}

type Trim = (value: unknown) => unknown

/** What trims the texts inside a value of this schema, or undefined where it has none to trim. */
function trimmer(schema: TSchema): Trim | undefined {
  if ((schema as { [trims]?: true })[trims])
    return (value) => (typeof value === 'string' ? shown(value) : value)
  if (schema.anyOf) return (schema.anyOf as TSchema[]).map(trimmer).find((trim) => trim !== undefined)
  if (schema.type === 'array') return ofItems(trimmer(schema.items))
  if (schema.type === 'object') return ofFields(schema.properties ?? {})
  return undefined
}

/** A text that shows nothing, such as a joiner alone, is empty. */
const shown = (text: string): string => (isVisible(text) ? text.trim() : '')

const ofItems = (trim: Trim | undefined): Trim | undefined =>
  trim && ((value) => (Array.isArray(value) ? value.map(trim) : value))

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
