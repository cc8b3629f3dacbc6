import type { AnyElysia } from 'elysia'
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

/** Has an Elysia instance answer certain routes. */
export type Plugin = (app: AnyElysia) => AnyElysia

/** Routes under one prefix, and the way to have them answered. */
interface Mount {
  readonly routes: readonly { readonly method: string; readonly path: string }[]
  readonly plugin: Plugin
}

/**
 * Joins these routes under a prefix.
 * @throws for a route that writes and does not say where such an answer is kept.
 */
export function mount(prefix: string, ways: Ways | undefined, routes: Routes): Mount {
  const mounted = Object.entries(routes).map(([place, { handler, hook, scopeFor, keeps }]) => {
    const [method, path] = place.split(' ') as [string, string]
    if (method !== 'GET' && keeps === undefined)
      throw new Error(`${place} must give route() a view, or say why its answer is kept afterwards`)
    const detail = { ...hook.detail, ...(scopeFor && documented(scopeFor(method), hook.detail)) }
    return {
      method,
      path: prefix + path,
      // The type of any Elysia instance does not say what is in a context. The hook puts it in.
      handler: handler(ways?.repeats, method === 'GET' ? ways?.reading : undefined) as (
        context: object,
      ) => unknown,
      hook: { ...hook, detail },
    }
  })
  return {
    routes: mounted,
    plugin(app) {
      for (const { method, path, handler, hook } of mounted) app.route(method, path, handler, hook)
      return app
    },
  }
}

/** Names a scope in the document, for programs (OpenAPI 3.1 §4.8.30) and for people. */
const documented = (scope: TokenScope, { description = '' }: { readonly description?: string }) => ({
  security: [{ token: [scope] }],
  description: `${description} An API token needs the scope \`${scope}\`.`.trim(),
})
