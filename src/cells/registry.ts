/** The facts about each cell: the settings that the operator gave it, and its own last report. */
import { listerOf } from '../backup/owner/listing.ts'
import { objectIn } from '../backup/owner/place.ts'
import { overwrite } from '../backup/owner/small-object.ts'
import type { Replica } from '../config.ts'
import type { CellSize } from '../domain/cell-size.ts'
import { isCellName } from './placement.ts'
import { Unusable } from './shard.ts'

/** The settings that the operator gave a cell. */
export interface KnownCell {
  readonly cell: string
  /**
   * The addresses at which the router reaches the cell, such as `10.0.0.5:3000`. The cell's own machine is first, then
   * the machines that may take over.
   */
  readonly addresses: readonly string[]
  /** The host of the cell's PUBLIC_URL. */
  readonly host: string
  /** Whether the operator wants no further practices in the cell. */
  readonly draining: boolean
}

/** The report that a cell writes about itself. */
export interface CellReport extends CellSize {
  readonly version: string
  /** When the cell wrote the report, in epoch milliseconds. */
  readonly at: number
  /** How far the cell's backup is behind, in milliseconds. Null when the lag is not known. */
  readonly lagMs: number | null
}

/** The folder of the operator's settings for the cells, below CELLS_URL. */
export const cellsFolder = 'cells'
const reportsFolder = 'reports'
/** The largest object that is accepted, in bytes. This program writes no larger object. */
const mostBytes = 4_096
const mostAddresses = 4

/**
 * Whether a text is the address of a cell: a host or an IP address with a port. The address is written into the
 * router's settings.
 */
const isCellAddress = (text: string): boolean =>
  /^(?:[a-z\d](?:[a-z\d.-]*[a-z\d])?|\[[\da-f:]+\]):\d{1,5}$/.test(text)

/** Whether a value can be the addresses of a cell. */
export const areCellAddresses = (value: unknown): value is string[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.length <= mostAddresses &&
  value.every((one) => typeof one === 'string' && isCellAddress(one))

/** Stores the operator's settings for a cell. @throws StoreAway. */
export const keepCell = (store: Replica, known: KnownCell): Promise<void> =>
  overwrite(objectIn(store, `${cellsFolder}/${known.cell}.json`)!, `${JSON.stringify(known)}\n`)

/** Stores the report of a cell. @throws StoreAway. */
export const keepReport = (store: Replica, cell: string, report: CellReport): Promise<void> =>
  overwrite(objectIn(store, `${reportsFolder}/${cell}.json`)!, `${JSON.stringify(report)}\n`)

/** All cells, in the order of their names. @throws StoreAway, Unusable. */
export async function knownCells(store: Replica): Promise<KnownCell[]> {
  const names = await namesIn(store, cellsFolder)
  return Promise.all(names.map((name) => readOne<KnownCell>(store, cellsFolder, name, isKnownCell)))
}

/** The last report of each cell, by the names of the cells. @throws StoreAway, Unusable. */
export async function reports(store: Replica): Promise<ReadonlyMap<string, CellReport>> {
  const names = await namesIn(store, reportsFolder)
  const read = await Promise.all(
    names.map((name) => readOne<CellReport>(store, reportsFolder, name, isReport)),
  )
  return new Map(names.map((name, at) => [name, read[at]!]))
}

async function namesIn(store: Replica, folder: string): Promise<string[]> {
  const names = []
  for (const [file, { size }] of await listerOf(store, folder)!()) {
    const name = file.replace(/\.json$/, '')
    if (!isCellName(name) || size > mostBytes)
      throw new Unusable(`${folder}/${file} is no object of ours: look at it`)
    names.push(name)
  }
  return names.sort()
}

async function readOne<T>(
  store: Replica,
  folder: string,
  name: string,
  isOne: (value: Record<string, unknown>, name: string) => boolean,
): Promise<T> {
  const found = await objectIn(store, `${folder}/${name}.json`)!.read()
  try {
    const value = JSON.parse(found?.text ?? '')
    if (isOne(value, name)) return value as T
  } catch {
    // The fault is reported below.
  }
  throw new Unusable(`${folder}/${name}.json is cut, or somebody else wrote it: look at it`)
}

const isKnownCell = (
  { cell, addresses, host, draining, ...rest }: Record<string, unknown>,
  name: string,
): boolean =>
  cell === name &&
  areCellAddresses(addresses) &&
  typeof host === 'string' &&
  /^[a-z\d.-]{1,253}$/.test(host) &&
  typeof draining === 'boolean' &&
  Object.keys(rest).length === 0

const isReport = ({
  version,
  at,
  practices,
  bytes,
  streams,
  lagMs,
  ...rest
}: Record<string, unknown>): boolean =>
  typeof version === 'string' &&
  version.length <= 40 &&
  [at, practices, bytes, streams].every((value) => typeof value === 'number') &&
  (lagMs === null || typeof lagMs === 'number') &&
  Object.keys(rest).length === 0
