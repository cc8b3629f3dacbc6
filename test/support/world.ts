/** One record of every kind under the names that paths and bodies have for their ids, three times over. */
import { success } from './answers.ts'
import type { Client, Clinic } from './clinic.ts'
import { newChair, newEntry, newNote, newPatient, newTag } from './records.ts'

export type Ids = {
  readonly patientId: string
  readonly noteId: string
  readonly tagId: string
  /** No entry is on this chair, so it can be deleted. */
  readonly chairId: string
  readonly appointmentId: string
}

export interface World {
  /** With the practice's pack, which a request can put in its own place. */
  readonly own: Ids & { readonly pack: unknown }
  readonly foreign: Ids
  readonly deleted: Ids
}

export async function newWorld(c: Clinic): Promise<World> {
  const { pack } = success(await c.owner.call('GET', '/api/v1/me'))
  const own = { ...(await newRecords(c.owner.call, 'Own')), pack }
  const foreign = await newRecords(c.stranger.call, 'Foreign')
  const deleted = await newRecords(c.owner.call, 'Deleted')
  for (const path of [
    `/appointments/${deleted.appointmentId}`,
    `/chairs/${deleted.chairId}`,
    `/tags/${deleted.tagId}`,
    `/patients/${deleted.patientId}/notes/${deleted.noteId}`,
    `/patients/${deleted.patientId}`,
  ])
    success(await c.owner.call('DELETE', `/api/v1${path}`))
  return { own, foreign, deleted }
}

async function newRecords(call: Client, name: string): Promise<Ids> {
  const { id: patientId } = await newPatient(call, { lastName: name })
  const { id: noteId } = await newNote(call, patientId, { body: name })
  const { id: tagId } = await newTag(call, name)
  const { id: chairId } = await newChair(call, { name })
  const { id: taken } = await newChair(call, { name: `${name}, taken` })
  const { id: appointmentId } = await newEntry(call, { chairId: taken, patientId, title: name })
  return { patientId, noteId, tagId, chairId, appointmentId }
}

/** Everything a practice can read of itself. */
export async function readEverything(call: Client): Promise<unknown[]> {
  const { patients } = success(await call('GET', '/api/v1/patients?limit=200'))
  const window = 'from=2000-01-01T00:00:00Z&to=2100-01-01T00:00:00Z'
  const answers = [patients]
  for (const { id } of patients) answers.push(success(await call('GET', `/api/v1/patients/${id}/notes`)))
  for (const path of ['tags', 'chairs', 'practice', `appointments?${window}`])
    answers.push(success(await call('GET', `/api/v1/${path}`)))
  return answers
}
