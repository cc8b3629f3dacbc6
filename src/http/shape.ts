/**
 * The building blocks of every request and answer: TypeBox schemas that validate, document and type at once.
 * What comes in is checked to the letter; of what goes out, which we made ourselves, only the shape is.
 */
import { FormatRegistry, Kind, type TProperties, type TSchema, Type, TypeRegistry } from '@sinclair/typebox'
import { isEmail } from '../domain/email.ts'
import { isId } from '../domain/id.ts'
import type { Issue } from '../domain/problem.ts'
import { isCalendarDate, isClockTime, isTimeZone, parseInstant } from '../domain/time.ts'
import { type Exemplified, exampleIds } from './examples.ts'

/** A format by name: whether a string has it, and what to tell who sent one that has not. */
const formats: Record<string, { test: (text: string) => boolean; says: string }> = {
  text: {
    test: (text) => !text.includes('\0') && text.isWellFormed(),
    says: 'must not contain NUL or half a surrogate pair',
  },
  date: { test: isCalendarDate, says: 'must be a calendar date, YYYY-MM-DD' },
  'date-time': {
    test: (text) => parseInstant(text) !== undefined,
    says: 'must be a date and time with Z or an offset, as in RFC 3339',
  },
  uuid: { test: isId, says: 'must be a UUID' },
  email: { test: isEmail, says: 'must be an e-mail address' },
  'clock-time': { test: (text) => isClockTime(text), says: 'must be a time of day, HH:MM' },
  'closing-time': {
    test: (text) => text === '24:00' || isClockTime(text),
    says: 'must be a time of day, HH:MM, or 24:00',
  },
  'time-zone': { test: isTimeZone, says: 'must be an IANA time zone, such as Europe/Berlin' },
}
for (const [name, { test }] of Object.entries(formats)) FormatRegistry.Set(name, test)

export const formatSays = (format: string): string => formats[format]?.says ?? `must be a ${format}`

/** What holds between fields and JSON Schema cannot say. Told of together with the schema's own findings. */
export type Rule = (body: Readonly<Record<string, unknown>>) => Issue[]
const ruleKey = Symbol('rule')

/** An object with these fields and no others, at any depth. Every object goes through here. */
export const shape = <P extends TProperties>(
  properties: P,
  { rule, ...options }: { description?: string; rule?: Rule } = {},
) => Type.Object(properties, { ...options, additionalProperties: false, ...(rule && { [ruleKey]: rule }) })

/** What a schema's rule finds in a body that may be anything at all. */
export function ruleIssues(schema: unknown, body: unknown): Issue[] {
  const rule = (schema as { [ruleKey]?: Rule })[ruleKey]
  return rule && typeof body === 'object' && body !== null ? rule(body as Record<string, unknown>) : []
}

/** Query parameters: unknown ones are ignored. */
export const query = <P extends TProperties>(properties: P) =>
  Type.Object(properties, { additionalProperties: true })

export const nullable = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()])

export const optional = Type.Optional

interface Doc {
  readonly description?: string
  readonly examples?: readonly unknown[]
}

/** Free text of at most `maxLength` UTF-16 code units. */
export const text = (maxLength: number, doc: Doc = {}) => Type.String({ format: 'text', maxLength, ...doc })

/** Marks a text that `reader` trims before it checks it. */
export const trims = Symbol('trims')

/** Text that is trimmed first and must then show something; `maxLength` counts after trimming. */
export const filledText = (maxLength: number, doc: Doc = {}) =>
  Type.String({ format: 'text', maxLength, pattern: '\\S', [trims]: true, ...doc })

/** The id of a record of the practice, checked when the record is looked for. */
export const givenId = (of: Exemplified, description: string) =>
  formatted('uuid', { description, examples: [exampleIds[of]] })

type Format = 'date' | 'date-time' | 'uuid' | 'email' | 'clock-time' | 'closing-time' | 'time-zone'

export const formatted = (format: Format, doc: Doc & { readonly maxLength?: number } = {}) =>
  Type.String({ format, ...doc })

export const integer = (minimum: number, maximum: number, doc: Doc = {}) =>
  Type.Integer({ minimum, maximum, ...doc })

/** One of these words. (Elysia's `t.UnionEnum` would quietly fill in the first for a field left out.) */
export const oneOf = <const V extends string>(values: readonly V[], doc: Doc = {}) =>
  Type.Unsafe<V>({ [Kind]: 'OneOf', type: 'string', enum: values, ...doc })

/** Documented, but taken as it comes: for ids in paths, which answer 404, and for lists that never reject. */
export const unchecked = <T = string>(doc: Doc & { type: string; [keyword: string]: unknown }) =>
  Type.Unsafe<T>(Type.Any(doc))

/** An id in a path. It is looked at after the body, so that no id is told from another by the order of errors. */
export const pathId = (of: Exemplified, description: string) =>
  unchecked({ type: 'string', format: 'uuid', description, examples: [exampleIds[of]] })

/** What we answer: ids and instants, made by us and not parsed again (2 µs each would be most of a list's time). */
export const answeredId = (of: Exemplified, doc: Doc = {}) =>
  unchecked({ type: 'string', format: 'uuid', examples: [exampleIds[of]], ...doc })
export const answeredInstant = (doc: Doc = {}) =>
  unchecked({ type: 'string', format: 'date-time', examples: ['2030-03-26T08:00:00.000Z'], ...doc })

/** A date and time in a query, where the plus of an offset often arrives as a space. */
export const queryInstant = (doc: Doc = {}) =>
  Type.Unsafe<string>({ [Kind]: 'QueryInstant', type: 'string', format: 'date-time', ...doc })

/** Epoch milliseconds of a `queryInstant`, or undefined when it is none. */
export const readQueryInstant = (value: string): number | undefined => parseInstant(value.replace(' ', '+'))

/** A whole number in a query, in plain digits. */
export const queryInteger = (minimum: number, maximum: number, doc: Doc = {}) =>
  Type.Unsafe<string>({ [Kind]: 'QueryInteger', type: 'integer', minimum, maximum, ...doc })

TypeRegistry.Set<{ enum: readonly unknown[] }>('OneOf', (schema, value) => schema.enum.includes(value))
TypeRegistry.Set(
  'QueryInstant',
  (_, value) => typeof value === 'string' && readQueryInstant(value) !== undefined,
)
TypeRegistry.Set<{ minimum: number; maximum: number }>(
  'QueryInteger',
  ({ minimum, maximum }, value) =>
    typeof value === 'string' &&
    /^\d{1,15}$/.test(value) &&
    Number(value) >= minimum &&
    Number(value) <= maximum,
)
