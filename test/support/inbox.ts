import { success } from './answers.ts'
import type { Member } from './clinic.ts'

/** What waits as this kind in the inbox, and whether there is more of it. */
export async function waitingAs({ call }: Pick<Member, 'call'>, kind: string) {
  const { items, more } = success(await call('GET', `/api/v1/inbox?kind=${kind}`))
  return { items, more: more[kind] as boolean }
}
