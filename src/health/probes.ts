/** The header with which a probe names itself, by a UUID. */
export const probeHeader = 'x-chairside-probe'

/** How many probes are remembered at the same time. Strangers may send probes, too. */
const kept = 8

/** How a probe arrived. */
export interface Arrived {
  /** The address under which the caller was counted. */
  readonly address: string
  /** Whether the request had the header in which a proxy names its callers. */
  readonly named: boolean
}

/**
 * Remembers how the latest probes arrived. The command `doctor` sends a probe, a request with an id of its own. So it
 * finds out whether the public address leads to this server, and whether the proxy in front names its callers.
 */
export class Probes {
  readonly #arrived = new Map<string, Arrived>()

  /** Remembers how a probe arrived. Any other request is ignored. */
  note(request: Request, arrived: () => Arrived): void {
    const id = idOf(request)
    if (id === undefined) return
    this.#arrived.delete(id)
    this.#arrived.set(id, arrived())
    for (const oldest of this.#arrived.keys()) if (this.#arrived.size > kept) this.#arrived.delete(oldest)
  }

  /**
   * How the probe with the id of this request arrived. Undefined when it has not arrived, or was forgotten for later
   * probes.
   */
  find(request: Request): Arrived | undefined {
    return this.#arrived.get(idOf(request) ?? '')
  }
}

const idOf = (request: Request): string | undefined =>
  /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.exec(request.headers.get(probeHeader) ?? '')?.[0]
