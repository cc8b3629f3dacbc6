/** The lines of the trail, read page by page when somebody asks for them. */
import { api } from '../../../api/api.ts'
import { paged } from '../../../live/growing.ts'
import { resource } from '../../../live/resource.ts'
import type { AuditEvent } from '../../../words/trail/words.ts'
import type { Filter } from './filter.ts'
import type { Named } from './sentence.ts'

/**
 * A filter by kind can leave a page empty although acts follow. The most pages that are asked for until one shows
 * something.
 */
const mostEmptyPages = 20

/** What the lines were asked for. */
let filter: Filter = {}

/** The members, and what members, chairs and tags are called now. */
export const names = resource({
  read: async () => {
    const [{ members }, { chairs }, { tags }] = await Promise.all([
      api.GET('/api/v1/members'),
      api.GET('/api/v1/chairs'),
      api.GET('/api/v1/tags'),
    ])
    const map = (records: readonly { readonly id: string; readonly name: string }[]): Named =>
      new Map(records.map(({ id, name }) => [id, name]))
    return { members: map(members), all: map([...members, ...chairs, ...tags]) }
  },
})

/** Undefined until somebody asks, because each read is itself an act in the trail. So changes do not read it again. */
export const lines = paged<AuditEvent>(async (cursor) => {
  if (cursor === null) await names.again()
  if (names.trouble !== undefined) throw names.trouble
  for (let i = 0, from = cursor; ; i++) {
    const query = { ...filter, ...(from !== null && { cursor: from }) }
    const { events: list, next } = await api.GET('/api/v1/audit', { params: { query } })
    if (list.length > 0 || next === null || i === mostEmptyPages) return { list, next }
    from = next
  }
})

/** Reads the newest lines. Failures go to `lines.trouble`. */
export function readLines(of: Filter): Promise<void> {
  filter = of
  return lines.again()
}
