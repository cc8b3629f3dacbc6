import { movedTo } from './problem.ts'

/** How long the links of a practice still work at a host that the practice had before, in milliseconds. */
export const aliasMs = 90 * 86_400_000

const label = /^(?!-)[a-z\d-]{1,63}(?<!-)$/

/**
 * The reason why a text cannot be the host of a practice, as the end of a sentence that begins with the text. Undefined
 * when it can. A host is written as browsers write it: in lower case, and with A-labels (RFC 5890 §2.3.2.1) for other
 * letters.
 */
export function hostTrouble(text: string): string | undefined {
  if (text.endsWith('.')) return 'must not end with a dot'
  if (text.includes(':')) return 'must not have a port or a scheme'
  const spelling = URL.parse(`http://${text}`)?.hostname
  if (spelling === undefined || spelling === '') return 'is no host name'
  if (spelling !== text) return `must be written as browsers write it: "${spelling}"`
  // No top-level domain is a number, and browsers read such a name as an address (WHATWG URL §3.5).
  if (/^[\d.]+$/.test(text)) return 'is an IP address, and passkeys belong to a name'
  if (text.length > 253 || !text.split('.').every((one) => label.test(one))) return 'is no host name'
  return undefined
}

/** Whether a host is `parent`, or has a name below it. A passkey for `parent` works on the pages of such a host. */
export const isAtOrBelow = (host: string, parent: string): boolean =>
  host === parent || host.endsWith(`.${parent}`)

/** The hosts of all practices. Practices are named by their ids. */
export interface PracticeHosts {
  /** The host of each practice that has a host of its own. */
  readonly hostOf: ReadonlyMap<string, string>
  /** The practice of each host. */
  readonly practiceAt: ReadonlyMap<string, string>
  /** By former host: the practices that had the host, each with the end of its links there in epoch milliseconds. */
  readonly aliases: ReadonlyMap<string, ReadonlyMap<string, number>>
}

/**
 * An address at which people reach a practice. Its links begin with this address, and its new passkeys belong to it.
 */
export interface PracticeAddress {
  /** Such as `https://praxis.example.org`. */
  readonly origin: string
  /** The host of the origin. The host is the relying party's id of a new passkey (WebAuthn §5.1.2). */
  readonly host: string
}

/** The host that a request was sent to. */
export interface Site extends PracticeAddress {
  /** The practice that has or had this host as its own. Null for a host of several practices, or of no practice. */
  readonly practiceId: string | null
  /** Whether a request by this host may reach the practice. */
  serves(practiceId: string): boolean
  /** The origin where the pages of this host are now. Null when they are still at this host. */
  readonly movedTo: string | null
}

/** What a cell knows about the hosts of all cells. A cell is one of several servers, each with practices of its own. */
export interface HostsOfCells {
  /** Whether this cell serves the practice with this host. False for a host of no practice. */
  readonly serves: (host: string) => boolean
  /**
   * Returns headers that name the other cell that has the practice with this host, if there is one. `headerOf` reads a
   * header of the request.
   */
  readonly leadElsewhere: (
    host: string,
    headerOf: (name: string) => string | null,
  ) => Readonly<Record<string, string>>
}

interface Given {
  /**
   * The origin that practices share, from `PUBLIC_URL`. A function, because a free port is known only after the start.
   */
  readonly shared: () => string
  /** The hosts at the moment, or as they were read last. Null when no practice has or had a host. */
  readonly hosts: (asSeen?: 'as seen') => PracticeHosts | null
  /** The clock, in epoch milliseconds. */
  readonly now: () => number
  /** Undefined when this server is the only one. */
  readonly cells?: HostsOfCells | undefined
}

/** Finds which practice is at which host. The practices without a host share the host of `PUBLIC_URL`. */
export class Sites {
  readonly #given: Given
  #shared: PracticeAddress | undefined
  #everybody: Site | undefined

  constructor(given: Given) {
    this.#given = given
  }

