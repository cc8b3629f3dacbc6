/** The lines of the audit trail, read page by page when somebody asks for them. */
import { api } from '../../../api/api.ts'
import { paged } from '../../../live/growing.ts'
import { resource } from '../../../live/resource.ts'
import type { AuditEvent } from '../../../words/trail/words.ts'
import type { Filter } from './filter.ts'
import type { Named } from './sentence.ts'

/**
 * The most pages that are read until one has a line. A filter by kind can make a page empty even if later pages have
 * lines.
 */
const mostEmptyPages = 20

/** The filter of the last request. */
let filter: Filter = {}

/** The names of the members, and the current names of members, chairs and tags together. */
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

/** The lines. Each read adds an event to the audit trail. So lines are read only when somebody asks. */
export const lines = paged<AuditEvent>(async (cursor) => {
  if (cursor === null) await names.again()
  if (names.trouble !== undefined) throw names.trouble
  for (let page = 1, from = cursor; ; page++) {
    const query = { ...filter, ...(from !== null && { cursor: from }) }
    const { events: list, next } = await api.GET('/api/v1/audit', { params: { query } })
    if (list.length > 0 || next === null || page === mostEmptyPages) return { list, next }
    from = next
  }
})

/** Reads the newest lines. Failures go to `lines.trouble`. */
export function readLines(of: Filter): Promise<void> {
  filter = of
  return lines.again()
}
