import { existsSync } from 'node:fs'
import { servedElsewhere } from '../../db/elsewhere.ts'
import { pictureOf } from '../cells/picture-of.ts'
import { knownCells } from '../cells/registry.ts'
import { type CheckContext, type Finding, ok, red, warn } from './finding.ts'

const read = 'Read "When a cell serves none of a practice" in src/cells/README.md'

/**
 * Whether a server that is a cell can read the directory of the cells, and which of its practices it does not serve.
 */
export async function cell({ config: { cells, databasePath } }: CheckContext): Promise<Finding[]> {
  const name = cells?.name
  if (name === undefined) return []
  try {
    const [picture, known] = await Promise.all([pictureOf(cells!.store), knownCells(cells!.store)])
    if (!known.some((one) => one.cell === name))
      return [warn('cell', `${name} is not one of the cells yet`, 'Type: chairside cells add')]
    const elsewhere = existsSync(databasePath) ? servedElsewhere(databasePath) : []
    const nobodys = elsewhere.filter((one) => one.cell === null).map(({ practiceId }) => practiceId)
    const moved = elsewhere.length - nobodys.length
    return [
      nobodys.length > 0
        ? warn(
            'cell',
            `${name} serves none of these practices, whose state here is not what the directory names: ${nobodys.join(', ')}`,
            read,
          )
        : ok('cell', `${name} reads the directory, which has ${picture.size} hosts`),
      ...(moved > 0
        ? [ok('cell', `other cells serve ${moved} of the practices that are in the database here`)]
        : []),
    ]
  } catch (error) {
    return [
      red(
        'cell',
        `the directory of the cells: ${(error as Error).message}`,
        'Check CELLS_URL and the keys of the object store',
      ),
    ]
  }
}
