import { networkOf } from './address.ts'
import { longTextLimit } from './body.ts'
import { exchangeOf } from './exchange.ts'
import { largeBytes } from './large-bodies.ts'

/** How long a refusal is held back, in milliseconds. A client that never stops asking then costs little. */
const heldMs = 250
/**
 * A refusal waits longer when other refusals of its client are held back already. These are the further milliseconds
 * for each such refusal, and for each MiB of their bodies. So the client does not repeat all its requests at the same
 * time. Receiving many large bodies at once would delay everybody.
 */
const apartMs = { refusal: 4, mebibyte: 100 }

/** How much is held back at most: for one client, and for all clients together. */
interface MostHeld {
  readonly each: Amount
  readonly together: Amount
}

/** A number of refusals, and the bytes of their bodies. The bytes that arrive stay in memory meanwhile. */
interface Amount {
  readonly refusals: number
  readonly bytes: number
}

const mostHeld: MostHeld = {
  each: { refusals: 256, bytes: 32 * longTextLimit },
  together: { refusals: 4_096, bytes: 64 * longTextLimit },
}

/** Refusals that are held back. Each waits for a moment before it is sent. */
export class HeldRefusals {
  readonly #most: MostHeld
  /** How much is held back for each client. Clients without held refusals are not in it. */
  readonly #held = new Map<string, Amount>()
  #together: Amount = none

  constructor(most = mostHeld) {
    this.#most = most
  }

  /** How many clients have a refusal that is held back. */
  get remembered(): number {
    return this.#held.size
  }

  /** Holds back a refusal, and the bytes of its body. Undefined when too much is held back already. */
  hold(client: string, bytes = 0): Promise<void> | undefined {
    const held = this.#held.get(client) ?? none
    const [ofClient, together] = [added(held, 1, bytes), added(this.#together, 1, bytes)]
    if (isOver(ofClient, this.#most.each) || isOver(together, this.#most.together)) return undefined
    this.#held.set(client, ofClient)
    this.#together = together
    const apart = apartMs.refusal * held.refusals + apartMs.mebibyte * (held.bytes / 2 ** 20)
    return Bun.sleep(heldMs + apart).then(() => {
      this.#together = added(this.#together, -1, -bytes)
      const left = added(this.#held.get(client)!, -1, -bytes)
      if (left.refusals === 0) this.#held.delete(client)
      else this.#held.set(client, left)
    })
  }
}

const none: Amount = { refusals: 0, bytes: 0 }
const added = ({ refusals, bytes }: Amount, moreRefusals: number, moreBytes: number): Amount => ({
  refusals: refusals + moreRefusals,
  bytes: bytes + moreBytes,
})
const isOver = (amount: Amount, most: Amount): boolean =>
  amount.refusals > most.refusals || amount.bytes > most.bytes

const heldRefusals = new HeldRefusals()

/**
 * Whether the refusal of a request is held back, if requests are limited. It is held back when the caller asked too
 * much, or sent a large body. It is also held back when a stranger has no valid credential, or asks for something that
 * does not exist. Nothing else limits such requests.
 */
export function isHeldBack(request: Request, status: number): boolean {
  const { isLimited, caller } = exchangeOf(request)
  if (!isLimited || status >= 500) return false
  const isStrange = caller === undefined && (status === 401 || status === 404)
  return status === 429 || isStrange || largeBytes(request) > 0
}

/**
 * Resolves when a refusal may be sent. A client is a credential or, without one, the network of an address. When too
 * much is held back already, the connection is closed after the answer, so a client must open a new one. In that case
 * the answer waits for the next turn of the event loop. Otherwise a client with many connections could use the whole
 * event loop.
 */
export function holdBack(
  request: Request,
  headers: Record<string, string | number>,
  refusals = heldRefusals,
): Promise<void> {
  const exchange = exchangeOf(request)
  // Other requests of the practice need the place and the room of this request.
  exchange.turn?.end()
  exchange.giveRoomBack?.()
  exchange.giveRoomBack = undefined
  const client = exchange.caller?.auth.id ?? networkOf(exchange.address(), 64)
  const held = refusals.hold(client, largeBytes(request))
  if (held !== undefined) return held
  headers.connection = 'close'
  return new Promise((resolve) => setImmediate(resolve))
}
