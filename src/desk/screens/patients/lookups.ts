/** What the pages of patients name: tags, statuses, chairs and members. */
import { me } from '../../base/me.ts'
import { needNames } from '../../live/known-names.ts'
import { needTags } from '../../live/tags.ts'

/** Reads what the pages of patients name, unless it is there already. */
export function needLookups(): void {
  needTags()
  needNames()
}

/** The statuses of the practice, to choose one from. */
export const statusChoices = () => me.value.pack.statuses.map(({ id, label }) => [id, label] as const)

/** What the practice calls a status. */
export const statusLabel = (id: string): string =>
  me.value.pack.statuses.find((status) => status.id === id)?.label ?? id
