import { serviceAct } from '../../domain/act.ts'
import { appendAudit } from '../engine/chain/append.ts'
import { macOfClosing, newestClosing, startOf } from '../engine/chain/closings.ts'
import type { Connection, WriteConnection } from '../engine/connection.ts'
import { headsIn, macAt } from './heads.ts'
import { equal, rowsAfter } from './trail-rows.ts'

/**
 * The action of the audit row from which on the chain uses another key. The earlier key was lost or replaced, so the rows
 * before cannot be checked any more. Only somebody who has the new key can write such a row.
 */
export const newKeyAction = 'newAuditKey'

/** The content of a row about a new key. */
interface KeyChange {
  /** The `TrailKey.id` of the earlier key; null when it is unknown. */
  readonly before: string | null
  readonly key: string
  /** The number of the row with which the new key began. A closing may remove that row, and then a copy of it stays. */
  readonly seq: number
}

/** Reads the change of the key from the detail of a row; null when the row is about something else. */
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

/**
 * Begins a new part of the chain in each trail where another key has made the newest row. `before` is the `TrailKey.id`
 * of that other key; null when it is unknown. Returns how many trails there were. It must run in a write transaction.
 * `now` is in epoch milliseconds.
 */
export function beginNewKey(connection: WriteConnection, before: string | null, now: number): number {
  const { key } = connection.trail
  // The trail of a practice that is no longer there stays as it is.
  const old = headsIn(connection).filter(
    ({ trail, practiceId, seq }) => !practiceId?.startsWith('#') && !isOfKey(connection, trail, seq),
  )
  for (const { practiceId, seq } of old)
    appendAudit(
      connection,
      practiceId,
      serviceAct(newKeyAction),
      [entryOf({ before, key: key.id, seq: seq + 1 })],
      now,
    )
  return old.length
}

/** The entry about a change of the key. */
export const entryOf = (change: KeyChange) =>
  ({ kind: 'settings', record: { kind: 'trail', id: change.key }, detail: { ...change } }) as const

/** Whether the present key has made the row `seq`, which is the newest row of its trail. */
export function isOfKey(connection: Connection, trail: number, seq: number): boolean {
  const { key } = connection.trail
  const [row] = rowsAfter.all(connection, trail, seq - 1, 1)
  const closing = newestClosing.get(connection, trail)
  if (row === undefined) return closing !== null && equal(macOfClosing(key, closing), closing.mac)
  const previous = macAt.get(connection, trail, seq - 1)?.mac ?? startOf(connection, trail).mac
  return key.hasMade(row, previous)
}
