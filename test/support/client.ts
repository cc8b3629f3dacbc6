/** The requests that tests send, and their answers. This module does not load the app. */

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The parsed body. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly body: any
  // biome-ignore lint/suspicious/noExplicitAny: likewise
  readonly data: any
}

/** Sends a request as one member. An object as `body` is sent as JSON, and a string or a file unchanged. */
export type Client = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Answer>

/** A client over a function that answers requests: `app.handle`, or `fetch` with a base address. */
export const client =
  (handle: (request: Request) => Promise<Response>, token?: string, base = 'http://localhost'): Client =>
  async (method, path, body, headers = {}) => {
    const response = await handle(
      new Request(base + path, {
        method,
        headers: {
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          ...(body !== undefined && {
            'content-type': body instanceof Blob ? body.type : 'application/json',
          }),
          ...headers,
        },
        ...(body !== undefined && {
          body: typeof body === 'string' || body instanceof Blob ? body : JSON.stringify(body),
        }),
      }),
    )
    const text = await response.text()
    // An answer to HEAD has a content type and no text.
    const isJson = text !== '' && response.headers.get('content-type')?.startsWith('application/json')
    const parsed = isJson ? JSON.parse(text) : undefined
    return { status: response.status, headers: response.headers, text, body: parsed, data: parsed?.data }
  }
