/** The names that the pages of patients need: tags, statuses, chairs and members. */
import { me } from '../../base/me.ts'
import { needNames } from '../../live/known-names.ts'
import { needTags } from '../../live/tags.ts'

/** Reads these names, unless they were read before. */
export function needLookups(): void {
  needTags()
  needNames()
}

/** The statuses of the practice, as choices for a select. */
export const statusChoices = () => me.value.pack.statuses.map(({ id, label }) => [id, label] as const)

/** The practice's name for a status. */
export const statusLabel = (id: string): string =>
  me.value.pack.statuses.find((status) => status.id === id)?.label ?? id
