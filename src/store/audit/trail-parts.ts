import type { Connection, WriteConnection } from '../engine/connection.ts'
import { unscoped } from '../engine/unscoped.ts'

/**
 * A part of a practice's audit trail that one installation chained. It follows the part before it, up to `throughSeq`.
 */
export interface TrailPart {
  readonly throughSeq: number
  /** The fingerprint of the key that chained this part. The fingerprint shows nothing about the key. */
  readonly key: string
}

/** The parts of a trail, the oldest first. `ownKey` returns the fingerprint of this installation's key. */
export function trailParts(
  connection: Connection,
  practiceKey: number,
  ownKey: () => string,
): readonly TrailPart[] {
  const elsewhere = origins.all(connection, practiceKey)
  const seq = lastSeq(connection, practiceKey)
  return seq > (elsewhere.at(-1)?.throughSeq ?? 0)
    ? [...elsewhere, { throughSeq: seq, key: ownKey() }]
    : elsewhere
}

/** The imported rows that a key with this fingerprint has chained, according to the archive from which they came. */
export const rowsChainedWith = (connection: Connection, practiceKey: number, fingerprint: string) =>
  origins
    .all(connection, practiceKey)
    .map(({ throughSeq: through, key }, i, parts) => ({ key, after: parts[i - 1]?.throughSeq ?? 0, through }))
    .filter(({ key }) => key === fingerprint)

/** Remembers which parts another installation chained. */
export function keepOrigins(
  connection: WriteConnection,
  practiceKey: number,
  parts: readonly TrailPart[],
): void {
  for (const { throughSeq, key } of parts) keepOrigin.run(connection, practiceKey, throughSeq, key)
}

const origins = unscoped<[practiceKey: number], TrailPart>(`
  select through_seq as throughSeq, key_fingerprint as key from audit_origins
  where practice_key = ?1 order by through_seq`)

/** The number of a trail's last row, or of the last row that a closing covers; 0 for an empty trail. */
export const lastSeq = (connection: Connection, practiceKey: number): number =>
  last.get(connection, practiceKey)!.seq

const last = unscoped<[practiceKey: number], { seq: number }>(`
  select max(
    coalesce((select max(seq) from audit where practice_key = ?1), 0),
    coalesce((select max(through_seq) from audit_closings where practice_key = ?1), 0)
  ) as seq`)

const keepOrigin = unscoped<[practiceKey: number, throughSeq: number, key: string]>(
  'insert into audit_origins (practice_key, through_seq, key_fingerprint) values (?1, ?2, ?3)',
)
