/**
 * Reads the query of a request (RULES §1). We do not use Elysia for this. When a parameter is given several times,
 * Elysia keeps only its last value. Without a schema, Elysia makes a list of the values.
 */
import type { Static, TSchema } from '@sinclair/typebox'
import type { Issue } from '../domain/problem.ts'
import { queryOf } from './path.ts'
import { reader } from './reader.ts'

type Request = { readonly url: string }

/**
 * A function that reads a request's query by a schema.
 * @throws `validation_failed` that names every parameter that is unknown, given twice or not valid.
 */
export function queryReader<S extends TSchema>(schema: S): (request: Request) => Static<S> {
  const read = reader(schema)
  const known = new Set(Object.keys(schema.properties))
  return (request) => {
    const { values, repeated } = parametersOf(request)
    const unknown = Object.keys(values).filter((name) => !known.has(name))
    return read(values, [
      ...unknown.map((path): Issue => ({ path, message: 'is not a parameter of this request' })),
      ...repeated.map((path): Issue => ({ path, message: 'must be given only once' })),
    ])
  }
}

/**
 * Reads a query that is never refused (RULES §4.1). When a parameter is given several times, its first value counts. An
 * empty value counts as not given. The result contains unknown parameters, too.
 */
export function readLeniently(request: Request): Readonly<Record<string, string>> {
  const { values } = parametersOf(request)
  for (const [name, value] of Object.entries(values)) if (value === '') delete values[name]
  return values
}

/** The first value of each parameter, and the names of the parameters that are given again. */
function parametersOf(request: Request) {
  // The object has no prototype, so that `__proto__` is a name like any other.
  const values: Record<string, string> = Object.create(null)
  const repeated: string[] = []
  const query = queryOf(request)
  // Most requests have no query, and the parser would cost each of them time.
  if (query === '') return { values, repeated }
  for (const [name, value] of new URLSearchParams(query))
    if (name in values) repeated.push(name)
    else values[name] = value
  return { values, repeated }
}
