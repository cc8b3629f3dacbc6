/** Finds out who changed a record last, from the changes that this desk received since it was opened. */
import { signal } from '@preact/signals'
import { whenChanged } from './changes.ts'
import { memberName, membersRead, needNames } from './known-names.ts'

/** The members who changed records last, by the ids of the records. */
const lastBy = signal<ReadonlyMap<string, string>>(new Map())
/** The most records that are remembered. They are the records that changed last. */
const most = 500

whenChanged((changes) => {
  const next = changes.length === 0 ? new Map<string, string>() : new Map(lastBy.peek())
  for (const { id, memberId } of changes) {
    next.delete(id)
    if (memberId) next.set(id, memberId)
  }
  lastBy.value = new Map([...next].slice(-most))
})

/**
 * The name of the member who changed a record last. Undefined when it is not known, and for a record that is not saved
 * yet.
 */
export function changedBy(id: string | undefined): string | undefined {
  const memberId = id === undefined ? undefined : lastBy.value.get(id)
  if (memberId === undefined) return undefined
  needNames()
  return memberName(memberId)
}

/** Waits for the names of members, and resolves with the name of the member who changed a record last. */
export async function findChangedBy(id: string | undefined): Promise<string | undefined> {
  if (id === undefined || !lastBy.peek().has(id)) return undefined
  await membersRead()
  return changedBy(id)
}
