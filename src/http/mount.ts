import { type AnyElysia, Elysia } from 'elysia'
import type { TokenScope } from '../domain/caller.ts'
import type { Repeats } from './repeats.ts'
import type { Reading, Route } from './route-spec.ts'

/** Routes by method and path, such as `GET /patients/:patientId`. */
type Routes = Readonly<Record<string, Route>>

/** How the routes of the API are carried out, beside what each of them does. */
interface Ways {
  /** Carries out requests with an `Idempotency-Key`. */
  readonly repeats: Repeats
  /** Lets all reads of a `GET` see the same state of the records. */
  readonly reading: Reading
}

/**
 * An Elysia instance that answers these routes under a prefix.
 * @throws for a route that writes and does not say where such an answer is kept.
 */
export function mount(prefix: string, ways: Ways | undefined, routes: Routes): AnyElysia {
  // Elysia's default for `normalize` would drop unknown fields of an answer instead of refusing them.
  const mounted = new Elysia({ prefix, normalize: false })
  for (const [place, { handler, hook, scopeFor, keeps }] of Object.entries(routes)) {
    const [method, path] = place.split(' ') as [string, string]
    if (method !== 'GET' && keeps === undefined)
      throw new Error(`${place} must give route() a view, or say why its answer is kept afterwards`)
    const detail = { ...hook.detail, ...(scopeFor && documented(scopeFor(method), hook.detail)) }
    mounted.route(method, path, handler(ways?.repeats, method === 'GET' ? ways?.reading : undefined), {
      ...hook,
      detail,
    })
  }
  return mounted
}

/** Names a scope in the document, for programs (OpenAPI 3.1 §4.8.30) and for people. */
const documented = (scope: TokenScope, { description = '' }: { readonly description?: string }) => ({
  security: [{ token: [scope] }],
  description: `${description} An API token needs the scope \`${scope}\`.`.trim(),
})
