import { writeFileSync } from 'node:fs'
import { practiceCreate } from '../../src/cli/practice.ts'
import { tokenCreate } from '../../src/cli/token.ts'
import { loadConfig } from '../../src/config.ts'

/**
 * Makes a practice and a token of its owner, by the commands but in this process. A process for each command takes longer
 * than many a test.
 */
export async function makePractice(
  databasePath: string,
  { name = 'Praxis', email = 'owner@example.org' } = {},
): Promise<{ practiceId: string; ownerId: string; token: string }> {
  // Closed to other users, as a command leaves it. SQLite makes the files beside it in the same way.
  writeFileSync(databasePath, '', { mode: 0o600, flag: 'a' })
  const machine = { config: loadConfig({ databasePath }, {}), now: Date.now, say: () => {}, ask: undefined }
  const owner = { 'owner-name': 'Owner', 'owner-email': email }
  const made = await practiceCreate.run({ name, timezone: 'Europe/Berlin', ...owner }, machine)
  const { practiceId, ownerId, token } = {
    ...made,
    ...(await tokenCreate.run({ email, name: 'test' }, machine)),
  } as Record<string, string>
  return { practiceId: practiceId!, ownerId: ownerId!, token: token! }
}
