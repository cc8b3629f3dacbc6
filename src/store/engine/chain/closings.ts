import type { Connection, WriteConnection } from '../connection.ts'
import { unscoped } from '../unscoped.ts'
import { type Head, noMac, type TrailKey } from './chain.ts'

/** A closing in the form of the file: the signed summary that replaces rows which were kept long enough. */
export interface Closing {
  readonly trail: number
  readonly throughSeq: number
  readonly closedAt: number
  /** How many rows the closing covers. They follow the rows of the closing before. */
  readonly rows: number
  readonly firstAt: number
  readonly lastAt: number
  /** The mac of the last row that the closing covers. */
  readonly lastMac: Uint8Array
  readonly mac: Uint8Array
}

const columns = `practice_key as trail, through_seq as throughSeq, closed_at as closedAt, rows, first_at as firstAt,
  last_at as lastAt, last_mac as lastMac, mac`

/** Makes the mac of a closing. */
export const macOfClosing = (key: TrailKey, c: Omit<Closing, 'mac'>): Uint8Array =>
  key.ofClosing([c.trail, c.throughSeq, c.closedAt, c.rows, c.firstAt, c.lastAt, c.lastMac])

/** The next closings of a trail after the row `seq`. */
export const closingsAfter = unscoped<[trail: number, seq: number, limit: number], Closing>(`
  select ${columns} from audit_closings where practice_key = ?1 and through_seq > ?2 order by through_seq limit ?3`)

/** The newest closing of a trail; null before the first one. */
export const newestClosing = unscoped<[trail: number], Closing>(
  `select ${columns} from audit_closings where practice_key = ?1 order by through_seq desc limit 1`,
)

/** The number and the mac to which the first row of a trail in the file is chained. */
export function startOf(connection: Connection, trail: number): Head {
  const closing = newestClosing.get(connection, trail)
  return closing === null ? { seq: 0, mac: noMac } : { seq: closing.throughSeq, mac: closing.lastMac }
}

export function insertClosing(
  connection: WriteConnection,
  closing: Omit<Closing, 'mac'>,
  mac: Uint8Array,
): void {
  const { trail, throughSeq, closedAt, rows, firstAt, lastAt, lastMac } = closing
  insert.run(connection, trail, throughSeq, closedAt, rows, firstAt, lastAt, lastMac, mac)
}

const insert = unscoped<(number | Uint8Array)[]>(`
  insert into audit_closings (practice_key, through_seq, closed_at, rows, first_at, last_at, last_mac, mac)
  values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)`)
