import type { AnyElysia } from 'elysia'
import type { TokenScope } from '../domain/caller.ts'
import type { Repeats } from './repeats.ts'
import type { Reading, Route } from './route-spec.ts'

/** Routes by method and path, such as `GET /patients/:patientId`. */
type Routes = Readonly<Record<string, Route>>

/** What all routes of the API share when they are carried out. */
interface Ways {
  /** Carries out requests with an `Idempotency-Key`. */
  readonly repeats: Repeats
  /** Lets all reads of a `GET` see the same state of the records. */
  readonly reading: Reading
}

/** Adds routes to an Elysia instance, and returns the instance. */
export type Plugin = (app: AnyElysia) => AnyElysia

/** Routes under one prefix, and the plugin that adds them to an Elysia instance. */
interface Mount {
  readonly routes: readonly { readonly method: string; readonly path: string }[]
  readonly plugin: Plugin
}

/**
 * Puts these routes under a prefix.
 * @throws when a route that writes does not define where its answer is kept for a repeated request.
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
      // `AnyElysia` does not know the type of the context. The hook puts the values into it.
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

/** Names a scope in the OpenAPI document, for programs (OpenAPI 3.1 §4.8.30) and for people. */
const documented = (scope: TokenScope, { description = '' }: { readonly description?: string }) => ({
  security: [{ token: [scope] }],
  description: `${description} An API token needs the scope \`${scope}\`.`.trim(),
})
