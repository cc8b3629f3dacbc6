/** Takes a member's access away: in this process (`shutOutHere`), or in another process (`shutOutElsewhere`). */

import { openDatabase } from '../../db/open.ts'
import { revokeToken } from '../../src/store/access/api-tokens.ts'
import { updateMember } from '../../src/store/access/members.ts'
import { endSessionsOf } from '../../src/store/access/sessions.ts'
import type { WriteScope } from '../../src/store/engine/scope.ts'
import { createStore } from '../../src/store/store.ts'
import { byTest } from './by-test.ts'
import type { Clinic } from './clinic.ts'
import { run } from './server.ts'

export interface Access {
  readonly userId: string
  /** The id of the member's API token or session. */
  readonly id: string
}

const ways = {
  'a revoked token': (tx: WriteScope, { id }: Access) => void revokeToken(tx, id, 1),
  'an ended session': (tx: WriteScope, { userId }: Access) => void endSessionsOf(tx, userId),
  'a deactivated member': (tx: WriteScope, { userId }: Access) => updateMember(tx, userId, { active: false }),
}
export type Way = keyof typeof ways

/** Takes a member's access away in this process. */
export const shutOutHere = ({ practice }: Clinic, way: Way, access: Access): Promise<void> =>
  practice.write((tx) => ways[way](tx, access))

/** Takes a member's access away in another process. Resolves after that process has ended. */
export async function shutOutElsewhere(c: Clinic, way: Way, access: Access): Promise<void> {
  const told = [c.path, c.owner.practiceId, way, JSON.stringify(access)]
  const { code, stderr } = await run(['test/support/shut-out.ts', ...told])
  if (code !== 0) throw new Error(`the other process failed: ${stderr}`)
}

if (import.meta.main) {
  const [path, practiceId, way, access] = process.argv.slice(2) as [string, string, Way, string]
  const store = createStore(openDatabase(path))
  await store.practices.of(practiceId, byTest).write((tx) => ways[way](tx, JSON.parse(access)))
  await store.close()
}
