/** The service's own OpenAPI document: its operations, requests that follow it, and a check of answers against it. */
import { expect } from 'bun:test'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { isId } from '../../src/domain/id.ts'
import { parseInstant } from '../../src/domain/time.ts'
import { type Answer, clinic } from './clinic.ts'

export interface Schema {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly examples?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly items?: Schema
  readonly minimum?: number
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
}

type Content = Readonly<Record<string, { readonly schema: Schema }>>

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query'
  readonly required: boolean
  readonly description?: string
  readonly example?: unknown
  readonly schema: Schema
}

export interface Operation {
  readonly method: string
  /** As in the document, with placeholders such as `{patientId}`. */
  readonly path: string
  readonly tags?: readonly string[]
  readonly summary?: string
  readonly description?: string
  readonly operationId?: string
  /** Given where an API token needs a scope. */
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[]
  readonly parameters: readonly Parameter[]
  readonly requestBody?: { readonly required?: boolean; readonly content: Content }
  readonly responses: Readonly<Record<string, { readonly $ref?: string; readonly content?: Content }>>
}

export interface Document {
  readonly openapi: string
  readonly tags: readonly { readonly name: string; readonly description?: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Omit<Operation, 'method' | 'path'>>>>>
  readonly components: { readonly responses: Readonly<Record<string, { readonly content: Content }>> }
}

export const document: Document = await (async () => {
  await using c = await clinic()
  return (await c.anonymous('GET', '/openapi.json')).body
})()

export const operations: readonly Operation[] = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({
    ...operation,
    parameters: operation.parameters ?? [],
    method: method.toUpperCase(),
    path,
  })),
)

export const bodySchema = (operation: Operation): Schema | undefined =>
  operation.requestBody?.content['application/json']?.schema

export const idsOf = (operation: Operation): string[] =>
  operation.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)

export interface Sent {
  readonly method: string
  readonly path: string
  readonly body?: unknown
}

/** The status of an operation's success. */
export const successOf = ({ responses }: Operation): 200 | 201 => ('201' in responses ? 201 : 200)

/**
 * A valid request for an operation, from its examples. `values` replaces the examples of these names. Under the name of an
 * operation it may hold values that are for this operation alone.
 */
export function requestOf(operation: Operation, values: Readonly<Record<string, unknown>>): Sent {
  const known = { ...values, ...(values[operation.operationId ?? ''] as object | undefined) }
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => String(known[name]))
  const query = operation.parameters
    .filter((parameter) => parameter.in === 'query' && parameter.required)
    .map(({ name, example }): [string, string] => [name, String(known[name] ?? example)])
  const schema = bodySchema(operation)
  return {
    method: operation.method,
    path: query.length > 0 ? `${path}?${new URLSearchParams(query)}` : path,
    ...(schema && { body: exampleOf(schema, known) }),
  }
}

/** A value that fits a schema. Every text must bring an example. */
export function exampleOf(schema: Schema, known: Readonly<Record<string, unknown>> = {}): unknown {
  if (schema.examples && schema.examples.length > 0) return schema.examples[0]
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

const ajv = new Ajv2020({
  strict: false,
  allErrors: true,
  formats: { uuid: isId, 'date-time': isAnswered, text: true, 'clock-time': true, 'closing-time': true },
})

/** UTC with milliseconds, because the service's answers are stricter than RFC 3339. */
function isAnswered(text: string): boolean {
  const instant = parseInstant(text)
  return instant !== undefined && new Date(instant).toISOString() === text
}

const validators = new Map<Schema, ValidateFunction>()

/** Expects that the document lists this status for the operation, and that the body fits its schema. */
export function expectDocumented(operation: Operation, answer: Answer): void {
  const said = operation.responses[answer.status]
  expect(said, `${operation.method} ${operation.path} answers ${answer.status}: ${answer.text}`).toBeDefined()
  const response = said!.$ref ? document.components.responses[said!.$ref.split('/').at(-1)!]! : said!
  const { schema } = response.content!['application/json']!
  let validate = validators.get(schema)
  if (validate === undefined) {
    validate = ajv.compile(schema)
    validators.set(schema, validate)
  }
  validate(answer.body)
  expect(validate.errors ?? [], answer.text).toEqual([])
}
