/** The tags, chairs and members of the practice, which the pages of patients name. Read once, and anew when they change. */
import { signal } from '@preact/signals'
import { ask } from '../api/api.ts'
import type { Chair, Member, Tag } from '../api/names.ts'
import { whenChanged } from '../live/changes.ts'
import { me } from '../shell/me.ts'
import { sayTrouble } from '../shell/toasts.tsx'

export const tags = signal<readonly Tag[]>([])
const chairs = signal<readonly Chair[]>([])
const members = signal<readonly Member[]>([])

const reads: Readonly<Record<string, () => Promise<void>>> = {
  async tag() {
    tags.value = (await ask((api) => api.GET('/api/v1/tags'))).tags
  },
  async chair() {
    chairs.value = (await ask((api) => api.GET('/api/v1/chairs'))).chairs
  },
  async member() {
    members.value = (await ask((api) => api.GET('/api/v1/members'))).members
  },
}

let started = false

/** Reads them when the first page needs them. */
export function needLookups(): void {
  if (started) return
  started = true
  const read = (kinds: readonly string[]) =>
    Promise.all(kinds.map((kind) => reads[kind]!())).catch(sayTrouble)
  const all = Object.keys(reads)
  void read(all)
  whenChanged((changes) => {
    const changed = changes.length === 0 ? all : all.filter((of) => changes.some(({ kind }) => kind === of))
    void read(changed)
  })
}

/** The name of a chair; empty for none. */
export const chairName = (id: string | null): string =>
  chairs.value.find((chair) => chair.id === id)?.name ?? ''

/** The name of a member; empty for somebody unknown. */
export const memberName = (id: string | null): string =>
  members.value.find((member) => member.id === id)?.name ?? ''

/** What the practice calls a status. */
export const statusLabel = (id: string): string =>
  me.value.pack.statuses.find((status) => status.id === id)?.label ?? id
