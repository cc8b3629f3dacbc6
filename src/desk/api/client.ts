/**
 * Makes requests of the API out of paths and parameters. The types of `openapi-fetch` check them; its code is not
 * loaded.
 */
import type { Client, ClientPathsWithMethod, MaybeOptionalInit, MethodResponse } from 'openapi-fetch'
import type { paths } from '../contract/openapi.ts'

export const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
type Method = (typeof methods)[number]

type Whole = Client<paths, 'application/json'>
export type Api = Pick<Whole, Method>

type Init<Path extends keyof paths, M extends Method> = MaybeOptionalInit<
  paths[Path],
  Lowercase<M> & keyof paths[Path]
>
type Payload<Envelope> = Envelope extends { readonly data: infer Data } ? Data : never

/** The requests of the API that resolve with the payload of their envelope. */
export type Asked = {
  readonly [M in Method]: <Path extends ClientPathsWithMethod<Whole, Lowercase<M>>>(
    path: Path,
    ...request: undefined extends Init<Path, M> ? [Init<Path, M>?] : [Init<Path, M>]
  ) => Promise<Payload<MethodResponse<Whole, Lowercase<M>, Path>>>
}

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
  return Object.fromEntries(methods.map((method) => [method, by(method)])) as unknown as Api
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
