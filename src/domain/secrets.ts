/** The secrets that give their holder access to the service, with their prefixes and lifetimes (RULES §5). */

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** The kinds of secrets. The prefix shows people and secret scanners which kind of secret they have found. */
export const secretKinds = {
  /** The secret of a session. `SessionTimes` sets when the session ends. */
  session: { prefix: 'cs_' },
  apiToken: { prefix: 'ck_', defaultDays: 90, longestDays: 365, mostPerMember: 50 },
  /** A one-time link by which a member registers a passkey. */
  enrolmentLink: { prefix: 'cl_', lifetimeMs: 72 * hour },
  /** The one-time link by which the first practice is set up. */
  setupLink: { prefix: 'cl_', lifetimeMs: 15 * minute },
  /** The address of a calendar that a member subscribes to. Programs send it in the path of the URL. */
  calendarFeed: { prefix: 'cf_' },
  /** A time that a visitor holds while they book online. `online-booking.ts` sets when the hold ends. */
  hold: { prefix: 'ch_' },
} as const

export type SecretKind = keyof typeof secretKinds

/** A new secret of 256 random bits, and the hash to store. The secret itself is shown once and stored nowhere. */
export function mintSecret(kind: SecretKind): { secret: string; hash: Buffer } {
  const bits = Buffer.from(crypto.getRandomValues(new Uint8Array(32)))
  const secret = secretKinds[kind].prefix + bits.toString('base64url')
  return { secret, hash: hashSecret(secret) }
}

/** The SHA-256 of a secret. A slow hash would add nothing to 256 random bits. */
export const hashSecret = (secret: string): Buffer => Bun.CryptoHasher.hash('sha256', secret)

/** The end of an API token that is made at `now` for this many days; epoch milliseconds. */
export const apiTokenEnd = (now: number, days: number): number => now + days * day

/**
 * The last use of a session or API token is saved at most once in this time, in milliseconds. So not every request
 * writes.
 */
export const seenEvery = minute

/** How long a session lasts: `idleMs` without use, and `longestMs` in any case. Both are in milliseconds. */
export interface SessionTimes {
  readonly idleMs: number
  readonly longestMs: number
}

/** The times when the operator sets no others. */
export const ordinarySessionTimes: SessionTimes = { idleMs: 12 * hour, longestMs: 7 * day }

/** The latest end of a session that begins at `now`, even when it is used all the time; epoch milliseconds. */
export const sessionEnd = (now: number, { longestMs }: SessionTimes): number => now + longestMs

/** When a session ends unless it is used again; epoch milliseconds. */
export const sessionExpiry = (
  { lastSeenAt, expiresAt }: { lastSeenAt: number; expiresAt: number },
  { idleMs }: SessionTimes,
): number => Math.min(expiresAt, lastSeenAt + idleMs)

/** A session is still valid at `now` if it was last used after this instant; epoch milliseconds. */
export const idleSince = (now: number, { idleMs }: SessionTimes): number => now - idleMs

/**
 * How long after its use a passkey counts for the acts that need `requireFreshPasskey`, in milliseconds. The message of
 * `passkey_required` names this time, too.
 */
export const passkeyFreshMs = 10 * minute
