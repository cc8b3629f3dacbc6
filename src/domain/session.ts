/** How long a sign-in lasts (decisions "Who may call"), in milliseconds. */
const idle = 12 * 3_600_000
const longest = 7 * 86_400_000

/** A session that is used is written down as seen once in so long: not every request shall write. */
export const seenEvery = 60_000

/** When a session that begins now ends however much it is used. */
export const sessionEnd = (now: number): number => now + longest

/** When a session ends unless it is used again. */
export const sessionExpiry = ({ lastSeenAt, expiresAt }: { lastSeenAt: number; expiresAt: number }): number =>
  Math.min(expiresAt, lastSeenAt + idle)

/** A session is good as long as it was last seen after this instant. */
export const idleSince = (now: number): number => now - idle
