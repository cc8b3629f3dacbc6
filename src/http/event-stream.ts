import { Problem } from '../domain/problem.ts'

/** The media type of an event stream (HTML §9.2). */
export const eventStream = 'text/event-stream'

/** How many streams may be open at a time. */
export interface StreamLimits {
  readonly ofCredential: number
  readonly ofMember: number
  readonly ofPractice: number
  /** How many streams may be open, of all practices together. */
  readonly ofService: number
}

/** How often each stream gets a ping, and how often the access of its reader is checked, in milliseconds. */
export interface StreamTimes {
  readonly pingMs: number
  readonly checkMs: number
}

/** The functions that an open stream calls: for its events, for checks, and after an error. */
export interface Source {
  /** The next events as text; null when there are none for now. @throws an error that ends the stream. */
  next(): string | null
  /** Looks for changes that another process wrote, and then does the same as `next`. */
  poll(): string | null
  /** @throws when the reader may not read any more. */
  check(): void
  /** Called with an error that is not a `Problem`, after it has ended the stream. */
  failed(error: unknown): void
}

/** The practice, member and credential of a stream. Each may have a limited number of streams. */
export interface StreamOwner {
  readonly practiceId: string
  readonly userId: string
  readonly credentialId: string
}

/** A comment, which readers skip (HTML §9.2.6). It keeps proxies from closing a quiet connection. */
const ping = ': ping\n\n'

/** After this number of pings, the server cuts the connection of a reader who takes nothing. */
const mostUnread = 3

/**
 * The event streams that are open. A stream makes its next events only when its reader has taken the events before. So
 * a slow reader fills no memory. The connection of a reader that takes nothing at all is cut.
 */
export class EventStreams {
  readonly #limits: StreamLimits
  readonly #open = new Set<EventStream>()
  readonly #counts = new Map<string, number>()
  readonly #times: StreamTimes
  #timers: ReturnType<typeof setInterval>[] = []
  #ended = false

  constructor(limits: StreamLimits, times: StreamTimes) {
    this.#limits = limits
    this.#times = times
  }

  get size(): number {
    return this.#open.size
  }

