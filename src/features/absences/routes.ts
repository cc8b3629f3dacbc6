import { mostAbsences } from '../../domain/limits.ts'
import { deleted, deletion } from '../../http/answers.ts'
import { pagesOf } from '../../http/pages.ts'
import { tagged } from '../../http/route.ts'
import { pathId } from '../../http/shape.ts'
import type { AbsenceRow } from '../../store/practice/absences.ts'
import { dryRunQuery, isDry, type Touched, touched } from '../calendar/booked-within.ts'
import type { Deps } from '../shared/deps.ts'
import {
  browseAbsences,
  createAbsence,
  deleteAbsence,
  editAbsence,
  readAbsence,
  tryAbsence,
} from './actions.ts'
import { absence, absenceList, absenceQuery, createAbsenceBody, updateAbsenceBody } from './schema.ts'
import { viewAbsence } from './view.ts'

const ids = { absenceId: pathId('absence', 'The absence.') }

/**
 * Absences of members (RULES §20.1), open to every member: the person at the front desk learns first that somebody is
 * ill.
 */
export const absenceRoutes = tagged('Absences', ({ route, now }: Deps) => ({
  list: route(
    {
      id: 'listAbsences',
      summary: 'List absences',
      description:
        'Lists the absences, past ones included. `from` and `to` are days in the practice’s time zone. They narrow the list to absences that have a day from `from` on and before `to`.',
      query: absenceQuery,
      answer: absenceList,
      streams: true,
    },
    ({ practice, query }) => ({
      absences: pagesOf(() => browseAbsences(practice, query), viewAbsence),
    }),
  ),

  create: route(
    {
      id: 'createAbsence',
      summary: 'Create an absence',
      description: `The service offers no free times with a member who is away. Existing appointments with the member stay, and a new booking gets a warning. The inbox lists the appointments in that time. With \`dryRun=true\` the answer (200) has the number of these appointments, and the service writes nothing. 409 when there are ${mostAbsences} absences.`,
      query: dryRunQuery,
      body: createAbsenceBody,
      answer: absence,
      status: 201,
      dryRun: touched,
      problems: ['conflict'],
    },
    ({ practice, query, body }): Promise<AbsenceRow | Touched> =>
      isDry(query) ? tryAbsence(practice, body, now()) : createAbsence(practice, body, now()),
    (result) => ('id' in result ? viewAbsence(result) : result),
  ),

  read: route(
    {
      id: 'getAbsence',
      summary: 'Read an absence',
      description: 'Reads one absence.',
      ids,
      answer: absence,
    },
    ({ practice, ids }) => viewAbsence(readAbsence(practice, ids.absenceId)),
  ),

  update: route(
    {
      id: 'updateAbsence',
      summary: 'Update an absence',
      description:
        'Fields that are left out stay as they are. Null for both times means whole days. Null for the weekdays means every day.',
      ids,
      body: updateAbsenceBody,
      answer: absence,
      conditional: true,
    },
    ({ practice, ids, body }) => editAbsence(practice, ids.absenceId, body, now()),
    viewAbsence,
  ),

  remove: route(
    {
      id: 'deleteAbsence',
      summary: 'Delete an absence',
      description: 'Deletes an absence. An owner can bring the absence back.',
      ids,
      answer: deletion,
      conditional: true,
    },
    ({ practice, ids }) => deleteAbsence(practice, ids.absenceId, now()),
    () => deleted,
  ),
}))
