/** The service's own OpenAPI document: its operations, requests that follow it, and a check of answers against it. */
import { expect } from 'bun:test'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { isEmail } from '../../src/domain/email.ts'
import { isId } from '../../src/domain/id.ts'
import { isCalendarDate, parseInstant } from '../../src/domain/time.ts'
import type { Answer } from './client.ts'
import { clinic } from './clinic.ts'

export interface Schema {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly examples?: readonly unknown[]
  readonly const?: unknown
  readonly description?: string
  readonly pattern?: string
  readonly anyOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly additionalProperties?: unknown
  readonly items?: Schema
  readonly minimum?: number
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
}

type Content = Readonly<Record<string, { readonly schema: Schema; readonly example?: unknown }>>

export interface Link {
  readonly operationId: string
  readonly parameters: Readonly<Record<string, string>>
  readonly description: string
}

interface Header {
  readonly description?: string
  readonly required?: boolean
  readonly schema: Schema
}

export interface Response {
  readonly description: string
  readonly headers: Readonly<Record<string, Header>>
  /** Left out when the answer has no body. */
  readonly content?: Content
  readonly links?: Readonly<Record<string, Link>>
  /** The codes that a problem can have. */
  readonly 'x-codes'?: readonly string[]
}

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly description?: string
  readonly example?: unknown
  readonly schema: Schema
}

export interface Operation {
  readonly method: string
  /** The path as in the document, with placeholders such as `{patientId}`. */
  readonly path: string
  readonly tags?: readonly string[]
  readonly summary?: string
  readonly description?: string
  readonly operationId?: string
  /** Given when an API token needs a scope for this operation. */
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[]
  readonly parameters: readonly Parameter[]
  readonly requestBody?: { readonly required?: boolean; readonly content: Content }
  readonly responses: Readonly<Record<string, Response>>
}

export interface Document {
  readonly openapi: string
  readonly tags: readonly { readonly name: string; readonly description?: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Omit<Operation, 'method' | 'path'>>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly responses: Readonly<Record<string, Response>>
    readonly headers: Readonly<Record<string, Header>>
    readonly securitySchemes: Readonly<Record<string, object>>
  }
}

/** The document as it is served, with its references. */
export const served: Document = await (async () => {
  await using c = await clinic()
  return (await c.anonymous('GET', '/openapi.json')).body
})()

/** The document in which every reference is replaced by its target. */
export const document = resolved(served) as Document

function resolved(part: unknown): unknown {
  if (typeof part !== 'object' || part === null) return part
  if (Array.isArray(part)) return part.map(resolved)
  if ('$ref' in part) return resolved(target(String(part.$ref)))
  return Object.fromEntries(Object.entries(part).map(([key, inner]) => [key, resolved(inner)]))
}

function target(ref: string): unknown {
  const found = ref
    .split('/')
    .slice(1)
    .reduce<unknown>((part, key) => (part as Record<string, unknown>)[key], served)
  if (found === undefined) throw new Error(`nothing is at ${ref}`)
  return found
}

const all: readonly Operation[] = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({
    ...operation,
    parameters: operation.parameters ?? [],
    method: method.toUpperCase(),
    path,
  })),
)
const needsNoToken = ({ security }: Operation) => security?.length === 0
/** The operations that need the token of a member. */
export const operations = all.filter((operation) => !needsNoToken(operation))
/** The operations that need no token. */
export const openOperations = all.filter(needsNoToken)

export const bodySchema = (operation: Operation): Schema | undefined =>
  operation.requestBody?.content['application/json']?.schema

/** The file that an operation takes instead of JSON. Undefined when the operation takes no file. */
export function fileOf({ requestBody }: Operation): Blob | undefined {
  const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? []
  if (type === undefined || type === 'application/json') return undefined
  return new Blob([String(content!.example)], { type })
}

export const idsOf = (operation: Operation): string[] =>
  operation.parameters
    .filter((parameter) => parameter.in === 'path')
    .map(({ name }) => nameOfId(operation.path, name))

/**
 * The name under which the world (`world.ts`) holds the id for a placeholder of a path. Some paths need a cancelled
 * appointment, a patient who is due, or a committed import.
 */
