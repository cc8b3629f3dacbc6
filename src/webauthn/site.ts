/** Where people reach us: `PUBLIC_URL` alone says so, never what a request claims. */
export interface Site {
  /** Such as `https://practice.example.org`. */
  origin(): string
  /** The relying party's id: the host of the origin (WebAuthn §5.1.2). */
  rpId(): string
}

/** `origin` is asked for late: a server on any free port knows its address only once it listens. */
export const siteAt = (origin: () => string): Site => ({
  origin,
  rpId: () => new URL(origin()).hostname,
})

/** Secrets of links travel in the fragment: no server, proxy or log sees it. */
export const enrolmentUrl = ({ origin }: Pick<Site, 'origin'>, secret: string): string =>
  `${origin()}/enrol#${secret}`
export const setupUrl = ({ origin }: Pick<Site, 'origin'>, secret: string): string =>
  `${origin()}/setup#${secret}`
