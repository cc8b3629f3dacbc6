import { existsSync } from 'node:fs'
import { movesIn, type UnfinishedMove } from '../../db/unfinished.ts'
import { isLeaving } from '../domain/move.ts'
import { type CheckContext, type Finding, ok, red, warn } from './finding.ts'

/** The moves of practices between this cell and other cells that have not ended. */
export function moves({ config: { cells, databasePath } }: CheckContext): Finding[] {
  if (cells?.name === undefined || !existsSync(databasePath)) return []
  try {
    const found = movesIn(databasePath).map(findingAbout)
    return found.length > 0 ? found : [ok('moves', 'no practice moves between this cell and another one')]
  } catch (error) {
    return [red('moves', (error as Error).message, 'Start the service once: it upgrades the database')]
  }
}

function findingAbout({ practiceId, stage, cell, at }: UnfinishedMove): Finding {
  const since = `since ${new Date(at).toISOString()}`
  const move = `chairside practice move --id ${practiceId}`
  if (isLeaving({ stage }))
    return warn(
      'moves',
      `the practice ${practiceId} moves to the cell ${cell}, at the stage "${stage}" ${since}`,
      `Unless the command runs now, type it again: ${move} --to ${cell}. To give the move up, type: ${move} --abort`,
    )
  return stage === 'arrives'
    ? warn(
        'moves',
        `the practice ${practiceId} comes from the cell ${cell} ${since}`,
        `Unless the command runs now in the cell ${cell}, type it again there`,
      )
    : warn(
        'moves',
        `the practice ${practiceId} has left for the cell ${cell} ${since}, which has not answered that it has all of the practice. Its copy stays here`,
        `Look whether the cell ${cell} runs. This cell asks it again every few seconds`,
      )
}
