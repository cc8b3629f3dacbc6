import { writeFileSync } from 'node:fs'
import { practiceCreate } from '../../src/cli/practice.ts'
import { tokenCreate } from '../../src/cli/token.ts'
import { loadConfig } from '../../src/config.ts'

/**
 * Makes a practice and a token of its owner. The code of the commands runs in this process, because a new process for
 * each command would take longer than many tests.
 */
export async function makePractice(
  databasePath: string,
  { name = 'Praxis', email = 'owner@example.org' } = {},
): Promise<{ practiceId: string; ownerId: string; token: string }> {
  // Other users cannot read the file, as after a command. SQLite gives its files beside the database the same mode.
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
