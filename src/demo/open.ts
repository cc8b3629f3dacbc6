import { createToken } from '../features/tokens/actions.ts'
import type { Store } from '../store/store.ts'
import { members } from './content.ts'
import { fillDemo } from './fill.ts'

/** Fills an empty database with the demo practice; answers its ids and a token for its owner. */
export async function makeDemo(store: Store, now: number) {
  const ids = await fillDemo(store.practices, now)
  const { token } = await demoToken(store, ids.practiceId, ids.ownerId, now)
  return { ...ids, token }
}

/**
 * A token for the owner of the demo practice, which an empty database is filled with first; undefined where the
 * database holds somebody's own practice, which is left alone.
 */
export async function openDemo(store: Store, now: number): Promise<string | undefined> {
  if (store.identity.isEmpty()) return (await makeDemo(store, now)).token
  const owner = store.identity.memberByEmail(members.owner.email)
  return owner ? (await demoToken(store, owner.practiceId, owner.userId, now)).token : undefined
}

const demoToken = (store: Store, practiceId: string, ownerId: string, now: number) =>
  createToken(store.practices.of(practiceId), ownerId, 'demo', 30, now)
