/** Books a draft, and undoes it. */
import { api, at } from '../../api/api.ts'
import type { repeatableKeys } from '../../api/repeatable.ts'
import type { WaitingItem } from '../../contract/names.ts'
import type { components } from '../../contract/openapi.ts'
import { bringBack } from '../waiting-list/bring-back.ts'
import { bodyOf, type EntryBody } from './body.ts'
import type { BookingDraft } from './draft.ts'

type BookedAppointment = components['schemas']['BookedAppointment']

/** The result of a booking: one entry, or all entries of a series by start. */
export interface Booked {
  readonly entries: readonly BookedAppointment[]
  /** The item of the waiting list that this booking removed; null when there was none. */
  readonly waited: WaitingItem | null
}

/**
 * Sends the draft, which must have a time. `keyOf` makes the idempotency key and lives as long as the dialogue. So when
 * an answer was lost and the user tries again, the server books only once.
 * @throws Failure.
 */
export async function book(draft: BookingDraft, keyOf: ReturnType<typeof repeatableKeys>): Promise<Booked> {
  const body = bodyOf(draft)!
  const { repeat } = draft.fields
  const waited = whoLeaves(draft, body)
  if (waited !== null) {
    const { type: _, patientId: __, ...rest } = body
    const sent = { ...rest, chairId: body.chairId! }
    const params = { path: { waitingId: waited.id }, header: keyOf([waited.id, sent]) }
    const entry = await api.POST('/api/v1/waiting-list/{waitingId}/book', { params, body: sent })
    return { entries: [entry], waited }
  }
  if (repeat !== null) {
    const sent = { ...body, repeat }
    const params = { header: keyOf(sent) }
    const series = await api.POST('/api/v1/appointments/series', { params, body: sent })
    return { entries: 'appointments' in series ? series.appointments : [], waited }
  }
  const params = { header: keyOf(body) }
  return { entries: [await api.POST('/api/v1/appointments', { params, body })], waited }
}

/** The item that leaves the waiting list. Only a single appointment of the same patient on a chair removes it. */
function whoLeaves(draft: BookingDraft, body: EntryBody): WaitingItem | null {
  const { waiting: item, repeat } = draft.fields
  const isTheirs = item !== null && item.patientId === body.patientId && body.type === 'appointment'
  return isTheirs && body.chairId !== undefined && repeat === null ? item : null
}

const atOnce = 6

/**
 * Undoes a booking: deletes its entries, and puts the patient on the waiting list again.
 * @throws Failure when somebody changed an entry meanwhile. Entries that were deleted before stay deleted.
 */
export async function unbook({ entries, waited }: Booked): Promise<void> {
  for (let i = 0; i < entries.length; i += atOnce)
    await Promise.all(
      entries
        .slice(i, i + atOnce)
        .map(({ id, version }) =>
          api.DELETE('/api/v1/appointments/{appointmentId}', at({ appointmentId: id }, version)),
        ),
    )
  if (waited !== null) await bringBack(waited)
}
