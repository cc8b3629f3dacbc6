const canonical = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/**
 * True for a UUID in the 8-4-4-4-12 form, in either case (RULES §1). Braces, `urn:uuid:` and a form without dashes
 * are malformed.
 */
export const isId = (text: string): boolean => canonical.test(text)

/**
 * The id to look a record up by: in lower case, as records keep it. A malformed id is looked up like any other id and
 * is not found. So a malformed id and an unknown one look the same to a caller (RULES §1).
 * @param text null for a text that could not be decoded
 */
export const lookupId = (text: string | null): string => text?.toLowerCase() ?? ''

/** A new UUID of version 7 (RFC 9562 §5.7) that carries the time `now`, in epoch milliseconds. */
export const newId = (now: number): string => Bun.randomUUIDv7('hex', now)
