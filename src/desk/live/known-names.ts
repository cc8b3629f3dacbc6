/** The names of chairs and members, for everything that holds their ids. */
import { computed } from '@preact/signals'
import { ask } from '../api/api.ts'
import { keptList } from './kept-list.ts'

const chairList = keptList('chair', async () => (await ask((api) => api.GET('/api/v1/chairs'))).chairs)
const memberList = keptList('member', async () => (await ask((api) => api.GET('/api/v1/members'))).members)

/** All chairs in their order; empty until they are read. */
export const chairs = chairList.list
/** The members who work in the practice now. */
export const activeMembers = computed(() => memberList.list.value.filter(({ active }) => active))

/** Reads the names, unless they are there already. */
export function needNames(): void {
  chairList.need()
  memberList.need()
}

/** The name of a chair; empty for none. */
export const chairName = (id: string | null): string =>
  id === null ? '' : (chairs.value.find((chair) => chair.id === id)?.name ?? '…')

/** The name of a member; undefined for somebody unknown. */
export const memberName = (id: string | null): string | undefined =>
  memberList.list.value.find((member) => member.id === id)?.name
