/** Adds rows to the audit trail of a practice, as acts on many days would. */
import { Database } from 'bun:sqlite'
import type { Actor } from '../../src/domain/act.ts'
import type { AuditEntry } from '../../src/domain/audit.ts'
import type { Clinic } from './clinic.ts'

export interface Done extends AuditEntry {
  readonly action: string
  /** The member who acted, from a browser. When left out, the service acted. */
  readonly userId?: string
  /** Epoch milliseconds; the clock of the clinic when left out. */
  readonly at?: number
}

/** Adds a row for each of these acts to the trail of the owner's practice, or of another one. */
export async function addToTrail(
  c: Clinic,
  acts: readonly Done[],
  practiceId = c.owner.practiceId,
): Promise<void> {
  const before = c.clock.now
  for (const { action, userId, at = before, ...entry } of acts) {
    c.clock.now = at
    const practice = c.store.practices.of(practiceId, actOf(action, userId))
    await practice.write((tx) => tx.record(entry))
  }
  c.clock.now = before
}

/** Adds many equal rows at once. */
export const addManyToTrail = (c: Clinic, { action, userId, ...entry }: Done, number: number) =>
  c.store.practices.of(c.owner.practiceId, actOf(action, userId)).write((tx) => {
    for (let i = 0; i < number; i++) tx.record(entry)
  })

const actOf = (action: string, userId: string | undefined) =>
  userId === undefined
    ? { action, actor: byService, requestId: null, address: null }
    : { action, actor: byMember(userId), requestId, address: '192.0.2.7' }

const byService: Actor = { kind: 'service', userId: null, role: null, credential: null }
const byMember = (userId: string): Actor => ({
  kind: 'member',
  userId,
  role: 'owner',
  credential: { kind: 'session', id: null },
})
const requestId = 'req_01970000-0000-4000-8000-00000000000f'

/** Erases all values that the trail keeps. The erasure of a patient does the same for that patient's values. */
export function eraseValues(c: Clinic): void {
  const database = new Database(c.path)
  database.run('DELETE FROM audit_values')
  database.close()
}

/** Adds a row to the trail of the installation, which belongs to no practice. */
export function addToInstallation(c: Clinic): void {
  const database = new Database(c.path)
  database.run(
    "INSERT INTO audit (practice_key, seq, at, actor, kind, action, times, mac) VALUES (0, 1, 0, 4, 3, 'refused', 1, x'00')",
  )
  database.close()
}
