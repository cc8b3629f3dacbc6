import { Elysia } from 'elysia'
import { lookupId } from '../../domain/id.ts'
import { answers, bodyProblems, deleted } from '../../http/answers.ts'
import { readJson } from '../../http/body.ts'
import { answer, callerOf } from '../../http/exchange.ts'
import { pathId, shape } from '../../http/shape.ts'
import type { Deps } from '../shared/deps.ts'
import { browseNotes, createNote, deleteNote, editNote } from './actions.ts'
import { createNoteBody, note, noteList, updateNoteBody } from './schema.ts'
import { viewNote } from './view.ts'

const patientParams = shape({ patientId: pathId('patient', 'The patient.') })
const noteParams = shape({
  patientId: pathId('patient', 'The patient.'),
  noteId: pathId('note', "One of the patient's notes."),
})

/** Contract §4.2. */
export const noteRoutes = ({ practices, now }: Deps) => {
  const practice = (request: Request) => practices.of(callerOf(request).practiceId)

  return new Elysia({ prefix: '/patients/:patientId/notes', tags: ['Notes'] })
    .get(
      '',
      ({ request, params }) =>
        answer(request, { notes: browseNotes(practice(request), lookupId(params.patientId)).map(viewNote) }),
      {
        params: patientParams,
        response: answers(200, noteList, 'not_found'),
        detail: { summary: "List a patient's notes", description: 'Newest first.' },
      },
    )
    .post(
      '',
      async ({ request, params, body, set }) => {
        const { userId } = callerOf(request)
        const created = await createNote(practice(request), userId, lookupId(params.patientId), body, now())
        set.status = 201
        return answer(request, viewNote(created))
      },
      {
        params: patientParams,
        parse: readJson,
        body: createNoteBody,
        response: answers(201, note, 'not_found', ...bodyProblems),
        detail: { summary: 'Write a note' },
      },
    )
    .patch(
      '/:noteId',
      async ({ request, params, body }) => {
        const { userId } = callerOf(request)
        const { patientId, noteId } = params
        return answer(
          request,
          viewNote(
            await editNote(practice(request), userId, lookupId(patientId), lookupId(noteId), body, now()),
          ),
        )
      },
      {
        params: noteParams,
        parse: readJson,
        body: updateNoteBody,
        response: answers(200, note, 'not_found', ...bodyProblems),
        detail: {
          summary: 'Edit a note',
          description: "The version it had is kept in the note's `revisions`.",
        },
      },
    )
    .delete(
      '/:noteId',
      async ({ request, params }) => {
        await deleteNote(practice(request), lookupId(params.patientId), lookupId(params.noteId))
        return answer(request, { deleted: true as const })
      },
      {
        params: noteParams,
        response: answers(200, deleted, 'not_found'),
        detail: { summary: 'Delete a note', description: 'With its revisions.' },
      },
    )
}
