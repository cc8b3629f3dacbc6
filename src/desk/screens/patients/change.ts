/** Changes a patient's record. The page shows a change at once, and the state of the server after its answer. */
import { api, at } from '../../api/api.ts'
import { requireOnline } from '../../api/require-online.ts'
import type { Patient } from '../../contract/names.ts'
import type { components } from '../../contract/openapi.ts'
import { patient, readPatient, showPatient } from './state.ts'

type Changes = components['schemas']['UpdatePatient']

/** Changes fields of a record, even when its page is no longer open. @throws Failure. */
export const changePatient = (patientId: string, changes: Changes): Promise<void> =>
  change(
    patientId,
    (before) => ({ ...before, ...painted(before, changes) }),
    (now, before) => {
      const names = Object.keys(changes) as (keyof Patient)[]
      return { ...now, ...Object.fromEntries(names.map((name) => [name, before[name]])) }
    },
    (version) => api.PATCH('/api/v1/patients/{patientId}', { ...at({ patientId }, version), body: changes }),
  )

/** The changed fields as the page shows them at once. Own fields of the practice that are not named stay. */
function painted({ ownFields = [] }: Patient, { ownFields: changed, ...others }: Changes): Partial<Patient> {
  if (changed === undefined) return others as Partial<Patient>
  const texts = new Map(ownFields.map(({ id, text }) => [id, text]))
  for (const { id, text } of changed)
    if (text === null) texts.delete(id)
    else texts.set(id, text)
  return { ...(others as Partial<Patient>), ownFields: [...texts].map(([id, text]) => ({ id, text })) }
}

/** Puts a tag on a patient, or takes it off. @throws Failure. */
export const toggleTag = (patientId: string, tagId: string): Promise<void> => {
  const toggle = ({ tagIds, ...rest }: Patient): Patient => ({
    ...rest,
    tagIds: tagIds.includes(tagId) ? tagIds.filter((id) => id !== tagId) : [...tagIds, tagId],
  })
  return change(patientId, toggle, toggle, async (version) => {
    await api.POST('/api/v1/patients/{patientId}/tags/{tagId}', at({ patientId, tagId }, version))
    return await readOne(patientId)
  })
}

async function change(
  id: string,
  paint: (before: Patient) => Patient,
  takeBack: (now: Patient, before: Patient) => Patient,
  send: (version: number) => Promise<Patient>,
): Promise<void> {
  requireOnline()
  const shown = shownOf(id)
  if (shown !== undefined) showPatient(paint(shown))
  try {
    const answered = await patient.inTurn(async () => {
      const made = await send((shownOf(id) ?? (await readOne(id))).version)
      // Changes that were painted since then are not sent yet. These changes will be sent with the new version.
      const painted = shownOf(id)
      if (painted !== undefined) patient.show({ ...painted, version: made.version })
      return made
    })
    if (!patient.changesAhead()) showPatient(answered)
  } catch (error) {
    // The read below may fail, too. So the painted change, which was not saved, is taken back first.
    const painted = shownOf(id)
    if (shown !== undefined && painted !== undefined) showPatient(takeBack(painted, shown))
    await readPatient()
    throw error
  }
}

const shownOf = (id: string): Patient | undefined => (patient.value?.id === id ? patient.value : undefined)

const readOne = (patientId: string): Promise<Patient> =>
  api.GET('/api/v1/patients/{patientId}', at({ patientId }))
