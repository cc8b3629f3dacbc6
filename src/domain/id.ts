const canonical = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** True for the 8-4-4-4-12 form in either case; braces, `urn:uuid:` and undashed forms are malformed. */
export const isId = (text: string): boolean => canonical.test(text)

/**
 * An id as records have it. What is malformed stays so and is found nowhere, like an id that does not exist:
 * the two cannot be told apart because nothing tells them apart. (The router answers null for a path segment
 * that cannot be decoded.)
 */
export const lookupId = (text: string | null): string => text?.toLowerCase() ?? ''

/** A fresh UUIDv7 (RFC 9562 §5.7) stamped with `now` (epoch milliseconds). */
export const newId = (now: number): string => Bun.randomUUIDv7('hex', now)
