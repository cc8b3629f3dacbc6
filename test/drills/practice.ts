import { withStore } from '../../src/cli/store.ts'
import { loadConfig } from '../../src/config.ts'
import { createChair } from '../../src/features/chairs/actions.ts'
import { byTest } from '../support/by-test.ts'
import { makePractice } from '../support/practice.ts'
import { plantCalendar } from './planted.ts'

export interface DrillPractice {
  readonly practiceId: string
  readonly ownerId: string
  readonly token: string
  readonly chairIds: string[]
}

/** Makes a practice with three chairs in a new database, which has at least this number of megabytes. */
export async function drillPractice({
  DATABASE_PATH,
  megabytes = 0,
}: {
  DATABASE_PATH: string
  megabytes?: number
}): Promise<DrillPractice> {
  const made = await makePractice(DATABASE_PATH)
  const { practiceId, ownerId } = made
  await plantCalendar(DATABASE_PATH, { practiceId, userId: ownerId, megabytes })
  const chairIds = await withStore(loadConfig({ databasePath: DATABASE_PATH }, {}), async ({ practices }) => {
    const practice = practices.of(practiceId, byTest)
    const ids: string[] = []
    for (const name of ['A', 'B', 'C']) ids.push((await createChair(practice, { name }, Date.now())).id)
    return ids
  })
  return { ...made, chairIds }
}
