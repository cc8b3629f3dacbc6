/** The patient on the open page: the record, the notes and the appointments. */
import { computed, effect, untracked } from '@preact/signals'
import { api, at } from '../../api/api.ts'
import { failedBy } from '../../api/failure.ts'
import { route } from '../../base/route.ts'
import type { Note, Patient } from '../../contract/names.ts'
import { type Change, whenChanged } from '../../live/changes.ts'
import { type Resource, resource } from '../../live/resource.ts'
import { forget, remember } from '../../parts/patient/recent.ts'
import { openAppointments, readAppointments } from './appointments-state.ts'

/** The id of the patient in the address; undefined on other screens. */
export const patientId = computed(() => (route.value[0] === 'patients' ? route.value[1] : undefined))

/** The record. Changes of this desk are sent one after another through this resource. */
export const patient = resource<Patient>({
  read: async () => {
    const id = patientId.value!
    try {
      return await api.GET('/api/v1/patients/{patientId}', at({ patientId: id }))
    } catch (error) {
      if (failedBy(error, 'not_found')) forget(id)
      throw error
    }
  },
})
effect(() => {
  const { value } = patient
  if (value !== undefined) untracked(() => remember(value))
})

/** The notes, the newest first. The page shows a read failure only for the record. */
export const notes = resource<readonly Note[]>({
  read: async () => {
    return (await api.GET('/api/v1/patients/{patientId}/notes', at({ patientId: patientId.value! }))).notes
  },
})

const readOpen = async (of: Pick<Resource<unknown>, 'again'>): Promise<void> => {
  if (patientId.value !== undefined) await of.again()
}
/** Reads the record again, if its page is open. */
export const readPatient = (): Promise<void> => readOpen(patient)
/** Reads the notes again, if their page is open. */
export const readNotes = (): Promise<void> => readOpen(notes)

/** Shows a record that the server just answered, if its page is open. */
export function showPatient(read: Patient): void {
  if (read.id === patientId.value) patient.show(read)
}

/** Shows a new or changed note, if the page of its patient is open. */
export function paintNote(note: Note): void {
  if (note.patientId === patientId.value)
    notes.paint((all) => [...all.filter(({ id }) => id !== note.id), note].sort(newestFirst))
}

const newestFirst = (a: Note, b: Note) =>
  Date.parse(b.createdAt) - Date.parse(a.createdAt) || (a.id < b.id ? 1 : -1)

/** Keeps the page up to date until the returned function is called. */
export function followPatient(): () => void {
  patient.clear()
  notes.clear()
  void readPatient()
  void readNotes()
  void openAppointments(patientId.value!)
  return whenChanged((changes) => {
    const mine = changes.filter(mayBeOf(patientId.value!))
    const touches = (...kinds: readonly string[]) =>
      changes.length === 0 || mine.some(({ kind }) => kind === 'patient' || kinds.includes(kind))
    if (touches()) void readPatient()
    if (touches('note')) void readNotes()
    if (touches('appointment', 'cancellation', 'progress')) void readAppointments()
  })
}

/** Whether a change may concern the patient. A change without a patient, such as of an appointment, always may. */
const mayBeOf =
  (id: string) =>
  (change: Change & { readonly patientId?: string | null }): boolean =>
    (change.kind === 'patient' ? change.id : (change.patientId ?? id)) === id
