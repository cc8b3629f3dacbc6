import { Elysia } from 'elysia'
import type { ProblemCode } from '../domain/problem.ts'
import { codesKey, problemsOf } from './answers.ts'
import { eventStream } from './event-stream.ts'
import type { Plugin } from './mount.ts'
import {
  conditionParameters,
  conditionsOf,
  isVersioned,
  notModified,
  notModifiedResponse,
} from './openapi-conditions.ts'
import { headers, headersOf, idempotencyKey, info, security, servers, tags } from './openapi-facts.ts'
import { Components, exampleOf, type Schema } from './openapi-schema.ts'
import { conditionalKey, eventsKey, problemsKey } from './route-spec.ts'

interface Content {
  readonly 'application/json': { readonly schema: Schema; readonly example?: unknown }
}
interface Described {
  readonly description?: string
  readonly content: Content
}
interface Parameter {
  readonly name: string
  readonly in: string
  readonly examples?: readonly unknown[]
  readonly schema: Schema
}
interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly security?: readonly object[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<Record<string, Described>>
  /** The route's own keywords for its problems, its events and its conditions; see `route.ts`. */
  readonly [problemsKey]: readonly ProblemCode[]
  readonly [eventsKey]?: string
  readonly [conditionalKey]?: boolean
}
type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>

/** The OpenAPI 3.1 document of these routes, made from the very schemas that check them. */
export async function describe(api: Plugin, version: string) {
  // The plugin is loaded here, so that the start of the service does not wait for it.
  const { swagger } = await import('@elysiajs/swagger')
  const describer = new Elysia().use(api).use(swagger({ path: '/describe' }))
  const described = await describer.handle(new Request('http://localhost/describe/json'))
  const { paths } = (await described.json()) as { paths: Paths }
  const components = new Components()
  const problems: Record<string, object> = { ...notModifiedResponse }
  const written = Object.entries(paths).map(([path, item]) => {
    const operations = Object.entries(item).map(([method, operation]) => {
      const links = method === 'post' ? linksFrom(path, operation, paths) : {}
      return [method, operationOf(method, operation, links, components, problems)]
    })
    return [path, Object.fromEntries(operations)]
  })
  return {
    openapi: '3.1.0',
    info: { ...info, version },
    servers,
    security: [{ token: [] }],
    tags,
    paths: Object.fromEntries(written),
    components: {
      securitySchemes: security,
      schemas: components.schemas,
      parameters: { ...conditionParameters, IdempotencyKey: idempotencyKey },
      responses: problems,
      headers,
    },
  }
}

/**
 * An operation in the form of OpenAPI. The plugin lists forms and plain text for every body, and drops keywords of
 * answers. So this function writes bodies and answers itself. A problem that many routes share is written once, into
 * `problems`.
 */
function operationOf(
  method: string,
  {
    parameters = [],
    requestBody,
    responses,
    [problemsKey]: codes,
    [eventsKey]: events,
    [conditionalKey]: isConditional = false,
    ...rest
  }: Operation,
  links: object,
  components: Components,
  problems: Record<string, object>,
) {
  const success = (responses['200'] ?? responses['201'])!.content['application/json'].schema
  // A caller without a token cannot use an `Idempotency-Key`.
  const keepsAnswers = method !== 'get' && rest.security?.length !== 0
  const conditions = conditionsOf(method, success, isConditional)
  const successes = Object.entries(responses).map(([status, { content }]) => {
    const { schema } = content['application/json']
    return [status, successOf(status, schema, keepsAnswers, links, components, events)]
  })
  const refusals = Object.entries(problemsOf(codes)).map(([status, schema]) => {
    const codes = schema[codesKey]
    const name = problemName(codes)
    const json = { schema: components.hoisted(schema.allOf[0]), example: exampleOf(schema) }
    problems[name] = {
      description: schema.description,
      headers: headersOf(status, { versioned: false, writes: false }),
      content: { 'application/json': json },
      [codesKey]: codes,
    }
    return [status, { $ref: `#/components/responses/${name}` }]
  })
  const given = [
    ...parameters.map((parameter) => parameterOf(parameter, components)),
    ...conditions,
    ...(keepsAnswers ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
  ]
  return {
    ...rest,
    ...(given.length > 0 && { parameters: given }),
    ...(requestBody && {
      requestBody: {
        required: true,
        content: contentOf(requestBody.content, components),
      },
    }),
    responses: { ...Object.fromEntries([...successes, ...refusals]), ...notModified(method, success) },
  }
}

const parameterOf = ({ examples = [], schema, ...rest }: Parameter, components: Components) => ({
  ...rest,
  example: examples[0],
  schema: components.hoisted(schema),
})

const jsonOf = (schema: Schema, components: Components) => ({
  'application/json': { schema: components.hoisted(schema), example: exampleOf(schema) },
})

/** The body of a request: JSON with its schema, or a file, which has no schema of ours. */
const contentOf = (content: Content, components: Components) =>
  'application/json' in content ? jsonOf(content['application/json'].schema, components) : content

const successOf = (
  status: string,
  schema: Schema,
  writes: boolean,
  links: object,
  components: Components,
  events: string | undefined,
) => ({
  description: status === '201' ? 'Created.' : 'Done.',
  headers: headersOf(status, { versioned: isVersioned(schema), writes }),
  content: {
    ...jsonOf({ ...schema, ...strict }, components),
    ...(events && { [eventStream]: { schema: { type: 'string' }, example: events } }),
  },
  ...(Object.keys(links).length > 0 && { links }),
})
const strict = { additionalProperties: false }

/** The name of an answer with a problem, such as `NotFound`. The two codes with the status 401 share one answer. */
function problemName(codes: readonly string[]): string {
  if (codes.every((code) => code.endsWith('_authorization'))) return 'Unauthorized'
  return codes
    .map((code) => code.replaceAll(/(?:^|_)([a-z])/g, (_, letter) => letter.toUpperCase()))
    .join('Or')
}

/** Operations that have no link from a new record: it has nothing yet that they could read or take back. */
const notYetThere = ['takeStepBack', 'getCancellation', 'deleteCancellation']

/** The links from an operation that makes a record: from `POST /tags` to every operation at `/tags/{tagId}`. */
function linksFrom(path: string, { responses }: Operation, paths: Paths): object {
  const made = responses['201']?.content['application/json'].schema.properties?.data
  if (made?.properties?.id === undefined) return {}
  const links = Object.entries(paths).flatMap(([target, item]) => {
    const [, name] = /^\/\{(\w+)\}(?:\/[a-z-]+)?$/.exec(target.slice(path.length)) ?? []
    if (name === undefined || !target.startsWith(path)) return []
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, given]) => [given, `$request.path.${given}`])
    const parameters = { ...Object.fromEntries(inPath), [name]: '$response.body#/data/id' }
    return Object.values(item)
      .filter(({ operationId }) => !notYetThere.includes(operationId))
      .map(({ operationId, summary }) => [
        operationId,
        { operationId, parameters, description: `${summary}.` },
      ])
  })
  return Object.fromEntries(links)
}
