import { mostAppointmentTypes } from '../../domain/limits.ts'
import { deleted, deletion } from '../../http/answers.ts'
import { tagged } from '../../http/route.ts'
import { pathId } from '../../http/shape.ts'
import type { Deps } from '../shared/deps.ts'
import {
  archiveAppointmentType,
  browseAppointmentTypes,
  createAppointmentType,
  editAppointmentType,
  readAppointmentType,
} from './actions.ts'
import { appointmentType, appointmentTypeList, createTypeBody, typeQuery, updateTypeBody } from './schema.ts'
import { viewAppointmentType } from './view.ts'

const ids = { appointmentTypeId: pathId('appointmentType', 'The appointment type.') }

/** Appointment types (RULES §30): every member reads them, owners write them. */
export const appointmentTypeRoutes = tagged('Appointment types', ({ route, now }: Deps) => ({
  list: route(
    {
      id: 'listAppointmentTypes',
      summary: 'List appointment types',
      description:
        'Lists the appointment types by position, active or not. The query decides whether the answer lists the archived types or the others.',
      query: typeQuery,
      answer: appointmentTypeList,
      streams: true,
    },
    ({ practice, query }) => ({
      appointmentTypes: browseAppointmentTypes(practice, query.archived === 'true').map(viewAppointmentType),
    }),
  ),

  create: route(
    {
      id: 'createAppointmentType',
      summary: 'Create an appointment type',
      description: `Owners only. Without \`position\`, the type is the last in the list. 409 when another type of the practice has this name; case does not count. Also 409 when there are ${mostAppointmentTypes} types.`,
      who: 'owner',
      body: createTypeBody,
      answer: appointmentType,
      status: 201,
      problems: ['conflict'],
    },
    ({ practice, body }) => createAppointmentType(practice, body, now()),
    viewAppointmentType,
  ),

  read: route(
    {
      id: 'getAppointmentType',
      summary: 'Read an appointment type',
      description: 'Reads one appointment type, also when it is archived: entries may still have it.',
      ids,
      answer: appointmentType,
    },
    ({ practice, ids }) => viewAppointmentType(readAppointmentType(practice, ids.appointmentTypeId)),
  ),

  update: route(
    {
      id: 'updateAppointmentType',
      summary: 'Update an appointment type',
      description:
        'Owners only. Fields that are left out stay as they are. Entries that are booked already keep their length and colour. 409 when another type of the practice has this name; case does not count.',
      who: 'owner',
      ids,
      body: updateTypeBody,
      answer: appointmentType,
      conditional: true,
      problems: ['conflict'],
    },
    ({ practice, ids, body }) => editAppointmentType(practice, ids.appointmentTypeId, body, now()),
    viewAppointmentType,
  ),

  remove: route(
    {
      id: 'deleteAppointmentType',
      summary: 'Archive an appointment type',
      description:
        'Owners only. The type is archived: the list no longer has it, and new entries cannot have it. Existing entries keep it. `archived: false` in an update brings it back.',
      who: 'owner',
      ids,
      answer: deletion,
      conditional: true,
      problems: ['conflict'],
    },
    ({ practice, ids }) => archiveAppointmentType(practice, ids.appointmentTypeId, now()),
    () => deleted,
  ),
}))
