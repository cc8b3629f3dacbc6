/** Where a practice is. A cell is one chairside server with its own database. */
export interface Placement {
  /**
   * The first host that the practice ever had. This host never changes, and its hash names the shard (an object of the
   * directory) that holds the placement. So one write of one object moves the practice with all its hosts.
   */
  readonly host: string
  readonly practiceId: string
  /**
   * The cell that serves the practice. While `state` is `moving`, `cell` is still the cell that the practice leaves.
   */
  readonly cell: string
  readonly state: 'active' | 'moving' | 'gone'
  /** How many cells the practice has been in. The row of the practice in the cell's database has the same number. */
  readonly generation: number
  /** The cell that the practice moves to. Present only while `state` is `moving`. */
  readonly to?: string
  /**
   * The id of this move. A later move has another id, so a late write of an earlier move fails. Present only with
   * `to`.
   */
  readonly move?: string
}

/** A further host of a practice. The placement itself is stored under the first host. */
export interface FurtherHost {
  readonly host: string
  readonly practiceId: string
  /** The first host of the practice. */
  readonly home: string
}

export type HostRecord = Placement | FurtherHost

export const isPlacement = (record: HostRecord): record is Placement => 'cell' in record

/** The shards of the directory have the names `00` to `ff`: the first byte of SHA-256 of the host. */
export const shardOf = (host: string): string =>
  new Bun.CryptoHasher('sha256').update(host).digest('hex').slice(0, 2)

/**
 * Whether a text can be the name of a cell. The name is used in addresses, in metrics and in the configuration of the
 * router.
 */
export const isCellName = (text: string): boolean => /^[a-z](?:[a-z\d-]{0,30}[a-z\d])?$/.test(text)

/**
 * Checks a change from one record to the next. Returns the reason when the change is not allowed. Null means that
 * there is no record.
 */
export function whyNoChange(from: HostRecord | null, to: HostRecord): string | undefined {
  if (from === null) return undefined
  if (from.host !== to.host) return 'a record keeps its host'
  if (!isPlacement(from) || !isPlacement(to))
    return isPlacement(from) === isPlacement(to) ? undefined : 'a first host stays one'
  if (from.practiceId !== to.practiceId)
    return from.state === 'gone' ? undefined : 'the host belongs to another practice'
  if (to.generation < from.generation) return 'the generation of a practice never gets smaller'
  return to.cell !== from.cell && from.state !== 'gone' && to.generation === from.generation
    ? 'a practice that changes its cell needs a higher generation'
    : undefined
}
