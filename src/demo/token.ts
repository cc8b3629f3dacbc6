import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { operatorAct } from '../domain/act.ts'
import { hashSecret } from '../domain/secrets.ts'
import { createToken, revokeOwnToken } from '../features/tokens/actions.ts'
import { listTokens } from '../store/access/api-tokens.ts'
import type { Holder } from '../store/access/identity.ts'
import type { Store } from '../store/store.ts'

const label = 'bun dev'
const days = 30

/**
 * The token of the demo's owner. `file` keeps it from one start to the next, because `bun dev` restarts with every
 * file that a developer saves, and their programs should go on. Only the file's owner can read it. When the file is
 * lost or its token has ended, the token before is revoked and a new one is made.
 */
export async function keptToken(store: Store, owner: Holder, file: string, now: number): Promise<string> {
  const kept = existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
  if (store.identity.holderOfToken(hashSecret(kept), now)?.userId === owner.userId) return kept

  const practice = store.practices.of(owner.practiceId, operatorAct('demo'))
  for (const { id, name } of listTokens(practice.read, owner.userId, now))
    if (name === label) await revokeOwnToken(practice, owner.userId, id, now)
  const { token } = await createToken(practice, owner.userId, label, days, now)
  rmSync(file, { force: true })
  writeFileSync(file, `${token}\n`, { mode: 0o600 })
  return token
}
