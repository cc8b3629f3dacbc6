import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { operatorAct } from '../domain/act.ts'
import { hashSecret } from '../domain/secrets.ts'
import { openEnrolmentLink } from '../features/shared/access.ts'
import { createToken, revokeOwnToken } from '../features/tokens/actions.ts'
import { listTokens } from '../store/access/api-tokens.ts'
import type { Holder } from '../store/access/identity.ts'
import { listPasskeys } from '../store/access/passkeys.ts'
import type { Store } from '../store/store.ts'
import { members } from './content.ts'
import { fillDemo } from './fill.ts'

/** Fills an empty database with the demo practice. Returns its ids and an API token of its owner. */
export async function makeDemo(store: Store, now: number) {
  const { practiceId, ownerId } = await fillDemo(store.practices, now)
  const { token } = await createToken(
    store.practices.of(practiceId, operatorAct('demo')),
    ownerId,
    'demo',
    days,
    now,
  )
  return { practiceId, ownerId, token }
}

/** An API token and a link for the owner of the demo practice. */
export interface Demo {
  readonly token: string
  /** The secret of an enrolment link. Undefined once the owner has a passkey. */
  readonly link: string | undefined
}

/**
 * Opens the demo practice. An empty database is first filled with the demo practice. `tokenFile` keeps the token for
 * the next start. Undefined when the database has a real practice, which is not changed.
 */
export async function openDemo(store: Store, tokenFile: string, now: number): Promise<Demo | undefined> {
  if (store.identity.isEmpty()) await fillDemo(store.practices, now)
  const [owner] = store.identity.membersByEmail(members.owner.email)
  if (owner === undefined) return undefined
  const token = await keptToken(store, owner, tokenFile, now)
  const practice = store.practices.of(owner.practiceId, operatorAct('demo'))
  if (listPasskeys(practice.read, owner.userId).length > 0) return { token, link: undefined }
  const { secret } = await practice.write((tx) => openEnrolmentLink(tx, owner.userId, now))
  return { token, link: secret }
}

const label = 'bun dev'
const days = 30

/**
 * The token of the demo's owner. `file` keeps it from one start to the next, because the developer's programs should
 * keep their token. `bun dev` restarts with every file that is saved. Only the owner of `file` can read it. When it
 * is lost or its token has ended, the earlier token is revoked and a new one is made.
 */
async function keptToken(store: Store, owner: Holder, file: string, now: number): Promise<string> {
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
