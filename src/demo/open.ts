import { operatorAct } from '../domain/act.ts'
import { openEnrolmentLink } from '../features/shared/access.ts'
import { createToken } from '../features/tokens/actions.ts'
import { listPasskeys } from '../store/access/passkeys.ts'
import type { Store } from '../store/store.ts'
import { members } from './content.ts'
import { fillDemo } from './fill.ts'
import { keptToken } from './token.ts'

/** Fills an empty database with the demo practice. Answers its ids and an API token of its owner. */
export async function makeDemo(store: Store, now: number) {
  const { practiceId, ownerId } = await fillDemo(store.practices, now)
  const { token } = await createToken(
    store.practices.of(practiceId, operatorAct('demo')),
    ownerId,
    'demo',
    30,
    now,
  )
  return { practiceId, ownerId, token }
}

/** The ways into the demo practice, for its owner. */
export interface Demo {
  readonly token: string
  /** The secret of an enrolment link. Undefined once the owner has a passkey. */
  readonly link: string | undefined
}

/**
 * Opens the demo practice. An empty database is filled with it first. `tokenFile` keeps the token for the next start.
 * Undefined where the database holds a real practice, which is left as it is.
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
