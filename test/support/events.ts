/** One event of a stream, as a client reads it. A comment line of the stream is an event with the name `ping`. */
export interface Told {
  readonly name: string
  readonly id: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into events of every shape
  readonly data: any
}

export interface Events extends AsyncDisposable {
  readonly response: Response
  /** The next event that is not a ping. Undefined after the end of the stream. */
  next(): Promise<Told | undefined>
  /** The next event or ping. */
  any(): Promise<Told | undefined>
  close(): void
}

/** Opens an event stream, as a front end does by `fetch`. */
export async function openEvents(
  url: string,
  token: string,
  headers: Record<string, string> = {},
): Promise<Events> {
  const leaving = new AbortController()
  const response = await fetch(url, {
    headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream', ...headers },
    signal: leaving.signal,
  })
  const told = response.ok ? events(response.body!) : undefined
  const any = async () => (await told?.next().catch(() => undefined))?.value ?? undefined
  const close = () => leaving.abort()
  return {
    response,
    any,
    async next() {
      for (let one = await any(); ; one = await any()) if (one?.name !== 'ping') return one
    },
    close,
    [Symbol.asyncDispose]: async () => close(),
  }
}

async function* events(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<Told, undefined> {
  let text = ''
  for await (const piece of body.pipeThrough(new TextDecoderStream())) {
    text += piece
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      yield parsed(text.slice(0, end))
      text = text.slice(end + 2)
    }
  }
  return undefined
}

function parsed(block: string): Told {
  if (block.startsWith(':')) return { name: 'ping', id: '', data: null }
  const fields = Object.fromEntries(
    block.split('\n').map((line) => [line.slice(0, line.indexOf(': ')), line.slice(line.indexOf(': ') + 2)]),
  )
  return { name: fields.event!, id: fields.id!, data: JSON.parse(fields.data!) }
}
