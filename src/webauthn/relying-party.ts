/** This installation as the relying party of passkeys. Its address comes only from `PUBLIC_URL`, never from a request. */
export interface RelyingParty {
  /** Such as `https://practice.example.org`. */
  origin(): string
  /** The relying party's id: the host of the origin (WebAuthn §5.1.2). */
  rpId(): string
}

/** The relying party at an origin. `origin` is called late: a server on a free port knows its address once it listens. */
export const relyingPartyAt = (origin: () => string): RelyingParty => ({
  origin,
  rpId: () => new URL(origin()).hostname,
})

/** The address of the page that opens an enrolment link. The secret is in the fragment: no server or log sees it. */
export const enrolmentUrl = ({ origin }: Pick<RelyingParty, 'origin'>, secret: string): string =>
  `${origin()}/enrol#${secret}`
/** The address of the page that opens a setup link. The secret is in the fragment: no server or log sees it. */
export const setupUrl = ({ origin }: Pick<RelyingParty, 'origin'>, secret: string): string =>
  `${origin()}/setup#${secret}`
