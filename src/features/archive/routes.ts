import { tagged } from '../../http/route.ts'
import { ownPathId } from '../../http/shape.ts'
import { patientsIn } from '../../http/sights.ts'
import type { Deps } from '../shared/deps.ts'
import { browseArchive } from './actions.ts'
import { restoreDeleted } from './restore.ts'
import { archiveList, archiveQuery, restored } from './schema.ts'
import { viewItem } from './view.ts'

/** Deleted records, which can be brought back (RULES §15). */
export const archiveRoutes = tagged('Archive', ({ route, now }: Deps) => ({
  list: route(
    {
      id: 'listArchive',
      summary: 'List what was deleted',
      description:
        'Owners only. The newest items are first. An item stays in the archive until `keepUntil`. The settings of the practice decide this time.',
      who: 'owner',
      query: archiveQuery,
      answer: archiveList,
    },
    ({ practice, query, saw }) => {
      const { items, next } = browseArchive(practice, query)
      saw({ patients: patientsIn(items.map(({ item }) => item)), detail: { found: items.length } })
      return { items: items.map(viewItem), next }
    },
  ),

  restore: route(
    {
      id: 'restoreDeleted',
      summary: 'Bring back what was deleted',
      description:
        'Owners only. The record comes back with its id and its times, and reminders are planned again. A patient comes back with their notes, their tags, and those entries that still have no patient. A merged patient comes back with the records that moved to the kept patient and still belong to them. The answer is 409 when the time of an entry is taken. It is also 409 when the record belongs to a deleted record, such as a note to a deleted patient. `differences` lists what is not as it was.',
      who: 'owner',
      ids: { archiveId: ownPathId('An item of the archive.') },
      answer: restored,
      problems: ['conflict'],
    },
    ({ practice, ids }) => restoreDeleted(practice, ids.archiveId, now()),
    (restored) => restored,
  ),
}))
