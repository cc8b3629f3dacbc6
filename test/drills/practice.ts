import { chairside, startServer } from '../support/server.ts'
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
  const email = 'owner@example.org'
  const owner = ['--owner-name', 'Owner', '--owner-email', email]
  const made = await chairside(
    DATABASE_PATH,
    ...['practice', 'create', '--name', 'Drill', '--timezone', 'Europe/Berlin'],
    ...owner,
  )
  const { token } = await chairside(DATABASE_PATH, 'token', 'create', '--email', email, '--name', 'drill')
  await plantCalendar(DATABASE_PATH, { practiceId: made.practiceId!, userId: made.ownerId!, megabytes })
  await using server = await startServer({ DATABASE_PATH, LOG_LEVEL: 'info' })
  const chairIds: string[] = []
  for (const name of ['A', 'B', 'C']) {
    const { data } = await server.as(token)('POST', '/api/v1/chairs', { name })
    chairIds.push(data.id)
  }
  await server.stop()
  return { practiceId: made.practiceId!, ownerId: made.ownerId!, token: token!, chairIds }
}
