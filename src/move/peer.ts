import type { CellLink } from './links.ts'
import { MoveError } from './move-error.ts'
import { aboutQuestion, type CellKey, Envelope, type MoveSubject, nameOf, type PlaceInTalk } from './seal.ts'

/** A message between two cells: plain values, and further bytes. */
export interface Message {
  readonly said: Readonly<Record<string, unknown>>
  readonly bytes: Uint8Array
}

const noBytes = new Uint8Array()

/** A message as bytes: the length of the values as JSON, the values, and the further bytes. */
export function packed({ said, bytes }: Message): Buffer {
  const text = Buffer.from(JSON.stringify(said))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(text.length)
  return Buffer.concat([length, text, bytes])
}

export function unpacked(message: Buffer): Message {
  const end = 4 + message.readUInt32BE(0)
  return { said: JSON.parse(message.toString('utf8', 4, end)), bytes: message.subarray(end) }
}

/** The step with which a conversation begins. It changes nothing. */
export const hello = 'hello'

/** How long the other cell may take for one answer, in milliseconds. */
const patienceMs = 60_000

/** The other cell of a move did not answer. Nobody knows whether it has carried out the step. */
class PeerAway extends MoveError {}

/** The cell that a practice moves to. */
export class Peer {
  readonly #link: CellLink
  readonly #subject: MoveSubject
  readonly #envelope: Envelope
  #conversation: string | undefined
  #count = 0

  constructor(key: CellKey, link: CellLink, subject: MoveSubject) {
    this.#link = link
    this.#subject = subject
    this.#envelope = new Envelope(key, link.key, subject)
  }

  /**
   * Asks for one step. Each question has a number that only rises, so nobody can repeat an earlier question.
   * @throws MoveError with the refusal of the other cell; PeerAway.
   */
  async ask<T = Readonly<Record<string, unknown>>>(
    step: string,
    said: Message['said'] = {},
    bytes: Uint8Array = noBytes,
  ): Promise<T> {
    this.#conversation ??= (
      await this.#send<{ conversation: string }>(hello, { conversation: '', number: 0 }, {}, noBytes)
    ).conversation
    return this.#send(step, { conversation: this.#conversation, number: ++this.#count }, said, bytes)
  }

  async #send<T>(step: string, place: PlaceInTalk, said: Message['said'], bytes: Uint8Array): Promise<T> {
    const about = aboutQuestion(step, place)
    const question = this.#envelope.seal('question', about, packed({ said, bytes }))
    const { from, to, practiceId, generation, move } = this.#subject
    const headers = {
      'x-chairside-from': from,
      'x-chairside-practice': practiceId,
      'x-chairside-generation': String(generation),
      'x-chairside-move': move,
      'x-chairside-conversation': place.conversation,
      'x-chairside-number': String(place.number),
    }
    const answer = await fetch(`http://${this.#link.address}/${step}`, {
      method: 'POST',
      headers,
      body: new Uint8Array(question),
      signal: AbortSignal.timeout(patienceMs),
    }).then(
      async (response) => ({ status: response.status, body: Buffer.from(await response.arrayBuffer()) }),
      () => null,
    )
    if (answer === null) throw new PeerAway(`the cell ${to} does not answer at ${this.#link.address}`)
    if (answer.status === 410)
      throw new PeerAway(`the cell ${to} has started again meanwhile: type the command again`)
    if (answer.status !== 200)
      throw new PeerAway(`the cell ${to} does not know this cell: it answered ${answer.status}`)
    const { said: result } = unpacked(this.#opened(question, step, answer.body))
    if (typeof result.refused === 'string') throw new MoveError(`the cell ${to} refuses: ${result.refused}`)
    return result as T
  }

  #opened(question: Buffer, step: string, body: Buffer): Buffer {
    try {
      return this.#envelope.open('answer', `${step} ${nameOf(question)}`, body)
    } catch {
      throw new PeerAway(
        `what came back from ${this.#link.address} is no answer of the cell ${this.#subject.to}`,
      )
    }
  }
}
