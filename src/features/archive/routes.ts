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
        'Owners only. The newest first. An item stays until `keepUntil`, which follows from the settings of the practice.',
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
        'Owners only. The record comes back with its id and its times, and reminders are planned again. A patient comes back with their notes, their tags, and the entries that still stand without a patient. A merged patient comes back with what moved and still belongs to the kept patient. The answer is 409 when the place of an entry is taken, or when what the record belongs to is gone. `differences` says what is not as it was.',
      who: 'owner',
      ids: { archiveId: ownPathId('An item of the list of what was deleted.') },
      answer: restored,
      problems: ['conflict'],
    },
    ({ practice, ids }) => restoreDeleted(practice, ids.archiveId, now()),
    (restored) => restored,
  ),
}))
