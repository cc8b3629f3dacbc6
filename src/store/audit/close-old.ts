import { segmentIn } from '../../../db/audit-segment.ts'
import { serviceAct } from '../../domain/act.ts'
import { appendAudit, installationTrail } from '../engine/chain/append.ts'
import { insertClosing, macOfClosing, startOf } from '../engine/chain/closings.ts'
import type { Connection, WriteConnection } from '../engine/connection.ts'
import { unscoped } from '../engine/unscoped.ts'
import { isIn } from './came-back.ts'
import { entryOf, keyChangeIn, newKeyAction } from './key-changes.ts'
import { patientsIn, rowsAfter, type UnverifiedRow } from './trail-rows.ts'
import { importAction, Transfers } from './transfers.ts'

/** How many years rows of the audit trail are kept. Then a signed closing replaces them. */
const keepYears = 6

/** The most rows that one transaction closes, so that requests can run between two transactions. */
const rowsAtOnce = 200

/** The moment `keepYears` before `now`, both in epoch milliseconds. */
export function keptSince(now: number): number {
  const date = new Date(now)
  return date.setUTCFullYear(date.getUTCFullYear() - keepYears)
}

/** Whether the oldest row of a trail was kept long enough. */
export function hasOld(connection: Connection, trail: number, now: number): boolean {
  const [oldest] = rowsAfter.all(connection, trail, startOf(connection, trail).seq, 1)
  return oldest !== undefined && oldest.at < keptSince(now)
}

/**
 * Replaces the next old rows of a trail by a signed closing. Returns whether more may be left. It must run in a write
 * transaction. Rows that do not fit the chain stay: a closing would hide that they were tampered with.
 */
export function closeOld(
  connection: WriteConnection,
  trail: number,
  practiceId: string | null,
  now: number,
): boolean {
  const { key } = connection.trail
  let before = startOf(connection, trail)
  const rows: UnverifiedRow[] = []
  let excused: ((seq: number) => boolean) | undefined
  for (const row of rowsAfter.all(connection, trail, before.seq, rowsAtOnce)) {
    if (row.at >= keptSince(now) || row.seq !== before.seq + 1) break
    if (!key.hasMade(row, before.mac)) {
      excused ??= excusedRows(connection, trail, practiceId)
      if (!excused(row.seq)) break
    }
    rows.push(row)
    before = row
  }
  if (rows.length === 0) return false
  const [first, last] = [rows[0]!, rows.at(-1)!]
  const closing = {
    trail,
    throughSeq: last.seq,
    closedAt: now,
    rows: rows.length,
    firstAt: first.at,
    lastAt: last.at,
    lastMac: last.mac,
  }
  insertClosing(connection, closing, macOfClosing(key, closing))
  for (const { seq, patientId, patients } of rows)
    for (const id of [...(patientId === null ? [] : [patientId]), ...patientsIn(patients)])
      removeIndex.run(connection, trail, id, seq)
  removeValues.run(connection, trail, last.seq)
  removeRows.run(connection, trail, last.seq)
  keepKeyChanges(connection, practiceId, rows, now)
  if (trail === installationTrail) keepImports(connection, rows, now)
  return rows.length === rowsAtOnce
}

/**
 * Appends a copy of the closed row about a change of the key. It explains later why older closings do not fit the key.
 */
function keepKeyChanges(
  connection: WriteConnection,
  practiceId: string | null,
  rows: readonly UnverifiedRow[],
  now: number,
): void {
  const change = rows.map(keyChangeIn).findLast((found) => found !== null)
  if (!change || change.key !== connection.trail.key.id) return
  appendAudit(connection, practiceId, serviceAct(newKeyAction), [entryOf(change)], now)
}

/**
 * Appends a copy of each closed row about an import, while the practice is here. The copy explains later why the
 * imported closings and rows do not fit the key. When a later import has replaced an import, there is no copy of its
 * row.
 */
function keepImports(connection: WriteConnection, rows: readonly UnverifiedRow[], now: number): void {
  const closed = new Transfers()
  for (const row of rows) closed.see(row)
  const later = new Transfers()
  for (const row of fittingRows(connection, installationTrail)) later.see(row)
  for (const [practiceId, detail] of closed.imports)
    if (!later.imported.has(practiceId) && connection.practices.keyOf(practiceId) !== 0)
      appendAudit(
        connection,
        null,
        serviceAct(importAction),
        [{ kind: 'export', record: { kind: 'practice', id: practiceId }, detail }],
        now,
      )
}

/**
 * Makes a function that returns whether a row may fail to fit the present key. Such a row was chained with another key,
 * or by another installation. This reads the whole trail.
 */
function excusedRows(
  connection: Connection,
  trail: number,
  practiceId: string | null,
): (seq: number) => boolean {
  const { key } = connection.trail
  let through = 0
  for (const row of fittingRows(connection, trail)) {
    const change = keyChangeIn(row)
    if (change !== null && change.key === key.id && change.before !== key.id) through = row.seq - 1
  }
  if (practiceId === null) return (seq) => seq <= through
  const transfers = new Transfers()
  for (const row of fittingRows(connection, installationTrail)) transfers.see(row)
  const imported = transfers.imported.get(practiceId) ?? 0
  const own = transfers.cameBack.get(practiceId)?.own ?? []
  return (seq) => seq <= through || (seq <= imported && !isIn(own, seq))
}

/** The rows of a trail that fit the present key, the oldest first. */
export function* fittingRows(connection: Connection, trail: number): Iterable<UnverifiedRow> {
  let before = startOf(connection, trail)
  for (let page: UnverifiedRow[]; ; ) {
    page = rowsAfter.all(connection, trail, before.seq, rowsAtOnce)
    if (page.length === 0) return
    for (const row of page) {
      const isNext = row.seq === before.seq + 1
      if (isNext && connection.trail.key.hasMade(row, before.mac)) yield row
      before = row
    }
  }
}

const removeIndex = unscoped<[trail: number, patient: Uint8Array | string, seq: number]>(`
  delete from audit_patients
  where practice_key = ?1 and segment = ${segmentIn('?3')} and patient_id = ?2 and seq = ?3`)
const removeValues = unscoped<[trail: number, through: number]>(
  'delete from audit_values where practice_key = ?1 and seq <= ?2',
)
const removeRows = unscoped<[trail: number, through: number]>(
  'delete from audit where practice_key = ?1 and seq <= ?2',
)
