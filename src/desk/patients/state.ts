/** The patient whose page is open: the record, the notes and the appointments. */
import { computed, signal } from '@preact/signals'
import { ask } from '../api/api.ts'
import { Failure, failedBy } from '../api/failure.ts'
import type { Note, Patient } from '../api/names.ts'
import { type Change, whenChanged } from '../live/changes.ts'
import { route } from '../shell/route.ts'
import { openAppointments, readAppointments } from './appointments-state.ts'
import { forget, remember } from './recent.ts'
import { changesAhead } from './turns.ts'

/** The patient whom the place names. */
export const patientId = computed(() => (route.value[0] === 'patients' ? route.value[1] : undefined))

export const patient = signal<Patient | undefined>(undefined)
export const notes = signal<readonly Note[] | undefined>(undefined)
/** Why the patient could not be read; undefined when they could. */
export const trouble = signal<unknown>(undefined)

let asked = 0

/** Reads the record anew. Of several answers, only the one to the newest question is shown. Failures go to `trouble`. */
export async function readPatient(): Promise<void> {
  const id = patientId.value
  if (id === undefined) return
  // An older picture must not come back while changes are on their way.
  if (changesAhead()) return
  const question = ++asked
  try {
    const read = await ask((api) =>
      api.GET('/api/v1/patients/{patientId}', { params: { path: { patientId: id } } }),
    )
    if (question !== asked) return
    patient.value = read
    trouble.value = undefined
    remember(read)
  } catch (error) {
    if (question !== asked) return
    trouble.value = error
    if (failedBy(error, 'not_found')) forget(id)
  }
}

/** Shows a record that was just answered. Answers of questions asked before are not shown any more. */
export function showPatient(read: Patient): void {
  if (read.id !== patientId.value) return
  asked++
  patient.value = read
  remember(read)
}

/** Reads the notes anew. A failure leaves the last picture. @throws Failure. */
export async function readNotes(): Promise<void> {
  const id = patientId.value
  if (id === undefined) return
  const question = ++notesAsked
  isPainted = false
  const read = await ask((api) =>
    api.GET('/api/v1/patients/{patientId}/notes', { params: { path: { patientId: id } } }),
  )
  if (question !== notesAsked || patientId.value !== id) return
  if (isPainted) {
    // This answer may be older than what was saved here meanwhile.
    isPainted = false
    return await readNotes()
  }
  notes.value = read.notes
}

let notesAsked = 0
/** Whether a note was shown since the notes were asked for. */
let isPainted = false

/** Shows a note as it is now, or a new one. */
export function paintNote(note: Note): void {
  if (note.patientId !== patientId.value || notes.value === undefined) return
  isPainted = true
  const others = notes.value.filter(({ id }) => id !== note.id)
  notes.value = [...others, note].sort(newestFirst)
}

const newestFirst = (a: Note, b: Note) =>
  Date.parse(b.createdAt) - Date.parse(a.createdAt) || (a.id < b.id ? 1 : -1)

/** Keeps the page true while it is open, until the answered function is called. */
export function followPatient(): () => void {
  patient.value = undefined
  notes.value = undefined
  trouble.value = undefined
  void readPatient()
  readNotes().catch(ignore)
  void openAppointments(patientId.value!)
  return whenChanged((changes) => {
    const mine = changes.filter(mayBeOf(patientId.value!))
    if (mine.some((change) => change.kind === 'patient' && (change as { gone?: boolean }).gone)) {
      // There is nothing to read any more.
      trouble.value = new Failure('not_found', 'The patient was deleted or merged.')
      return forget(patientId.value!)
    }
    const touches = (...kinds: readonly string[]) =>
      changes.length === 0 || mine.some(({ kind }) => kind === 'patient' || kinds.includes(kind))
    if (touches()) void readPatient()
    if (touches('note')) readNotes().catch(ignore)
    if (touches('appointment', 'cancellation', 'progress')) void readAppointments()
  })
}

/** A note may name its patient. An appointment does not, so each may be of this one. */
const mayBeOf =
  (id: string) =>
  (change: Change & { readonly patientId?: string | null }): boolean =>
    (change.kind === 'patient' ? change.id : (change.patientId ?? id)) === id

/** The page says by the record that it cannot be read. */
const ignore = () => {}
