import { newId } from '../../domain/id.ts'
import type { Pack } from '../../domain/pack.ts'
import { insertMember } from '../../store/members.ts'
import { insertPractice } from '../../store/practice.ts'
import type { Practices } from '../../store/store.ts'

export interface NewPractice {
  readonly name: string
  readonly timezone: string
  readonly pack: Pack
  readonly ownerName: string
  readonly ownerEmail: string
}

/** Brings a practice and its first owner into being, with every setting left to its default. */
export async function createPractice(practices: Practices, wanted: NewPractice, now: number) {
  const practiceId = newId(now)
  const ownerId = newId(now)
  const times = { createdAt: now, updatedAt: now }
  await practices.of(practiceId).write((tx) => {
    const { name, timezone, pack, ownerName, ownerEmail } = wanted
    const unset = { workingHours: null, slotMinutes: null, reminderLeadMinutes: null }
    insertPractice(tx, { name, timezone, ...unset, ...times }, pack)
    insertMember(tx, {
      id: ownerId,
      name: ownerName,
      email: ownerEmail,
      role: 'owner',
      active: true,
      ...times,
    })
  })
  return { practiceId, ownerId }
}
