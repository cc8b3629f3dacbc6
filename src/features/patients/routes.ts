import { Elysia } from 'elysia'
import { lookupId } from '../../domain/id.ts'
import { answers, bodyProblems, deleted } from '../../http/answers.ts'
import { readJson } from '../../http/body.ts'
import { answer, callerOf } from '../../http/exchange.ts'
import { pathId, shape } from '../../http/shape.ts'
import type { Deps } from '../shared/deps.ts'
import {
  browsePatients,
  createPatient,
  deletePatient,
  editPatient,
  readPatient,
  togglePatientTag,
} from './actions.ts'
import {
  createPatientBody,
  patient,
  patientList,
  patientListQuery,
  toggledTags,
  updatePatientBody,
} from './schema.ts'
import { viewPatient, viewTagIds } from './view.ts'

const params = shape({ patientId: pathId('patient', 'The patient.') })

/** Contract §4.1. */
export const patientRoutes = ({ practices, now }: Deps) => {
  const practice = (request: Request) => practices.of(callerOf(request).practiceId)

  return new Elysia({ prefix: '/patients', tags: ['Patients'] })
    .get(
      '',
      ({ request, query }) => {
        const { patients, limit, offset } = browsePatients(practice(request), query)
        return answer(request, { patients: patients.map(viewPatient), limit, offset })
      },
      {
        query: patientListQuery,
        response: answers(200, patientList),
        detail: {
          summary: 'List patients',
          description: 'By last name, first name and id, whatever their case and accents.',
        },
      },
    )
    .post(
      '',
      async ({ request, body, set }) => {
        set.status = 201
        return answer(request, viewPatient(await createPatient(practice(request), body, now())))
      },
      {
        parse: readJson,
        body: createPatientBody,
        response: answers(201, patient, ...bodyProblems),
        detail: { summary: 'Create a patient' },
      },
    )
    .get(
      '/:patientId',
      ({ request, params }) =>
        answer(request, viewPatient(readPatient(practice(request), lookupId(params.patientId)))),
      { params, response: answers(200, patient, 'not_found'), detail: { summary: 'Read a patient' } },
    )
    .patch(
      '/:patientId',
      async ({ request, params, body }) =>
        answer(
          request,
          viewPatient(await editPatient(practice(request), lookupId(params.patientId), body, now())),
        ),
      {
        params,
        parse: readJson,
        body: updatePatientBody,
        response: answers(200, patient, 'not_found', ...bodyProblems),
        detail: {
          summary: 'Update a patient',
          description: 'Every field of the create body, all optional; null clears what may be null.',
        },
      },
    )
    .delete(
      '/:patientId',
      async ({ request, params }) => {
        await deletePatient(practice(request), lookupId(params.patientId), now())
        return answer(request, { deleted: true as const })
      },
      {
        params,
        response: answers(200, deleted, 'not_found'),
        detail: {
          summary: 'Delete a patient',
          description:
            'Notes and tag links go with the patient, pending reminders are cancelled; calendar entries stay, without the patient.',
        },
      },
    )
    .post(
      '/:patientId/tags/:tagId',
      async ({ request, params }) => {
        const row = await togglePatientTag(
          practice(request),
          lookupId(params.patientId),
          lookupId(params.tagId),
        )
        return answer(request, { id: row.id, tagIds: viewTagIds(row) })
      },
      {
        params: shape({
          patientId: pathId('patient', 'The patient.'),
          tagId: pathId('tag', 'A tag of the practice.'),
        }),
        response: answers(200, toggledTags, 'not_found'),
        detail: {
          summary: 'Toggle a tag on a patient',
          description: 'Adds the tag when absent, removes it when present. No body.',
        },
      },
    )
}
