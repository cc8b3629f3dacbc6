/**
 * The address at which each cell listens for the others, and its public key. Cells write them into files below
 * CELLS_URL.
 */
import { objectIn } from '../backup/owner/place.ts'
import { overwrite } from '../backup/owner/small-object.ts'
import type { Replica } from '../config.ts'
import { MoveError } from './move-error.ts'

export interface CellLink {
  /** Where the cell listens, such as `10.0.0.5:3100`. */
  readonly address: string
  /** The public key of the cell. */
  readonly key: string
  /** The version of chairside that the cell runs. */
  readonly version: string
}

const linkIn = (store: Replica, cell: string) => objectIn(store, `links/${cell}.json`)!

/** Writes the link of this cell for the other cells. @throws StoreAway. */
export const keepLink = (store: Replica, cell: string, { address, key, version }: CellLink): Promise<void> =>
  overwrite(linkIn(store, cell), `${JSON.stringify({ address, key, version })}\n`)

/** Reads the link of a cell. @throws MoveError when the cell has written no link; StoreAway. */
export async function linkOf(store: Replica, cell: string): Promise<CellLink> {
  const found = await linkIn(store, cell).read()
  if (found === null)
    throw new MoveError(`the cell ${cell} does not say where it listens: set CELL_LISTEN there, and start it`)
  const link = parsed(found.text)
  if (![link.address, link.key, link.version].every((one) => typeof one === 'string' && one.length < 500))
    throw new MoveError(`what the cell ${cell} says about itself cannot be read: start it again`)
  return link as unknown as CellLink
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(text) ?? {}
  } catch {
    return {}
  }
}
