/** The names of chairs and members, for code that has only their ids. After a failure, the known names stay. */
import { computed } from '@preact/signals'
import { api } from '../api/api.ts'
import { me } from '../base/me.ts'
import { words } from '../words/words.ts'
import { resource } from './resource.ts'

const chairList = resource({
  read: async () => (await api.GET('/api/v1/chairs')).chairs,
  kinds: ['chair'],
})
const memberList = resource({
  read: async () => (await api.GET('/api/v1/members')).members,
  kinds: ['member'],
})

/** All chairs in their order; empty until they are read. */
export const chairs = computed(() => chairList.value ?? [])
/** The members who work in the practice now. */
export const activeMembers = computed(() => memberList.value?.filter(({ active }) => active) ?? [])

/** Reads the names, unless they are there already. */
export function needNames(): void {
  chairList.need()
  memberList.need()
}

/** Waits until the members are read, or cannot be read. */
export const membersRead = async (): Promise<void> => {
  if (memberList.peek() === undefined) await memberList.again()
}

/** The name of a chair; empty when there is no chair. */
export const chairName = (id: string | null): string =>
  id === null ? '' : (chairs.value.find((chair) => chair.id === id)?.name ?? '…')

/** The name of a member; undefined for an unknown member. */
export const memberName = (id: string | null): string | undefined =>
  memberList.value?.find((member) => member.id === id)?.name

/** The name of the member who did something. For the member at this desk, it is `you`. */
export const whoDid = (memberId: string): string =>
  memberId === me.value.user.id ? words.value.inbox.you : (memberName(memberId) ?? words.value.inbox.somebody)
