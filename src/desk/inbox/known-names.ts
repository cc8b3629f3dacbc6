/** The names of chairs and members, for lists that hold their ids. */
import { signal } from '@preact/signals'
import { ask } from '../api/api.ts'
import type { Chair, Member } from '../api/names.ts'

/** All chairs in their order; empty until they are read. */
export const chairs = signal<readonly Chair[]>([])
const members = signal<readonly Member[]>([])

/** Reads the names anew. Without them a list is poorer, but it is true; so a failure is passed over. */
export async function readNames(): Promise<void> {
  try {
    const [ofChairs, ofMembers] = await Promise.all([
      ask((api) => api.GET('/api/v1/chairs', {})),
      ask((api) => api.GET('/api/v1/members', {})),
    ])
    chairs.value = ofChairs.chairs
    members.value = ofMembers.members
  } catch {
    // The lists themselves say when the server cannot be reached.
  }
}

export const chairName = (id: string): string => chairs.value.find((chair) => chair.id === id)?.name ?? '…'

export const memberName = (id: string): string | undefined =>
  members.value.find((member) => member.id === id)?.name
