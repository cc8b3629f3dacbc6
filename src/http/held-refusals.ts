import { networkOf } from './address.ts'
import { longTextLimit } from './body.ts'
import { exchangeOf } from './exchange.ts'
import { largeBytes } from './large-bodies.ts'

/** How long a refusal is held back, in milliseconds. A client that never stops asking then costs little. */
const heldMs = 250
/**
 * What each refusal that is held back already adds, and each MiB of their bodies. So they do not all end, and come again, at one
 * time. To receive many large bodies would hold up everybody.
 */
const apartMs = { refusal: 4, mebibyte: 100 }

/** How much is held back at most: of one client, and of all together. */
interface MostHeld {
  readonly each: Amount
  readonly together: Amount
}

/** A number of refusals, and the bytes of their bodies. What arrives of a body stays in the memory meanwhile. */
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
  /** What of each client is held back. Those with nothing are not there. */
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
 * Whether the refusal of a request is held back, where requests are limited. It asked for too much, or brought a large body. Or a
 * stranger has no good credential, or asks for what is not there: nothing else limits that.
 */
export function isHeldBack(request: Request, status: number): boolean {
  const { isLimited, caller } = exchangeOf(request)
  if (!isLimited || status >= 500) return false
  const isStrange = caller === undefined && (status === 401 || status === 404)
  return status === 429 || isStrange || largeBytes(request) > 0
}

/**
 * Resolves when a refusal may be sent. Callers are known by their credential, and others by the network of their address. Where no
 * room is left, the connection is closed. Who asks on has to open it again. The loop turns before: otherwise, what a client opens
 * at once would keep the loop to itself.
 */
export function holdBack(
  request: Request,
  headers: Record<string, string | number>,
  refusals = heldRefusals,
): Promise<void> {
  const exchange = exchangeOf(request)
  // Others of the practice need its places.
  exchange.turn?.end()
  exchange.giveRoomBack?.()
  exchange.giveRoomBack = undefined
  const client = exchange.caller?.auth.id ?? networkOf(exchange.address(), 64)
  const held = refusals.hold(client, largeBytes(request))
  if (held !== undefined) return held
  headers.connection = 'close'
  return new Promise((resolve) => setImmediate(resolve))
}
