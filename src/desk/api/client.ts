/** Makes requests of the API out of paths and parameters. The types of `openapi-fetch` check them; its code is not loaded. */
import type { Client } from 'openapi-fetch'
import type { paths } from '../contract/openapi.ts'

export type Api = Pick<Client<paths, 'application/json'>, 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'>

interface Parts {
  readonly params?: {
    readonly path?: Readonly<Record<string, string>>
    readonly query?: Readonly<Record<string, string | number | boolean | undefined>>
    readonly header?: Readonly<Record<string, string>>
  }
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly signal?: AbortSignal | null
}

/** A client of the API. `send` gets its requests. A failed request resolves with the `error` that the answer holds. */
export function clientOf(send: (request: Request) => Promise<Response>): Api {
  const by =
    (method: string) =>
    async (path: string, asked: Parts = {}) => {
      const response = await send(requestFor(method, path, asked))
      const text = await response.text()
      return response.ok ? { data: JSON.parse(text), response } : { error: parsed(text), response }
    }
  const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].map((method) => [method, by(method)])
  return Object.fromEntries(methods)
}

function requestFor(method: string, path: string, { params = {}, headers, body, signal }: Parts): Request {
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params.path![name]!))
  const url = new URL(filled, location.origin)
  for (const [name, value] of Object.entries(params.query ?? {}))
    if (value !== undefined) url.searchParams.append(name, `${value}`)
  return new Request(url, {
    method,
    signal: signal ?? null,
    headers: {
      ...params.header,
      ...headers,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
}

/** The problem in an answer. A proxy may answer with another text. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
