import { type KnownTrail, trailsIn } from '../audit/heads.ts'
import { Transfers } from '../audit/transfers.ts'
import type { Head } from '../engine/chain/chain.ts'
import type { Connection } from '../engine/connection.ts'
import { Findings, type TrailFinding } from './findings.ts'
import { verifyTrail } from './verify-trail.ts'

/** The ends of the trails as they are known outside the file, by practice. */
type OutsideHeads = (practiceId: string | null) => readonly Head[]

export interface VerifiedTrails {
  readonly trails: number
  readonly rows: number
  /** The faults. At most 100 are listed. */
  readonly findings: readonly TrailFinding[]
  readonly found: number
  /** Remarks: rows that cannot be checked, and why. They are not faults. */
  readonly notes: readonly TrailFinding[]
  /** The end of each trail that was looked at. */
  readonly heads: readonly (KnownTrail & Head)[]
}

/**
 * Reads the trails of all practices, or of one, and finds every row that is not as it was written. Nothing is changed.
 * A server may write meanwhile. `outsideIds` are the practices with heads that are known outside the file. With
 * `newest`, at most about this number of the practices' rows is read in total, at the ends of their trails.
 */
export function verifyTrails(
  connection: Connection,
  {
    outside = () => [],
    outsideIds = [],
    only,
    newest,
  }: { outside?: OutsideHeads; outsideIds?: readonly (string | null)[]; only?: string; newest?: number } = {},
): VerifiedTrails {
  const findings = new Findings()
  const notes = new Findings()
  const transfers = new Transfers()
  const heads: (KnownTrail & Head)[] = []
  let rows = 0
  const known = trailsIn(connection)
  for (const { trail, practiceId } of known) {
    // The installation's trail is always read, because it names trails that came from elsewhere.
    const isAsked = only === undefined || practiceId === only
    if (!isAsked && practiceId !== null) continue
    const verified = verifyTrail(
      {
        connection,
        trail,
        practiceId,
        outside: outside(practiceId),
        importedThrough: transfers.imported.get(practiceId ?? '') ?? 0,
        cameBack: transfers.cameBack.get(practiceId ?? ''),
        // When only the newest rows are checked, the imported rows are not compared with their import.
        asImported: newest === undefined ? transfers.asImported.get(practiceId ?? '') : undefined,
        ...(newest !== undefined && practiceId !== null && { newest: Math.ceil(newest / known.length) }),
      },
      practiceId === null ? (row) => transfers.see(row) : undefined,
    )
    if (!isAsked) continue
    rows += verified.rows
    findings.addAll(verified.findings)
    notes.addAll(verified.notes)
    if (verified.head.seq > 0) heads.push({ trail, practiceId, ...verified.head })
  }
  const there = new Set(known.map(({ practiceId }) => practiceId))
  for (const practiceId of outsideIds) {
    if (there.has(practiceId) || (only !== undefined && practiceId !== only)) continue
    const seq = Math.max(0, ...outside(practiceId).map((head) => head.seq))
    if (seq > (transfers.removed.get(practiceId ?? '') ?? 0))
      findings.add({
        practiceId,
        seq: 1,
        what: `the whole trail is gone, and row ${seq} is known outside the file`,
      })
  }
  return {
    trails: heads.length,
    rows,
    findings: findings.listed,
    found: findings.count,
    notes: notes.listed,
    heads,
  }
}
