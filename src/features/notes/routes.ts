import { deleted, deletion } from '../../http/answers.ts'
import { pagesOf } from '../../http/pages.ts'
import { tagged } from '../../http/route.ts'
import { pathId } from '../../http/shape.ts'
import type { Deps } from '../shared/deps.ts'
import { browseNotes, createNote, deleteNote, editNote } from './actions.ts'
import { createNoteBody, note, noteList, updateNoteBody } from './schema.ts'
import { viewNote } from './view.ts'

const ofPatient = { patientId: pathId('patient', 'The patient.') }
const ofNote = { ...ofPatient, noteId: pathId('note', "One of the patient's notes.") }

/** Patient notes (RULES §4.2), open to every member. */
export const noteRoutes = tagged('Notes', ({ route, now }: Deps) => ({
  list: route(
    {
      id: 'listNotes',
      summary: "List a patient's notes",
      description: 'Lists every note about the patient, newest first, each with its earlier versions.',
      ids: ofPatient,
      answer: noteList,
      streams: true,
    },
    ({ practice, ids, saw }) => {
      const pages = browseNotes(practice, ids.patientId)
      saw({ patients: [ids.patientId] })
      return { notes: pagesOf(pages, (note) => viewNote(practice.read, note)) }
    },
  ),

  create: route(
    {
      id: 'createNote',
      summary: 'Write a note',
      description: 'Adds a note about the patient. The caller is its author.',
      ids: ofPatient,
      body: createNoteBody,
      answer: note,
      streams: true,
      status: 201,
    },
    ({ practice, caller, ids, body }) => createNote(practice, caller.userId, ids.patientId, body, now()),
    (note, { practice }) => viewNote(practice.read, note),
  ),

  update: route(
    {
      id: 'updateNote',
      summary: 'Edit a note',
      description: "Keeps the version before the edit in the note's `revisions`.",
      ids: ofNote,
      body: updateNoteBody,
      answer: note,
      conditional: true,
      streams: true,
    },
    ({ practice, caller, ids, body }) => {
      return editNote(practice, caller.userId, ids.patientId, ids.noteId, body, now())
    },
    (note, { practice }) => viewNote(practice.read, note),
  ),

  remove: route(
    {
      id: 'deleteNote',
      summary: 'Delete a note',
      description: 'Deletes the note with all its revisions. An owner can bring the note back.',
      ids: ofNote,
      answer: deletion,
      conditional: true,
    },
    ({ practice, ids }) => deleteNote(practice, ids.patientId, ids.noteId, now()),
    () => deleted,
  ),
}))
