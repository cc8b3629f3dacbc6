import { success } from './answers.ts'
import type { Member } from './clinic.ts'

/** The items of this kind in the inbox, and whether the inbox has more items of this kind. */
export async function waitingAs({ call }: Pick<Member, 'call'>, kind: string) {
  const { items, more } = success(await call('GET', `/api/v1/inbox?kind=${kind}`))
  return { items, more: more[kind] as boolean }
}
