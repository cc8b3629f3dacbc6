import { networkOf } from './address.ts'
import { type Exchange, exchangeOf } from './exchange.ts'
import { largeBytes } from './large-bodies.ts'

/** How long a refusal is held back, in milliseconds. A client that never stops asking then costs little. */
const heldMs = 250
/** What each refusal that is held back already adds, so that they do not all end, and come again, at one time. */
const apartMs = 4
/** How many refusals are held back at most: of one client, and of all together. */
const mostHeld = { each: 256, together: 4_096 }

/** Refusals of clients that asked for too much. Each waits for a moment before it is sent. */
export class HeldRefusals {
  readonly #most: typeof mostHeld
  /** How many refusals of each client are held back. Those with none are not there. */
  readonly #held = new Map<string, number>()
  #together = 0

  constructor(most = mostHeld) {
    this.#most = most
  }

  /** How many clients have a refusal that is held back. */
  get remembered(): number {
    return this.#held.size
  }

  /** Holds back a refusal. Undefined when too many are held back already. */
  hold(client: string): Promise<void> | undefined {
    const held = this.#held.get(client) ?? 0
    if (held >= this.#most.each || this.#together >= this.#most.together) return undefined
    this.#held.set(client, held + 1)
    this.#together++
    return Bun.sleep(heldMs + apartMs * held).then(() => {
      this.#together--
      const left = this.#held.get(client)! - 1
      if (left === 0) this.#held.delete(client)
      else this.#held.set(client, left)
    })
  }
}

const heldRefusals = new HeldRefusals()

/**
 * Holds back the refusal of a request, where there is room. Without room, it closes the connection: who asks on over ever
 * more connections has to open each of them again.
 * @param client who asked, such as the id of a credential.
 */
export function holdBack(
  exchange: Pick<Exchange, 'held'>,
  client: string,
  headers: Record<string, string | number>,
): void {
  exchange.held = heldRefusals.hold(client)
  if (exchange.held === undefined) headers.connection = 'close'
}

/**
 * Holds back the refusal of a caller without a credential, by the network of the address. What arrives of a large body would stay
 * in the memory meanwhile, so its refusal is sent at once, and the connection is closed.
 */
export function holdBackStranger(request: Request, headers: Record<string, string | number>): void {
  const exchange = exchangeOf(request)
  if (largeBytes(request) > 0) headers.connection = 'close'
  else holdBack(exchange, networkOf(exchange.address(), 64), headers)
}
