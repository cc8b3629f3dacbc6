import type { Static } from '@sinclair/typebox'
import { deleted, deletion } from '../../http/answers.ts'
import { tagged } from '../../http/route.ts'
import { pathId } from '../../http/shape.ts'
import type { Deps } from '../shared/deps.ts'
import {
  browsePatients,
  createPatient,
  deletePatient,
  editPatient,
  readPatient,
  togglePatientTag,
} from './actions.ts'
import { findDuplicates } from './duplicates.ts'
import { filterNames } from './filter.ts'
import { mergeInto } from './merge.ts'
import {
  createPatientBody,
  duplicateList,
  duplicatesQuery,
  mergedPatient,
  mergePatientBody,
  patient,
  patientList,
  patientListQuery,
  toggledTags,
  updatePatientBody,
} from './schema.ts'
import { viewPatient } from './view.ts'

const ids = { patientId: pathId('patient', 'The patient.') }

/** Patients (RULES §4.1), open to every member. */
export const patientRoutes = tagged('Patients', ({ route, now }: Deps) => ({
  list: route(
    {
      id: 'listPatients',
      summary: 'List patients',
      description:
        'Lists one page of patients, by last name, first name and id. Case and accents do not count. With several filters, a patient must meet all of them. No parameter is ever refused: a number out of range becomes the nearest allowed number, and an impossible value finds nobody.',
      query: patientListQuery,
      lenient: true,
      answer: patientList,
      streams: true,
    },
    ({ practice, query, saw }) => {
      const { patients, ...page } = browsePatients(practice, query, now())
      saw({ patients: patients.map(({ id }) => id), detail: foundBy(query, patients.length) })
      return { patients: patients.map(viewPatient), ...page }
    },
  ),

  create: route(
    {
      id: 'createPatient',
      summary: 'Create a patient',
      description: 'Only the names are required. Everything else can be added later.',
      body: createPatientBody,
      answer: patient,
      status: 201,
    },
    ({ practice, body }) => createPatient(practice, body, now()),
    viewPatient,
  ),

  read: route(
    {
      id: 'getPatient',
      summary: 'Read a patient',
      description: 'Reads one patient, with the ids of their tags.',
      ids,
      answer: patient,
    },
    ({ practice, ids, saw }) => {
      const row = readPatient(practice, ids.patientId)
      saw({ patients: [row.id] })
      return viewPatient(row)
    },
  ),

  update: route(
    {
      id: 'updatePatient',
      summary: 'Update a patient',
      description:
        'Takes every field of the create body, all optional. Null clears a field that may be null.',
      ids,
      body: updatePatientBody,
      answer: patient,
      conditional: true,
    },
    ({ practice, ids, body }) => editPatient(practice, ids.patientId, body, now()),
    viewPatient,
  ),

  remove: route(
    {
      id: 'deletePatient',
      summary: 'Delete a patient',
      description:
        "Deletes the patient's notes and tag links, too, and cancels pending reminders. Calendar entries stay, without the patient. An owner can bring the patient back.",
      ids,
      answer: deletion,
      conditional: true,
    },
    ({ practice, ids }) => deletePatient(practice, ids.patientId, now()),
    () => deleted,
  ),

  duplicates: route(
    {
      id: 'findDuplicates',
      summary: 'Find likely duplicates',
      description:
        'Finds the patients who may be the person in a form, before a new patient is made. Case, accents and the order of the names do not count, and ä may be written as ae. A phone number may be written in any form. The form needs both names, or a phone number, or an e-mail address.',
      query: duplicatesQuery,
      answer: duplicateList,
    },
    ({ practice, query, saw }) => {
      const duplicates = findDuplicates(practice, query)
      const filters = Object.keys(query).join()
      saw({
        patients: duplicates.map(({ patient }) => patient.id),
        detail: { filters, found: duplicates.length },
      })
      return {
        duplicates: duplicates.map(({ patient, reasons }) => ({
          patient: viewPatient(patient),
          reasons: [...reasons],
        })),
      }
    },
  ),

  merge: route(
    {
      id: 'mergePatients',
      summary: 'Merge another record of a person into this one',
      description:
        'All records of `from` move to the patient in the path: notes, tags, appointments, items of the waiting list, messages, and deleted records. Empty fields are filled from `from`. Afterwards `from` is not found any more. An owner can undo the merge in the archive.',
      ids,
      body: mergePatientBody,
      answer: mergedPatient,
      conditional: true,
      problems: ['conflict'],
    },
    ({ practice, ids, body }) => mergeInto(practice, ids.patientId, body, now()),
    ({ patient, archiveId, filled, moved }) => ({
      patient: viewPatient(patient),
      archiveId,
      filled: [...filled],
      moved,
    }),
  ),

  toggleTag: route(
    {
      id: 'togglePatientTag',
      summary: 'Toggle a tag on a patient',
      description:
        'Adds the tag when the patient lacks it and removes it when the patient has it. Takes no body.',
      ids: { ...ids, tagId: pathId('tag', 'A tag of the practice.') },
      answer: toggledTags,
      conditional: true,
    },
    ({ practice, ids }) => togglePatientTag(practice, ids.patientId, ids.tagId, now()),
    ({ id, tagIds }) => ({ id, tagIds: [...tagIds] }),
  ),
}))

/** The filters that narrowed a list, by name, and how many patients were found. */
const foundBy = (query: Static<typeof patientListQuery>, found: number) => {
  const filters = filterNames.filter((name) => query[name] !== undefined)
  return { ...(filters.length > 0 && { filters: filters.join() }), found }
}
