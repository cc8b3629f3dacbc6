import { openEnrolmentLink } from '../features/shared/access.ts'
import { createToken } from '../features/tokens/actions.ts'
import { listTokens, revokeToken } from '../store/api-tokens.ts'
import { listPasskeys } from '../store/passkeys.ts'
import type { Practice, Store } from '../store/store.ts'
import { members } from './content.ts'
import { fillDemo } from './fill.ts'

/** Fills an empty database with the demo practice; answers its ids and a token for its owner. */
export async function makeDemo(store: Store, now: number) {
  const { practiceId, ownerId } = await fillDemo(store.practices, now)
  return { practiceId, ownerId, token: await demoToken(store.practices.of(practiceId), ownerId, now) }
}

/** The ways into the demo practice, for its owner. */
export interface Demo {
  readonly token: string
  /** The secret of an enrolment link, until there is a passkey to sign in with. */
  readonly link: string | undefined
}

/**
 * Opens the demo practice, which an empty database is filled with first; undefined where the database holds
 * somebody's own practice, which is left alone.
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
