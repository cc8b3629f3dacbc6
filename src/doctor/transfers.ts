import { existsSync } from 'node:fs'
import { howToEnd, unfinishedTransfers } from '../../db/unfinished.ts'
import { type CheckContext, type Finding, ok, red, warn } from './finding.ts'

/** Whether an import or a removal of a practice has begun and not ended. */
export function transfers({ config }: CheckContext): Finding[] {
  if (!existsSync(config.databasePath)) return []
  try {
    const unfinished = unfinishedTransfers(config.databasePath)
    if (unfinished.length === 0)
      return [ok('transfers', 'no import and no removal of a practice is unfinished')]
    return unfinished.map((one) =>
      warn('transfers', `the ${one.what} of the practice ${one.practiceId} has not ended`, howToEnd(one)),
    )
  } catch (error) {
    return [red('transfers', (error as Error).message, 'Start the service once: it upgrades the database')]
  }
}
