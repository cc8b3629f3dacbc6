/**
 * The building blocks of every request and answer: TypeBox schemas that validate, document and type at once.
 * Requests are checked exactly. We made the answers ourselves, so only their shape is checked.
 */
import {
  type ArrayOptions,
  Kind,
  type Static,
  type TObject,
  type TProperties,
  type TSchema,
  Type,
  TypeRegistry,
} from '@sinclair/typebox'
import type { Issue } from '../domain/problem.ts'
import { parseInstant } from '../domain/time.ts'
import { parseWallTime, type WallTime } from '../domain/wall-time.ts'
import { type Exemplified, exampleIds } from './examples.ts'
import { type Format, patternOf } from './formats.ts'

/** Some formats are our own. In the OpenAPI document, the keywords under this key replace such a format. */
export const documentedKey = 'x-documented'
const documented = (pattern: string | undefined, more: { minLength?: number } = {}) =>
  pattern === undefined ? {} : { [documentedKey]: { pattern, ...more } }

/**
 * Names a schema. The OpenAPI document lists the schema under this name, and refers to the name wherever it is used.
 */
export const named = <S extends TSchema>(title: string, schema: S): S => ({ ...schema, title })

/**
 * Finds mistakes between the fields of an object, which JSON Schema cannot describe. `reader` reports them together
 * with the mistakes that the schema finds. The rule gets only the fields that fit their schemas. The paths of its
 * issues begin at the object.
 */
export type Rule<T> = (object: Readonly<Partial<T>>) => Issue[]
export const ruleKey = Symbol('rule')

/** A shape with a rule needs a description, because the document cannot show the rule in another way. */
type ShapeOptions<T> =
  | { readonly description?: string; readonly examples?: readonly unknown[]; readonly rule?: undefined }
  | { readonly description: string; readonly examples?: readonly unknown[]; readonly rule: Rule<T> }

/** An object with these fields and no others, at any depth. Every schema of an object is made by this function. */
export const shape = <P extends TProperties>(
  properties: P,
  { rule, ...options }: ShapeOptions<Static<TObject<P>>> = {},
) => Type.Object(properties, { ...options, additionalProperties: false, ...(rule && { [ruleKey]: rule }) })

/** Further settings of a shape beside its description. */
interface MoreOfShape<P extends TProperties> {
  readonly examples?: readonly unknown[]
  readonly rule?: Rule<Static<TObject<P>>>
}

/** An object with a description. */
export const describedShape = <P extends TProperties>(
  description: string,
  properties: P,
  more: MoreOfShape<P> = {},
) => shape(properties, { description, ...more } as ShapeOptions<Static<TObject<P>>>)

/** An object with a description, which the document lists under a name of its own. */
export const namedShape = <P extends TProperties>(
  title: string,
  description: string,
  properties: P,
  more: MoreOfShape<P> = {},
) => named(title, describedShape(description, properties, more))

/** A list of values that fit `item`. */
export const listOf = <S extends TSchema>(item: S, description: string, limits: ArrayOptions = {}) =>
  Type.Array(item, { ...limits, description })

/** Query parameters. `queryReader` refuses unknown ones. */
export const query = <P extends TProperties>(properties: P) =>
  Type.Object(properties, { additionalProperties: true })

/** A schema for a value that may be null. The description covers both; a named schema also keeps its own. */
export function nullable<S extends TSchema>(schema: S, description = schema.description) {
  const { description: _, ...inner } = schema
  const something = (schema.title === undefined ? inner : schema) as S
  return Type.Union([something, Type.Null()], description === undefined ? {} : { description })
}

export const optional = Type.Optional

/** What the document says about a value: its meaning, and examples. */
const saying = (description: string | undefined, examples: readonly unknown[]) => ({
  ...(description !== undefined && { description }),
  ...(examples.length > 0 && { examples }),
})

/** Free text of at most `maxLength` UTF-16 code units. */
export const text = (maxLength: number, description?: string, ...examples: string[]) =>
  Type.String({
    format: 'text',
    maxLength,
    ...documented(patternOf('text')),
    ...saying(description, examples),
  })

/**
 * Marks a text that `reader` trims before the check. `to null` also turns a text that is blank after trimming into
 * null.
 */
export const trims = Symbol('trims')
export type Trims = true | 'to null'

/**
 * The invisible characters of at most 16 bits (`isVisible`), as a class that every dialect of regular expressions
 * knows.
 */
const invisible =
  '\\x00-\\x20\\x7f-\\xa0\\xad\\u034f\\u0600-\\u0605\\u061c\\u06dd\\u070f\\u0890-\\u0891\\u08e2\\u115f-\\u1160\\u1680\\u17b4-\\u17b5\\u180b-\\u180f\\u2000-\\u200f\\u2028-\\u202f\\u205f-\\u206f\\u2800\\u3000\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufffb'

/** Text that is trimmed first and must then show something; `maxLength` counts after trimming. */
export const filledText = (maxLength: number, description?: string, ...examples: string[]) =>
  Type.String({
    format: 'text',
    maxLength,
    pattern: '\\S',
    [trims]: true,
    ...documented(`^[^\\x00]*[^${invisible}][^\\x00]*$`, { minLength: 1 }),
    ...saying(description, examples),
  })

/** Text or null. The text is trimmed first, and a text that is blank then means null. */
export const textOrNull = (maxLength: number, description?: string, ...examples: string[]) =>
  nullable({ ...text(maxLength, description, ...examples), [trims]: 'to null' satisfies Trims })

