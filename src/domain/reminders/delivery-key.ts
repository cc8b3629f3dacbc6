/**
 * The key of a message: the same through all tries of one notice to one address. Another address gets another key, so a
 * gateway does not take the message for a copy. The key is the notice's id, a dash, and 8 hex digits of a SHA-256.
 */
export const deliveryKey = (noticeId: string, address: string): string =>
  `${noticeId}-${new Bun.CryptoHasher('sha256').update(`${noticeId}${address}`).digest('hex').slice(0, 8)}`

/** The id of the notice that a key belongs to. Unlike the key, the id reveals nothing about the address. */
export const noticeIdOf = (key: string): string => key.slice(0, 36)
