import { idOf, type StoredId } from '../../../db/stored-id.ts'
import { headOf, installationTrail } from '../engine/chain/append.ts'
import type { Head } from '../engine/chain/chain.ts'
import type { Connection } from '../engine/connection.ts'
import { unscoped } from '../engine/unscoped.ts'

/** One trail of the file. */
export interface KnownTrail {
  /** The key of the practice in the file; 0 for the installation. */
  readonly trail: number
  /** Null for the installation. For a practice that is not in the file, its key with a number sign before it. */
  readonly practiceId: string | null
}

/**
 * All trails of the file, including the trails of practices that are no longer there. The installation's trail comes
 * first. The trail of a practice that is arriving or leaving is not complete, so it is left out.
 */
export function trailsIn(connection: Connection): KnownTrail[] {
  const keys = new Set([installationTrail])
  for (const next of [nextInRows, nextInClosings, nextInIndex, nextInValues])
    for (let key = next.get(connection, -1)?.key; key != null; key = next.get(connection, key)?.key)
      keys.add(key)
  for (const { key } of moving.all(connection)) keys.delete(key)
  const ids = new Map(practices.all(connection).map(({ key, id }) => [key, idOf(id)]))
  return [...keys]
    .sort((one, other) => one - other)
    .map((trail) => ({
      trail,
      practiceId: trail === installationTrail ? null : (ids.get(trail) ?? `#${trail}`),
    }))
}

/** The heads of all trails. The caller reads them in one snapshot or write. */
export const headsIn = (connection: Connection): (KnownTrail & Head)[] =>
  trailsIn(connection)
    .map((known) => ({ ...known, ...headOf(connection, known.trail) }))
    .filter(({ seq }) => seq > 0)

/** Whether a trail still holds the row that was its newest row (its head) earlier. A closed row counts as held. */
export function holds(connection: Connection, trail: number, { seq, mac }: Head): boolean {
  const row = macAt.get(connection, trail, seq)
  if (row !== null) return Buffer.compare(row.mac, mac) === 0
  return closingOver.get(connection, trail, seq) !== null
}

const nextKey = (table: string) =>
  unscoped<[after: number], { key: number | null }>(
    `select min(practice_key) as key from ${table} where practice_key > ?1`,
  )
const nextInRows = nextKey('audit')
const nextInClosings = nextKey('audit_closings')
const nextInIndex = nextKey('audit_patients')
const nextInValues = nextKey('audit_values')

const moving = unscoped<[], { key: number }>('select practice_key as key from moving_practices')
const practices = unscoped<[], { key: number; id: StoredId }>('select key, id from practices')
/** The `mac` of a row. */
export const macAt = unscoped<[trail: number, seq: number], { mac: Uint8Array }>(
  'select mac from audit where practice_key = ?1 and seq = ?2',
)
const closingOver = unscoped<[trail: number, seq: number], object>(
  'select 1 from audit_closings where practice_key = ?1 and through_seq >= ?2 limit 1',
)