  /**
   * Opens a stream. It closes when its reader leaves, and when the source throws. Then `closed` is called once.
   * @throws `rate_limited` when a limit of open streams is reached; `unavailable` when the service is stopping.
   */
  open(owner: StreamOwner, source: Source, signal: AbortSignal, closed: () => void): EventStream {
    if (this.#ended) throw new Problem('unavailable', 'The service is stopping. Try again shortly.')
    const { ofCredential, ofMember, ofPractice } = this.#limits
    const names = [owner.credentialId, owner.userId, owner.practiceId] as const
    const [byCredential, byMember, inPractice] = names.map((name) => this.#counts.get(name) ?? 0) as Counts
    if (byCredential >= ofCredential) throw tooManyStreams('credential', ofCredential)
    if (byMember >= ofMember) throw tooManyStreams('member', ofMember)
    if (inPractice >= ofPractice) throw tooManyStreams('practice', ofPractice)
    if (this.#open.size >= this.#limits.ofService) throw tooManyInAll()
    for (const name of names) this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1)
    const stream = new EventStream(source, () => {
      this.#open.delete(stream)
      for (const name of names) this.#leave(name)
      signal.removeEventListener('abort', stream.close)
      if (this.#open.size === 0) for (const timer of this.#timers) clearInterval(timer)
      closed()
    })
    if (this.#open.size === 0)
      this.#timers = [
        setInterval(() => this.pingAll(), this.#times.pingMs),
        setInterval(() => this.checkAll(), this.#times.checkMs),
      ]
    this.#open.add(stream)
    signal.addEventListener('abort', stream.close)
    // The reader may have left while the request waited for its turn.
    if (signal.aborted) stream.close()
    return stream
  }

  /** Sends a ping to each reader who waits, and cuts the connections of readers who take nothing. */
  pingAll(): void {
    for (const stream of this.#open) stream.ping()
  }

  /** Ends the streams of readers who may not read any more. */
  checkAll(): void {
    for (const stream of this.#open) stream.check()
  }

  /** Closes every stream. Afterwards no stream can be opened. */
  end(): void {
    this.#ended = true
    for (const stream of this.#open) stream.close()
  }

  #leave(name: string): void {
    const left = this.#counts.get(name)! - 1
    if (left === 0) this.#counts.delete(name)
    else this.#counts.set(name, left)
  }
}

type Counts = [byCredential: number, byMember: number, inPractice: number]

/** When a reader who was refused may try again, in seconds. */
const waitSeconds = 20

const refusal = (message: string) => new Problem('rate_limited', message, undefined, undefined, waitSeconds)

const tooManyStreams = (of: 'credential' | 'member' | 'practice', most: number) =>
  refusal(
    `This ${of} has ${most} event streams open, and there can be no more. Close one, or share one between the tabs of a browser.`,
  )

/** The message gives no number of open streams, because streams of other practices count too. */
const tooManyInAll = () =>
  refusal(
    'The service has as many event streams open as it can. Ask for the changes as a list, and try a stream again later.',
  )

const utf8 = new TextEncoder()

/** One open event stream. */
export class EventStream {
  readonly #source: Source
  readonly #closed: () => void
  readonly body: ReadableStream<Uint8Array>
  #controller!: ReadableStreamDefaultController<Uint8Array>
  /** Set while the reader has taken everything and waits for more. */
  #waiting: (() => void) | undefined
  #unread = 0
  #isOpen = true

  constructor(source: Source, closed: () => void) {
    this.#source = source
    this.#closed = closed
    this.body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#controller = controller
        },
        pull: () => this.#pull(),
        cancel: () => void this.#end(),
      },
      // An event is not made before the reader asks for it.
      { highWaterMark: 0 },
    )
  }

  get isOpen(): boolean {
    return this.#isOpen
  }

  /** Sends the next events, if there are any and the reader waits for them. */
  readonly wake = (): void => {
    if (this.#waiting !== undefined) this.#send(() => this.#source.next())
  }

  /** Ends the stream for the reader. */
  readonly close = (): void => {
    if (!this.#end()) return
    try {
      this.#controller.close()
    } catch {
      // The reader has left already.
    }
  }

  ping(): void {
    if (this.#waiting === undefined) {
      this.#unread++
      if (this.#unread >= mostUnread) this.#cut()
      return
    }
    this.#send(() => this.#source.poll() ?? ping)
  }

  check(): void {
    this.#unlessRefused(() => this.#source.check())
  }

  #pull(): Promise<void> {
    this.#unread = 0
    if (!this.#isOpen) return Promise.resolve()
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#waiting = resolve
    this.#send(() => this.#source.next())
    return promise
  }

  #send(make: () => string | null): void {
    this.#unlessRefused(() => {
      const text = make()
      if (text !== null) this.#push(text)
    })
  }

  #unlessRefused(run: () => void): void {
    try {
      run()
    } catch (error) {
      // The reader connects again with its last cursor. Then it gets the reason, as any caller does.
      this.close()
      if (!(error instanceof Problem)) this.#source.failed(error)
    }
  }

  #push(text: string): void {
    const taken = this.#waiting!
    this.#waiting = undefined
    this.#controller.enqueue(utf8.encode(text))
    taken()
  }

  #cut(): void {
    if (!this.#end()) return
    this.#controller.error(new Error('The reader of an event stream did not read.'))
  }

  /** Ends the stream. Returns false when the stream had ended already. */
  #end(): boolean {
    if (!this.#isOpen) return false
    this.#isOpen = false
    this.#waiting?.()
    this.#waiting = undefined
    this.#closed()
    return true
  }
}

/** One event (HTML §9.2.6). `data` is JSON, which has no line breaks. */
export const event = (name: string, id: string, data: object): string =>
  `event: ${name}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`
