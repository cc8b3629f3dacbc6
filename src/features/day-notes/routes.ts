import { mostDayNotes } from '../../domain/limits.ts'
import { deleted, deletion } from '../../http/answers.ts'
import { tagged } from '../../http/route.ts'
import { pathId } from '../../http/shape.ts'
import type { Deps } from '../shared/deps.ts'
import { createDayNote, deleteDayNote, editDayNote, readDayNote } from './actions.ts'
import { createDayNoteBody, dayNote, updateDayNoteBody } from './schema.ts'
import { viewDayNote } from './view.ts'

const ids = { dayNoteId: pathId('dayNote', 'The note on a day.') }

/** Notes on a day (RULES §24), open to every member. `GET /day` lists them. */
export const dayNoteRoutes = tagged('Front desk', ({ route, now }: Deps) => ({
  create: route(
    {
      id: 'createDayNote',
      summary: 'Write a note on a day',
      description: `The desk shows the note at the head of the day, and on the printed sheet. \`GET /day\` lists the notes of a day. 409 when the day has ${mostDayNotes} notes.`,
      body: createDayNoteBody,
      answer: dayNote,
      status: 201,
      problems: ['conflict'],
    },
    ({ practice, caller, body }) => createDayNote(practice, caller.userId, body, now()),
    viewDayNote,
  ),

  read: route(
    {
      id: 'getDayNote',
      summary: 'Read a note on a day',
      description: 'Reads one note on a day.',
      ids,
      answer: dayNote,
    },
    ({ practice, ids }) => viewDayNote(readDayNote(practice, ids.dayNoteId)),
  ),

  update: route(
    {
      id: 'updateDayNote',
      summary: 'Update a note on a day',
      description: `Changes the text, or takes the note to another day. 409 when that day has ${mostDayNotes} notes.`,
      ids,
      body: updateDayNoteBody,
      answer: dayNote,
      conditional: true,
      problems: ['conflict'],
    },
    ({ practice, ids, body }) => editDayNote(practice, ids.dayNoteId, body, now()),
    viewDayNote,
  ),

  remove: route(
    {
      id: 'deleteDayNote',
      summary: 'Delete a note on a day',
      description: 'Deletes a note on a day. An owner can bring the note back.',
      ids,
      answer: deletion,
      conditional: true,
    },
    ({ practice, ids }) => deleteDayNote(practice, ids.dayNoteId, now()),
    () => deleted,
  ),
}))
