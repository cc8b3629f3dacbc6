/**
 * The server with which a cell listens for other cells. It is no part of the API, and the router sends it no requests.
 */
import { isId } from '../domain/id.ts'
import { hello, type Message, packed, unpacked } from './peer.ts'
import { aboutQuestion, type CellKey, Envelope, type MoveSubject, nameOf, type PlaceInTalk } from './seal.ts'

/** The longest message, in bytes. */
const mostBytes = 64 << 20

interface Listening {
  readonly address: { readonly hostname: string; readonly port: number }
  /** The name of this cell. */
  readonly cell: string
  readonly key: CellKey
  /** The public key of another cell; null for an unknown cell. */
  readonly keyOf: (cell: string) => Promise<string | null>
  /** Carries out a step of a move. @throws errors that `refusalOf` turns into a text. */
  readonly carryOut: (subject: MoveSubject, step: string, message: Message) => Promise<Message['said']>
  /** The text about an error for the other cell. */
  readonly refusalOf: (error: unknown) => string
}

/** Listens for the steps of moves to this cell. */
export function listenForCells({ address, cell, key, keyOf, carryOut, refusalOf }: Listening) {
  const conversations = new Conversations()
  return Bun.serve({
    ...address,
    reusePort: false,
    idleTimeout: 120,
    maxRequestBodySize: mostBytes + 4_096,
    async fetch(request) {
      const subject = subjectOf(request.headers, cell)
      const otherKey = subject && (await keyOf(subject.from).catch(() => null))
      if (!otherKey || request.method !== 'POST') return new Response(null, { status: 404 })
      const step = new URL(request.url).pathname.slice(1)
      const place = placeIn(request.headers)
      const envelope = new Envelope(key, otherKey, subject)
      const question = Buffer.from(await request.arrayBuffer())
      let message: Message
      try {
        message = unpacked(envelope.open('question', aboutQuestion(step, place), question))
      } catch {
        return new Response(null, { status: 404 })
      }
      const isHello = step === hello
      if (!isHello && !conversations.take(place)) return new Response(null, { status: 410 })
      const said = isHello
        ? { conversation: conversations.begin() }
        : await carryOut(subject, step, message).catch((error) => ({ refused: refusalOf(error) }))
      const answer = packed({ said, bytes: new Uint8Array() })
      return new Response(new Uint8Array(envelope.seal('answer', `${step} ${nameOf(question)}`, answer)))
    },
    error: () => new Response(null, { status: 500 }),
  })
}

/** How many conversations are remembered. The conversation with the oldest last message is forgotten first. */
const mostConversations = 100

/**
 * The conversations of other cells with this cell. Each is a series of numbered messages. A repeated message is
 * refused.
 */
class Conversations {
  /** The number of the last message of each conversation. */
  readonly #last = new Map<string, number>()

  begin(): string {
    const [oldest] = this.#last.keys()
    if (this.#last.size >= mostConversations) this.#last.delete(oldest!)
    const name = crypto.randomUUID()
    this.#last.set(name, 0)
    return name
  }

  /** Whether the conversation began in this process, and the number is higher than all numbers before it. */
  take({ conversation, number }: PlaceInTalk): boolean {
    const last = this.#last.get(conversation)
    if (last === undefined || number <= last) return false
    this.#last.delete(conversation)
    this.#last.set(conversation, number)
    return true
  }
}

const placeIn = (headers: Headers): PlaceInTalk => ({
  conversation: headers.get('x-chairside-conversation') ?? '',
  number: Number(headers.get('x-chairside-number')),
})

function subjectOf(headers: Headers, to: string): MoveSubject | null {
  const [from, practiceId, generation, move] = ['from', 'practice', 'generation', 'move'].map(
    (name) => headers.get(`x-chairside-${name}`) ?? '',
  ) as [string, string, string, string]
  if (
    !/^[a-z][a-z\d-]{0,31}$/.test(from) ||
    !isId(practiceId) ||
    !/^\d{1,9}$/.test(generation) ||
    !isId(move)
  )
    return null
  return { from, to, practiceId, generation: Number(generation), move }
}
