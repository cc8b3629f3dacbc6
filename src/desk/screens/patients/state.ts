/** The patient whose page is open: the record, the notes and the appointments. */
import { computed, signal } from '@preact/signals'
import { ask } from '../../api/api.ts'
import { Failure, failedBy } from '../../api/failure.ts'
import { route } from '../../base/route.ts'
import type { Note, Patient } from '../../contract/names.ts'
import { type Change, whenChanged } from '../../live/changes.ts'
import { newest } from '../../live/newest.ts'
import { turns } from '../../live/turns.ts'
import { openAppointments, readAppointments } from './appointments-state.ts'
import { forget, remember } from './recent.ts'

/** The patient whom the place names. */
export const patientId = computed(() => (route.value[0] === 'patients' ? route.value[1] : undefined))

/** The changes of patients' records. */
export const { changesAhead, inTurn } = turns()

export const patient = signal<Patient | undefined>(undefined)
export const notes = signal<readonly Note[] | undefined>(undefined)
/** Why the patient could not be read; undefined when they could. */
export const trouble = signal<unknown>(undefined)

const readRecord = newest(
  async () => {
    const id = patientId.value!
    try {
      return await ask((api) =>
        api.GET('/api/v1/patients/{patientId}', { params: { path: { patientId: id } } }),
      )
    } catch (error) {
      if (failedBy(error, 'not_found')) forget(id)
      throw error
    }
  },
  (read) => {
    patient.value = read
    remember(read)
  },
  (error) => {
    trouble.value = error
  },
)

/** Reads the record anew. Failures go to `trouble`. */
export async function readPatient(): Promise<void> {
  // An older picture must not come back while changes are on their way.
  if (patientId.value !== undefined && !changesAhead()) await readRecord()
}

/** Shows a record that was just answered. Answers of questions asked before are not shown any more. */
export function showPatient(read: Patient): void {
  if (read.id !== patientId.value) return
  readRecord.forget()
  patient.value = read
  remember(read)
}

/** Reads the notes anew. A failure leaves the last picture: the page says by the record that it cannot be read. */
export const readNotes = newest(
  async () => {
    const id = patientId.value
    if (id === undefined) return undefined
    const params = { path: { patientId: id } }
    for (;;) {
      const before = paints
      const { notes } = await ask((api) => api.GET('/api/v1/patients/{patientId}/notes', { params }))
      // The answer may be older than what was saved here meanwhile.
      if (before === paints) return { id, notes }
    }
  },
  (read) => {
    if (read !== undefined && read.id === patientId.value) notes.value = read.notes
  },
  () => {},
)

/** How often a note was shown as it was just saved. */
let paints = 0

/** Shows a note as it is now, or a new one. */
export function paintNote(note: Note): void {
  if (note.patientId !== patientId.value || notes.value === undefined) return
  paints++
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
  void readNotes()
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
    if (touches('note')) void readNotes()
    if (touches('appointment', 'cancellation', 'progress')) void readAppointments()
  })
}

/** A note may name its patient. An appointment does not, so each may be of this one. */
const mayBeOf =
  (id: string) =>
  (change: Change & { readonly patientId?: string | null }): boolean =>
    (change.kind === 'patient' ? change.id : (change.patientId ?? id)) === id