/** The id of a record of the practice. Whether there is such a record is checked later, when it is looked up. */
export const givenId = (of: Exemplified, description: string) =>
  formatted('uuid', description, exampleIds[of])

export const formatted = (format: Format, description?: string, ...examples: string[]) =>
  Type.String({ format, ...documented(patternOf(format)), ...saying(description, examples) })

/** A time on the wall clock, or null. Such times come in pairs that may both be null, so the example is null. */
export const wallTimeOrNull = (
  format: 'clock-time' | 'closing-time',
  description: string,
  example: string,
) => ({
  ...nullable(formatted(format, description, example)),
  examples: [null],
})

export const integer = (minimum: number, maximum: number, description?: string, ...examples: number[]) =>
  Type.Integer({ minimum, maximum, ...saying(description, examples) })

/** True or false. */
export const flag = (description: string, ...examples: boolean[]) =>
  Type.Boolean(saying(description, examples))

/**
 * A text that must be one of these words. (Elysia's `t.UnionEnum` would quietly fill in the first word for a field that
 * is left out.)
 */
export const oneOf = <const V extends string>(
  values: readonly V[],
  description?: string,
  ...examples: NoInfer<V>[]
) =>
  Type.Unsafe<V>({
    [Kind]: 'OneOf',
    type: 'string',
    enum: values,
    ...saying(description, examples.length > 0 ? examples : [values[0]]),
  })

/**
 * A value that is documented, but not checked. Examples are an id in a path (a wrong id gets 404), and a parameter that
 * is never refused.
 */
export const unchecked = <T = string>(doc: { type: string; [keyword: string]: unknown }) =>
  Type.Unsafe<T>(Type.Any(doc))

/** An id in a path. It is checked after the body, so that the order of errors shows nothing about an id. */
export const pathId = (of: Exemplified, description: string) =>
  unchecked({ type: 'string', format: 'uuid', description, examples: [exampleIds[of]] })

/** An id in a path that only its member can know. It has no example, because no example would be found. */
export const ownPathId = (description: string) => unchecked({ type: 'string', format: 'uuid', description })

/** A text that we answer. */
export const answeredText = (description: string, ...examples: string[]) =>
  Type.String({ description, ...(examples.length > 0 && { examples }) })

/** A whole number that we answer. */
export const answeredNumber = (description: string, example: number) =>
  Type.Integer({ description, examples: [example] })

/** A count that we answer. */
export const answeredCount = (description: string, example: number) =>
  Type.Integer({ minimum: 0, description, examples: [example] })

/** A flag that we answer. */
export const answeredFlag = (description: string, example: boolean) =>
  Type.Boolean({ description, examples: [example] })

/**
 * Ids and instants that we answer. We made them, so we do not check them: 2 µs for each would be most of a list's time.
 */
export const answeredId = (of: Exemplified, description: string) =>
  unchecked({ type: 'string', format: 'uuid', description, examples: [exampleIds[of]] })
export const answeredInstant = (description: string, example = '2030-03-26T08:00:00.000Z') =>
  unchecked({ type: 'string', format: 'date-time', description, examples: [example] })

/** The fields of every record for when it was made and when it last changed. */
export const timestamps = {
  createdAt: answeredInstant('When the record was made.', '2030-03-01T09:15:00.000Z'),
  updatedAt: answeredInstant('When the record last changed.', '2030-03-01T09:15:00.000Z'),
}

/** The version of a record that we answer or take. */
export const versionNumber = (description: string) => Type.Integer({ minimum: 1, description, examples: [1] })

/** Which state of the record this is. An answer with one record also has the version as `ETag` (`conditions.ts`). */
export const versioned = {
  version: versionNumber(
    'Counts the states of the record, from 1 on. Every change of the record adds at least 1.',
  ),
}

/** Marks the version of an answer that also depends on the current time. */
export const byClockKey = 'x-by-clock'

/**
 * The version of a record when its answer also depends on the current time. `If-Match` treats it like the version of
 * any record. A reader who has this version gets the answer again, because the answer may have changed with the time.
 */
export const versionedByClock = {
  version: {
    ...versionNumber('Counts the states of the noted steps, from 1 on. Every change adds at least 1.'),
    [byClockKey]: true,
  },
}

/** The field of every record for its practice. */
export const ofPractice = { practiceId: answeredId('practice', 'The practice that the record belongs to.') }

/** Facts that an import attached to a record, under names of its own. */
export const metadata = unchecked<Record<string, unknown>>({
  type: 'object',
  additionalProperties: true,
  description:
    'Facts that an import attached to the record. The API does not write them. `{}` without such facts.',
  examples: [{}],
})

/** A date and time in a query, where the plus of an offset often arrives as a space. */
export const queryInstant = (description: string, ...examples: string[]) =>
  Type.Unsafe<string>({
    [Kind]: 'QueryInstant',
    type: 'string',
    format: 'date-time',
    ...saying(description, examples),
  })

/** Epoch milliseconds of a `queryInstant`, or undefined when the text is no instant. */
export const readQueryInstant = (value: string): number | undefined => parseInstant(value.replace(' ', '+'))

/** Epoch milliseconds of a text of the format `moment`, or the time that it names on the clocks of the practice. */
export const readQueryMoment = (value: string): number | WallTime =>
  readQueryInstant(value) ?? parseWallTime(value)!

/** A whole number in a query, in plain digits. */
export const queryInteger = (minimum: number, maximum: number, description: string, ...examples: number[]) =>
  Type.Unsafe<string>({
    [Kind]: 'QueryInteger',
    type: 'integer',
    minimum,
    maximum,
    ...saying(description, examples),
  })

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
