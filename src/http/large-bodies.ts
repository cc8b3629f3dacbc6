/**
 * Limits the memory that large bodies take (RULES §8). A body of more than 64 KiB is large. Bun keeps the arrived bytes
 * of a body in memory, also while nobody reads them. So room for the bytes is reserved before the body is read, until
 * the request is over. Parsing takes far more memory than the bytes, so few requests at a time may parse a large body.
 */
import { Problem } from '../domain/problem.ts'
import { longTextLimit, ordinaryLimit } from './body.ts'

/** How many bytes may be reserved for large bodies. */
interface BodyRoom {
  readonly ofCredential: number
  readonly ofPractice: number
  readonly ofProcess: number
}
export const ordinaryRoom: BodyRoom = {
  ofCredential: 16 * longTextLimit,
  ofPractice: 32 * longTextLimit,
  ofProcess: 64 * longTextLimit,
}

/** How many large bodies are worked on at a time. Each belongs to a different credential. */
const atATime = 4
/**
 * How many of these large bodies one practice may have. They wait for the practice's share of the event loop, and must
 * not delay other practices.
 */
const ofPracticeAtATime = 2

/** The large bodies of a process. */
export class LargeBodies {
  readonly #room: BodyRoom
  readonly #held = new Map<string, number>()
  /** The credentials whose large body is worked on, each with its practice. */
  readonly #busy = new Map<string, string>()
  readonly #waiting: Waiting[] = []

  constructor(room: BodyRoom) {
    this.#room = room
  }

  /** How many credentials, practices and requests are remembered. */
  get remembered(): number {
    return this.#held.size + this.#busy.size + this.#waiting.length
  }

  /** Reserves room for `bytes`. Returns a function that frees the room, or undefined when there is too little room. */
  hold(credential: string, practice: string, bytes: number): (() => void) | undefined {
    const { ofCredential, ofPractice, ofProcess } = this.#room
    const shares = [
      [`credential ${credential}`, ofCredential],
      [`practice ${practice}`, ofPractice],
      ['process', ofProcess],
    ] as const
    if (shares.some(([name, most]) => this.#heldBy(name) + bytes > most)) return undefined
    const add = (bytes: number) => {
      for (const [name] of shares) this.#held.set(name, this.#heldBy(name) + bytes)
    }
    add(bytes)
    return () => {
      add(-bytes)
      for (const [name] of shares) if (this.#heldBy(name) === 0) this.#held.delete(name)
    }
  }

  #heldBy(name: string): number {
    return this.#held.get(name) ?? 0
  }

  /**
   * Calls `work` for a large body, as soon as fewer than 4 large bodies are worked on. At most one of them may belong
   * to the same practice, and none to the same credential.
   */
  async inTurn<T>(credential: string, practice: string, work: () => T | Promise<T>): Promise<T> {
    await new Promise<void>((begin) => {
      this.#waiting.push({ credential, practice, begin })
      this.#beginNext()
    })
    try {
      return await work()
    } finally {
      this.#busy.delete(credential)
      this.#beginNext()
    }
  }

  #beginNext(): void {
    if (this.#busy.size >= atATime) return
    const next = this.#next()
    if (next === undefined) return
    this.#waiting.splice(this.#waiting.indexOf(next), 1)
    this.#busy.set(next.credential, next.practice)
    next.begin()
  }

  /** The first waiting body that may begin, of a practice that has the fewest large bodies in work. */
  #next(): Waiting | undefined {
    const atWork = new Map<string, number>()
    for (const practice of this.#busy.values()) atWork.set(practice, (atWork.get(practice) ?? 0) + 1)
    let next: Waiting | undefined
    let fewest = ofPracticeAtATime
    for (const one of this.#waiting) {
      const number = atWork.get(one.practice) ?? 0
      if (number < fewest && !this.#busy.has(one.credential)) [next, fewest] = [one, number]
    }
    return next
  }
}

interface Waiting {
  readonly credential: string
  readonly practice: string
  readonly begin: () => void
}

/** The process has one `LargeBodies`, because all requests share its memory. */
export const largeBodies = new LargeBodies(ordinaryRoom)

/**
 * The bytes that are reserved for a body of unknown length. Some clients never send a length. With this number, a
 * credential has room for such a body in each request that it may have in flight.
 */
const unknownBytes = longTextLimit / 2

/** The length of a large body by the headers of its request, in bytes. 0 for a body that is not large. */
export function largeBytes({ headers }: Request): number {
  if (headers.has('transfer-encoding')) return unknownBytes
  const length = Number(headers.get('content-length') ?? 0)
  return length > ordinaryLimit ? Math.min(length, longTextLimit) : 0
}

export const noRoom = () =>
  new Problem('rate_limited', 'Too many large bodies are on their way. Send fewer at a time.')
