import { openEnrolmentLink } from '../features/shared/access.ts'
import { createToken } from '../features/tokens/actions.ts'
import { listTokens, revokeToken } from '../store/api-tokens.ts'
import { listPasskeys } from '../store/passkeys.ts'
import type { Practice, Store } from '../store/store.ts'
import { members } from './content.ts'
import { fillDemo } from './fill.ts'

/** Fills an empty database with the demo practice. Answers its ids and an API token of its owner. */
export async function makeDemo(store: Store, now: number) {
  const { practiceId, ownerId } = await fillDemo(store.practices, now)
  return { practiceId, ownerId, token: await demoToken(store.practices.of(practiceId), ownerId, now) }
}

/** The ways into the demo practice, for its owner. */
export interface Demo {
  readonly token: string
  /** The secret of an enrolment link. Undefined once the owner has a passkey. */
  readonly link: string | undefined
}

/**
 * Opens the demo practice. An empty database is filled with it first.
 * Undefined where the database holds a real practice, which is left as it is.
 */
export async function openDemo(store: Store, now: number): Promise<Demo | undefined> {
  if (store.identity.isEmpty()) await fillDemo(store.practices, now)
  const [owner] = store.identity.membersByEmail(members.owner.email)
  if (owner === undefined) return undefined
  const practice = store.practices.of(owner.practiceId)
  const token = await demoToken(practice, owner.userId, now)
  if (listPasskeys(practice.read, owner.userId).length > 0) return { token, link: undefined }
  const { secret } = await practice.write((tx) => openEnrolmentLink(tx, owner.userId, now))
  return { token, link: secret }
}

const tokenName = 'demo'
/** How many tokens of earlier starts go on working. Programs that are being tried out may still use them. */
const keptTokens = 9

/** Makes a token for the owner. The oldest of earlier starts are revoked, so that they do not pile up. */
async function demoToken(practice: Practice, ownerId: string, now: number): Promise<string> {
  await practice.write((tx) => {
    const earlier = listTokens(tx, ownerId, now).filter(({ name }) => name === tokenName)
    for (const { id } of earlier.slice(0, -keptTokens)) revokeToken(tx, id, now)
  })
  return (await createToken(practice, ownerId, tokenName, 30, now)).token
}
