import type { TrailPlace } from '../../store/audit/audit-list.ts'

/** A place in the trail as a text that callers hand back unread. */
export const cursorOf = ({ seq, at }: TrailPlace): string =>
  Buffer.from(`${seq}.${at}`, 'latin1').toString('base64url')

/** The place behind a cursor, or undefined for a text that `cursorOf` did not make. */
export function readCursor(cursor: string): TrailPlace | undefined {
  const [, seq, at] =
    /^(\d{1,15})\.(-?\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? []
  if (seq === undefined) return undefined
  const place = { seq: Number(seq), at: Number(at) }
  return cursorOf(place) === cursor ? place : undefined
}
