/** The lines of the trail, read page by page when somebody asks for them. */
import { ask } from '../../../api/api.ts'
import { resource } from '../../../live/resource.ts'
import type { AuditEvent } from '../../../words/trail/words.ts'
import type { Filter } from './filter.ts'
import type { Named } from './sentence.ts'

/**
 * A filter by kind can leave a page empty although acts follow. The most pages that are asked for until one shows
 * something.
 */
const mostEmptyPages = 20

interface Lines {
  readonly events: readonly AuditEvent[]
  /** Where the next page begins; null after the last one. */
  readonly next: string | null
}

/** What the lines were asked for. */
let filter: Filter = {}

/** The members, and what members, chairs and tags are called now. */
export const names = resource({
  read: async () => {
    const [{ members }, { chairs }, { tags }] = await Promise.all([
      ask((api) => api.GET('/api/v1/members')),
      ask((api) => api.GET('/api/v1/chairs')),
      ask((api) => api.GET('/api/v1/tags')),
    ])
    const map = (records: readonly { readonly id: string; readonly name: string }[]): Named =>
      new Map(records.map(({ id, name }) => [id, name]))
    return { members: map(members), all: map([...members, ...chairs, ...tags]) }
  },
})

/** Undefined until somebody asks, because every look is itself an act in the trail. So changes do not read it again. */
export const lines = resource<Lines>({
  read: async () => {
    await names.again()
    if (names.trouble !== undefined) throw names.trouble
    return await readPage(undefined)
  },
})

/** Reads the newest lines. Failures go to `lines.trouble`. */
export function readLines(of: Filter): Promise<void> {
  filter = of
  return lines.again()
}

/** Reads the lines before those that are there. Failures go to `lines.trouble`. */
export const readEarlier = (): Promise<void> =>
  lines.grow(async ({ events, next }) => {
    const page = await readPage(next!)
    return { events: [...events, ...page.events], next: page.next }
  })

async function readPage(cursor: string | undefined): Promise<Lines> {
  for (let i = 0, from = cursor; ; i++) {
    const query = { ...filter, ...(from !== undefined && { cursor: from }) }
    const page = await ask((api) => api.GET('/api/v1/audit', { params: { query } }))
    if (page.events.length > 0 || page.next === null || i === mostEmptyPages) return page
    from = page.next
  }
}