const nameOfId = (path: string, name: string): string =>
  path.endsWith('/cancellation')
    ? 'cancelledId'
    : path.startsWith('/api/v1/recalls/') && name === 'patientId'
      ? 'dueId'
      : path.endsWith('/undo')
        ? 'committedImportId'
        : name

export interface Sent {
  readonly method: string
  readonly path: string
  readonly body?: unknown
}

/** The status of an operation's success. */
export const successOf = ({ responses }: Operation): 200 | 201 => ('201' in responses ? 201 : 200)

/**
 * A valid request for an operation, from its examples. `values` replaces the examples of these names. Values under the
 * name of an operation are for this operation only.
 */
export function requestOf(operation: Operation, values: Readonly<Record<string, unknown>>): Sent {
  const own = (values[operation.operationId ?? ''] ?? {}) as object
  const known: Readonly<Record<string, unknown>> = { ...values, ...own }
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    String(known[nameOfId(operation.path, name)]),
  )
  const query = operation.parameters
    .filter((parameter) => parameter.in === 'query' && (parameter.required || parameter.name in own))
    .map(({ name, example }): [string, string] => [name, String(known[name] ?? example)])
  const schema = bodySchema(operation)
  return {
    method: operation.method,
    path: query.length > 0 ? `${path}?${new URLSearchParams(query)}` : path,
    // The test's values for this operation replace fields in an example of the whole body.
    ...(fileOf(operation) && { body: fileOf(operation) }),
    ...(schema && {
      body: schema.examples ? { ...(exampleOf(schema, known) as object), ...own } : exampleOf(schema, known),
    }),
  }
}

/** A value that fits a schema. The schema of every text must have an example. */
export function exampleOf(schema: Schema, known: Readonly<Record<string, unknown>> = {}): unknown {
  if (schema.examples && schema.examples.length > 0) return schema.examples[0]
  if (schema.const !== undefined) return schema.const
  if (schema.anyOf) return exampleOf(schema.anyOf[0]!, known)
  if (schema.enum) return schema.enum[0]
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, inner]) => [
          name,
          known[name] ?? exampleOf(inner, known),
        ]),
      )
    case 'array':
      return [exampleOf(schema.items!, known)]
    case 'boolean':
      return true
    case 'integer':
      return schema.minimum ?? 0
  }
  throw new Error(`no example: ${JSON.stringify(schema)}`)
}

const judge = (isDateTime: (text: string) => boolean) =>
  new Ajv2020({
    strict: false,
    allErrors: true,
    formats: { uuid: isId, 'date-time': isDateTime, date: isCalendarDate, email: isEmail },
  })

const judges = {
  sent: judge((text) => parseInstant(text) !== undefined),
  /** Answers have only one form: UTC with milliseconds. */
  answered: judge((text) => {
    const instant = parseInstant(text)
    return instant !== undefined && new Date(instant).toISOString() === text
  }),
}

const validators = {
  sent: new Map<string, ValidateFunction>(),
  answered: new Map<string, ValidateFunction>(),
}
const texts = new WeakMap<Schema, string>()

/** The faults of a value that must fit a schema. `way` tells whether the value is sent or answered. */
export function faultsIn(schema: Schema, value: unknown, way: keyof typeof judges): unknown[] {
  // The document repeats many schemas, and the compilation of one takes milliseconds. So compiled schemas are kept.
  const text = texts.getOrInsertComputed(schema, JSON.stringify)
  const validate = validators[way].getOrInsertComputed(text, () => judges[way].compile(schema))
  validate(value)
  return validate.errors ?? []
}

/** Expects that the document describes this answer of the operation: its status, its headers, and its body. */
export function expectDocumented(operation: Operation, answer: Answer): void {
  const said = operation.responses[answer.status]
  expect(said, `${operation.method} ${operation.path} answers ${answer.status}: ${answer.text}`).toBeDefined()
  expect(faultsIn(said!.content!['application/json']!.schema, answer.body, 'answered'), answer.text).toEqual(
    [],
  )
  if (answer.status >= 400) expect(said!['x-codes'], answer.text).toContain(answer.body.error.code)
  for (const [name, { required, schema }] of Object.entries(said!.headers)) {
    const value = answer.headers.get(name)
    if (value === null) expect(required, `${name} is missing`).not.toBe(true)
    else
      expect(faultsIn(schema, schema.type === 'integer' ? Number(value) : value, 'answered'), name).toEqual(
        [],
      )
  }
}
