import type { components } from '../../contract/openapi.ts'
import type { BookingDraft } from './draft.ts'

export type EntryBody = components['schemas']['CreateAppointment']

/** The body of the request that books a draft; undefined while the draft's time is not clear. */
export function bodyOf(draft: Pick<BookingDraft, 'fields' | 'wish'>): EntryBody | undefined {
  const wish = draft.wish.value
  if (wish === undefined) return undefined
  const { type, chairId, patientId, practitionerId } = wish
  const { color, appointmentTypeId } = draft.fields
  const [title, notes] = [draft.fields.title.trim(), draft.fields.notes.trim()]
  return {
    type,
    startAt: new Date(wish.startAt).toISOString(),
    endAt: new Date(wish.endAt).toISOString(),
    ...(chairId !== null && { chairId }),
    ...(patientId !== null && { patientId }),
    ...(practitionerId !== null && { practitionerId }),
    ...(type === 'appointment' && appointmentTypeId !== null && { appointmentTypeId }),
    ...(title !== '' && { title }),
    ...(notes !== '' && { notes }),
    ...(color !== '' && { color }),
  }
}
