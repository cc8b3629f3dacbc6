import { mostClosures } from '../../domain/limits.ts'
import { deleted, deletion } from '../../http/answers.ts'
import { pagesOf } from '../../http/pages.ts'
import { tagged } from '../../http/route.ts'
import { pathId } from '../../http/shape.ts'
import type { ClosureRow } from '../../store/practice/closures.ts'
import { dryRunQuery, isDry, type Touched, touched } from '../calendar/booked-within.ts'
import type { Deps } from '../shared/deps.ts'
import {
  browseClosures,
  createClosure,
  deleteClosure,
  editClosure,
  readClosure,
  tryClosure,
} from './actions.ts'
import {
  closure,
  closureList,
  closureQuery,
  createClosureBody,
  holidayList,
  holidayQuery,
  updateClosureBody,
} from './schema.ts'
import { suggestHolidays } from './suggestions.ts'
import { viewClosure } from './view.ts'

const ids = { closureId: pathId('closure', 'The closure.') }

/** Closures (RULES §20): every member reads them, owners write them. */
export const closureRoutes = tagged('Closures', ({ route, now }: Deps) => ({
  list: route(
    {
      id: 'listClosures',
      summary: 'List closures',
      description:
        'Lists the closures by their last day, past ones included. `from` and `to` are days in the practice’s time zone. They narrow the list to closures that have a day from `from` on and before `to`.',
      query: closureQuery,
      answer: closureList,
      streams: true,
    },
    ({ practice, query }) => ({
      closures: pagesOf(() => browseClosures(practice, query), viewClosure),
    }),
  ),

  create: route(
    {
      id: 'createClosure',
      summary: 'Create a closure',
      description: `Owners only. The service offers no slots inside a closure. Existing appointments stay, and a new booking gets a warning. The inbox lists the appointments in the closure. With \`dryRun=true\` the answer (200) has the number of these appointments, and the service writes nothing. 409 when there are ${mostClosures} closures.`,
      who: 'owner',
      query: dryRunQuery,
      body: createClosureBody,
      answer: closure,
      status: 201,
      dryRun: touched,
      problems: ['conflict'],
    },
    ({ practice, query, body }): Promise<ClosureRow | Touched> =>
      isDry(query) ? tryClosure(practice, body, now()) : createClosure(practice, body, now()),
    (result) => ('id' in result ? viewClosure(result) : result),
  ),

  read: route(
    {
      id: 'getClosure',
      summary: 'Read a closure',
      description: 'Reads one closure.',
      ids,
      answer: closure,
    },
    ({ practice, ids }) => viewClosure(readClosure(practice, ids.closureId)),
  ),

  update: route(
    {
      id: 'updateClosure',
      summary: 'Update a closure',
      description:
        'Owners only. Fields that are left out stay as they are. Null for both times closes whole days, and null for the chairs closes the whole practice.',
      who: 'owner',
      ids,
      body: updateClosureBody,
      answer: closure,
      conditional: true,
    },
    ({ practice, ids, body }) => editClosure(practice, ids.closureId, body, now()),
    viewClosure,
  ),

  remove: route(
    {
      id: 'deleteClosure',
      summary: 'Delete a closure',
      description: 'Owners only. An owner can bring a deleted closure back.',
      who: 'owner',
      ids,
      answer: deletion,
      conditional: true,
    },
    ({ practice, ids }) => deleteClosure(practice, ids.closureId, now()),
    () => deleted,
  ),

  holidays: route(
    {
      id: 'suggestHolidays',
      summary: 'Suggest public holidays',
      description:
        'Lists the public holidays of a year, and says on which of them the practice is closed already. The service changes nothing: create a closure for each day on which the practice is closed. An unknown country or region is 400, and the answer names the known ones. Holidays that depend on the moon are calculated, and may be wrong by one day. The holidays come from the project date-holidays (CC BY 3.0).',
      query: holidayQuery,
      answer: holidayList,
    },
    ({ practice, request, query }) => suggestHolidays(request, practice, query),
  ),
}))
