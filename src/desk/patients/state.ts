/** The patient whose page is open: the record, the notes and the appointments. */
import { computed, signal } from '@preact/signals'
import { ask, ifMatch } from '../api/api.ts'
import { failedBy } from '../api/failure.ts'
import type { Note, Patient } from '../api/names.ts'
import type { components } from '../api/openapi.ts'
import { whenChanged } from '../live/changes.ts'
import { route } from '../shell/route.ts'
import { openAppointments, readAppointments } from './appointments-state.ts'
import { requireOnline } from './online.ts'
import { forget, remember } from './recent.ts'

type Changes = components['schemas']['UpdatePatient']

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

/** Reads the notes anew. A failure leaves the last picture. @throws Failure. */
export async function readNotes(): Promise<void> {
  const id = patientId.value
  if (id === undefined) return
  const read = await ask((api) =>
    api.GET('/api/v1/patients/{patientId}/notes', { params: { path: { patientId: id } } }),
  )
  if (patientId.value === id) notes.value = read.notes
}

/** Shows a note as it is now, or a new one. */
export function paintNote(note: Note): void {
  if (note.patientId !== patientId.value || notes.value === undefined) return
  const others = notes.value.filter(({ id }) => id !== note.id)
  notes.value = [...others, note].sort(newestFirst)
}

const newestFirst = (a: Note, b: Note) =>
  Date.parse(b.createdAt) - Date.parse(a.createdAt) || (a.id < b.id ? 1 : -1)

/**
 * Changes the record, and shows the change before the server has answered. Afterwards the picture is true in any case.
 * @throws Failure.
 */
export async function changePatient(changes: Changes): Promise<void> {
  requireOnline()
  const before = patient.value!
  patient.value = { ...before, ...(changes as Partial<Patient>) }
  await settle(
    ask((api) =>
      api.PATCH('/api/v1/patients/{patientId}', {
        params: { path: { patientId: before.id } },
        headers: ifMatch(before.version),
        body: changes,
      }),
    ),
  )
}

/** Puts a tag on the patient, or takes it off. @throws Failure. */
export async function toggleTag(tagId: string): Promise<void> {
  requireOnline()
  const before = patient.value!
  const { tagIds } = before
  patient.value = {
    ...before,
    tagIds: tagIds.includes(tagId) ? tagIds.filter((id) => id !== tagId) : [...tagIds, tagId],
  }
  const path = { patientId: before.id, tagId }
  await settle(
    ask((api) =>
      api.POST('/api/v1/patients/{patientId}/tags/{tagId}', {
        params: { path },
        headers: ifMatch(before.version),
      }),
    ).then(() => undefined),
  )
}

async function settle(sent: Promise<Patient | undefined>): Promise<void> {
  asked++
  try {
    const answered = await sent
    if (answered === undefined) await readPatient()
    else if (answered.id === patientId.value) {
      asked++
      patient.value = answered
      remember(answered)
    }
  } catch (error) {
    await readPatient()
    throw error
  }
}

/** Keeps the page true while it is open, until the answered function is called. */
export function followPatient(): () => void {
  patient.value = undefined
  notes.value = undefined
  trouble.value = undefined
  void readPatient()
  readNotes().catch(ignore)
  void openAppointments(patientId.value!)
  return whenChanged((changes) => {
    const isMine = changes.some(({ kind, id }) => kind === 'patient' && id === patientId.value)
    // Only the id of a note or an appointment is told, so each may be of this patient.
    const touches = (...kinds: readonly string[]) =>
      isMine || changes.length === 0 || changes.some(({ kind }) => kinds.includes(kind))
    if (touches()) void readPatient()
    if (touches('note')) readNotes().catch(ignore)
    if (touches('appointment', 'progress')) void readAppointments()
  })
}

/** The page says by the record that it cannot be read. */
const ignore = () => {}
