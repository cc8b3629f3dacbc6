/**
 * The row that begins a part of the chain with another key, because the key before it was lost or replaced. The rows
 * before it cannot be checked any more. Only who has the new key can write such a row.
 */
export const newKeyAction = 'newAuditKey'

/** What such a row says. */
export interface KeyChange {
  /** The `TrailKey.id` of the key before; null where nobody knows it. */
  readonly before: string | null
  readonly key: string
  /** The number of the row that the new key began with. A closing may take that row away, and a copy stays. */
  readonly seq: number
}

/** What the detail of a row says; null when the row is about something else. */
export function keyChangeIn(row: {
  readonly action: string
  readonly detail: string | null
}): KeyChange | null {
  if (row.action !== newKeyAction || row.detail === null) return null
  try {
    const { before, key, seq } = JSON.parse(row.detail)
    const isOne = (before === null || typeof before === 'string') && typeof key === 'string'
    return isOne && typeof seq === 'number' ? { before, key, seq } : null
  } catch {
    return null
  }
}
