/** The header with which a probe names itself, by a UUID. */
export const probeHeader = 'x-chairside-probe'

/** More are not remembered at the same time. Strangers may send probes, too. */
const kept = 8

/** How a probe arrived. */
export interface Arrived {
  /** The address that the caller counted for. */
  readonly address: string
  /** Whether the header was there that names the callers of a proxy. */
  readonly named: boolean
}

/**
 * Remembers for which address the latest probes counted. By its own probe, the command `doctor` finds out whether the
 * public address leads to this server, and whether the proxy in front names its callers.
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

  /** How the probe of this name arrived. Undefined when it has not, or when others came later. */
  find(request: Request): Arrived | undefined {
    return this.#arrived.get(idOf(request) ?? '')
  }
}

const idOf = (request: Request): string | undefined =>
  /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.exec(request.headers.get(probeHeader) ?? '')?.[0]