  /** The address that practices share. */
  get shared(): PracticeAddress {
    const origin = this.#given.shared()
    if (this.#shared?.origin !== origin) this.#shared = { origin, host: new URL(origin).hostname }
    return this.#shared
  }

  /** The address of a practice. */
  of(practiceId: string): PracticeAddress {
    const host = this.#given.hosts()?.hostOf.get(practiceId)
    return host === undefined ? this.shared : this.#addressAt(host)
  }

  /**
   * The site that the host of a request names. Null for a host that another cell serves. Also null for a host of no
   * practice, as soon as any practice has a host. `headerOf` returns the `Host` header. The function is called only
   * when a practice has a host, or when there are several cells.
   */
  at(headerOf: () => string | null, asSeen?: 'as seen'): Site | null {
    const hosts = this.#given.hosts(asSeen)
    const { cells } = this.#given
    if (hosts === null && cells === undefined) return this.#ofEverybody
    const host = hostIn(headerOf())
    if (cells !== undefined && host !== this.shared.host && !cells.serves(host)) return null
    // In a cell, the last practice with a host may have moved to another cell a moment ago.
    const ofNobody = cells !== undefined && host !== this.shared.host
    if (hosts === null) return ofNobody ? null : this.#ofEverybody
    const isAlias = (id: string) => (hosts.aliases.get(host)?.get(id) ?? 0) > this.#given.now()
    // The shared host is checked first, because the operator may have made a practice's host the shared one.
    if (host === this.shared.host) {
      const serves = (id: string) => (hosts.hostOf.get(id) ?? host) === host || isAlias(id)
      return { ...this.shared, practiceId: null, serves, movedTo: null }
    }
    const practiceId = hosts.practiceAt.get(host)
    if (practiceId !== undefined)
      return { ...this.#addressAt(host), practiceId, serves: (id) => id === practiceId, movedTo: null }
    const here = [...(hosts.aliases.get(host)?.keys() ?? [])].filter(isAlias)
    if (here.length > 0) {
      const [practiceId = null] = here.length === 1 ? here : []
      const movedTo = practiceId && this.of(practiceId).origin
      return { ...this.#addressAt(host), practiceId, serves: isAlias, movedTo }
    }
    return hosts.hostOf.size > 0 || ofNobody ? null : this.#ofEverybody
  }

  /** Returns headers that name the cell of the practice with this host, for a request that no practice here answers. */
  leadElsewhere(
    header: string | null,
    headerOf: (name: string) => string | null,
  ): Readonly<Record<string, string>> {
    return this.#given.cells?.leadElsewhere(hostIn(header), headerOf) ?? {}
  }

  get #ofEverybody(): Site {
    const { shared } = this
    if (this.#everybody?.origin !== shared.origin) this.#everybody = { ...shared, ...everybody }
    return this.#everybody
  }

  /**
   * Whether a practice has moved in the last 90 days from a host whose passkeys do not work at its present host.
   * Strangers may know this, because it reveals nothing about the members and their passkeys.
   */
  hasLeftPasskeys(practiceId: string): boolean {
    const { host } = this.of(practiceId)
    const now = this.#given.now()
    return [...(this.#given.hosts()?.aliases ?? [])].some(
      ([alias, endsAt]) => (endsAt.get(practiceId) ?? 0) > now && !isAtOrBelow(host, alias),
    )
  }

  /**
   * Requires that a request came to the present address of a practice, not to a former address.
   * @throws `misdirected` with the address. So call it only for members of the practice.
   */
  requireAt(site: PracticeAddress, practiceId: string): void {
    const { origin } = this.of(practiceId)
    if (site.origin !== origin) throw movedTo(origin)
  }

  /** A practice's host has the scheme and the port of the address that practices share. */
  #addressAt(host: string): PracticeAddress {
    const { protocol, port } = new URL(this.shared.origin)
    return { origin: `${protocol}//${host}${port && `:${port}`}`, host }
  }
}

const everybody = { practiceId: null, serves: () => true, movedTo: null } as const

/** The host in a `Host` header, without its port and in lower case. */
const hostIn = (text: string | null): string => (text ?? '').replace(/:\d*$/, '').toLowerCase()
