/** The lines of the trail, read page by page when somebody asks for them. */
import { signal } from '@preact/signals'
import { ask } from '../../../api/api.ts'
import type { AuditEvent } from '../../../words/trail/words.ts'
import type { Filter } from './filter.ts'
import type { Named } from './sentence.ts'

/** A filter by kind can leave a page empty although acts follow. So many pages are asked for until one shows something. */
const mostEmptyPages = 20

interface Lines {
  readonly filter: Filter
  readonly events: readonly AuditEvent[]
  /** Where the next page begins; null after the last one. */
  readonly next: string | null
}

/** Undefined until somebody asks, because every look is itself an act in the trail. */
export const lines = signal<Lines | undefined>(undefined)

/** The members, and what members, chairs and tags are called now. */
export const names = signal<{ readonly members: Named; readonly all: Named } | undefined>(undefined)

/** Reads who can be chosen, and what ids mean. @throws Failure. */
export async function readNames(): Promise<void> {
  const [{ members }, { chairs }, { tags }] = await Promise.all([
    ask((api) => api.GET('/api/v1/members')),
    ask((api) => api.GET('/api/v1/chairs')),
    ask((api) => api.GET('/api/v1/tags')),
  ])
  const map = (records: readonly { readonly id: string; readonly name: string }[]) =>
    new Map(records.map(({ id, name }) => [id, name]))
  names.value = { members: map(members), all: map([...members, ...chairs, ...tags]) }
}

/** Reads the newest lines. @throws Failure. */
export async function readLines(filter: Filter): Promise<void> {
  await readNames()
  lines.value = { filter, ...(await readPage(filter, undefined)) }
}

/** Reads the lines before those that are there. Answers how many came. @throws Failure. */
export async function readEarlier(): Promise<number> {
  const { filter, events, next } = lines.value!
  const page = await readPage(filter, next!)
  lines.value = { filter, events: [...events, ...page.events], next: page.next }
  return page.events.length
}

async function readPage(filter: Filter, cursor: string | undefined) {
  for (let i = 0, from = cursor; ; i++) {
    const query = { ...filter, ...(from !== undefined && { cursor: from }) }
    const page = await ask((api) => api.GET('/api/v1/audit', { params: { query } }))
    if (page.events.length > 0 || page.next === null || i === mostEmptyPages) return page
    from = page.next
  }
}
