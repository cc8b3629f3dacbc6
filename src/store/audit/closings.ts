import { unscoped } from '../unscoped.ts'
import type { TrailKey } from './chain.ts'

/** A closing as it lies in the file: the signed summary of rows that were kept long enough. */
export interface Closing {
  readonly trail: number
  readonly throughSeq: number
  readonly closedAt: number
  /** How many rows it covers, after those of the closing before it. */
  readonly rows: number
  readonly firstAt: number
  readonly lastAt: number
  /** The mac of the last row that it covers. */
  readonly lastMac: Uint8Array
  readonly mac: Uint8Array
}

/** The mac that fits a closing. */
export const macOfClosing = (key: TrailKey, c: Omit<Closing, 'mac'>): Uint8Array =>
  key.ofClosing([c.trail, c.throughSeq, c.closedAt, c.rows, c.firstAt, c.lastAt, c.lastMac])

/** The next closings of a trail after the row `seq`. */
export const closingsAfter = unscoped<[trail: number, seq: number, limit: number], Closing>(`
  select practice_key as trail, through_seq as throughSeq, closed_at as closedAt, rows, first_at as firstAt,
    last_at as lastAt, last_mac as lastMac, mac
  from audit_closings where practice_key = ?1 and through_seq > ?2 order by through_seq limit ?3`)

export const newestClosing = unscoped<[trail: number], { throughSeq: number }>(
  'select max(through_seq) as throughSeq from audit_closings where practice_key = ?1 having count(*) > 0',
)

export const insertClosing = unscoped<
  [
    trail: number,
    throughSeq: number,
    closedAt: number,
    rows: number,
    firstAt: number,
    lastAt: number,
    lastMac: Uint8Array,
    mac: Uint8Array,
  ]
>(`
  insert into audit_closings (practice_key, through_seq, closed_at, rows, first_at, last_at, last_mac, mac)
  values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)`)
