/** Cancels appointments, and deletes other entries. Both acts can be undone. */
import { api, at } from '../../../api/api.ts'
import { restoreRecord } from '../../../base/archive.ts'
import type { DayEntry } from '../../../contract/names.ts'
import type { components } from '../../../contract/openapi.ts'
import { entryOf, readDay } from '../../../live/day.ts'
import { spokenName } from '../../../words/names.ts'
import { words } from '../../../words/words.ts'
import { nameOf } from './names.ts'
import { unpin } from './pins.ts'
import { act, type Refused } from './send.ts'

/** The fields that are needed to cancel an appointment. The appointment need not be on the board. */
export type Cancellable = Pick<DayEntry, 'id' | 'version' | 'startAt'> &
  Partial<Pick<DayEntry, 'seriesId' | 'patient'>>

export interface Why {
  readonly reason: string
  readonly by: 'patient' | 'practice'
  readonly note?: string
}

const takeBack = (id: string) =>
  api.DELETE('/api/v1/appointments/{appointmentId}/cancellation', at({ appointmentId: id }))

/** Cancels one appointment. Resolves to whether the appointment was cancelled. */
export async function cancel(entry: Cancellable, why: Why, refused: Refused): Promise<boolean> {
  const shown = entryOf(entry.id)
  const done = await act({
    entries: shown ? [shown] : [],
    become: [],
    refused,
    send: async (versionOf) => {
      const one = at({ appointmentId: entry.id }, versionOf(entry))
      await api.POST('/api/v1/appointments/{appointmentId}/cancel', { ...one, body: { ...why } })
      return []
    },
    says: () => words.value.acts.cancelled(sayWho(entry)),
    undo: () => ({
      become: shown ? [shown] : [],
      send: async () => {
        const { warnings: _, ...back } = await takeBack(entry.id)
        return [back]
      },
    }),
  })
  if (done) unpin(entry)
  return done
}

/** Cancels an occurrence of a series and all later ones. Resolves to whether the appointments were cancelled. */
export async function cancelFollowing(entry: Cancellable, why: Why, refused: Refused): Promise<boolean> {
  const shown = entryOf(entry.id)
  const cancelled: string[] = []
  return act({
    entries: shown ? [shown] : [],
    become: [],
    refused,
    send: async (versionOf) => {
      const body = { appointmentId: entry.id, scope: 'following' as const, version: versionOf(entry), ...why }
      const answer = await api.POST('/api/v1/series/{seriesId}/cancellations', {
        ...at({ seriesId: entry.seriesId! }),
        body,
      })
      cancelled.push(...answer.cancelled.map(({ id }) => id))
      return []
    },
    says: () => words.value.acts.cancelledMany(sayWho(entry), cancelled.length),
    undo: () => ({
      become: [],
      send: async () => {
        for (const id of cancelled) await takeBack(id)
        await readDay()
        return []
      },
    }),
  })
}

/**
 * Deletes an entry that is no appointment. The undo of an owner restores the same entry. The undo of another member
 * makes a new entry with the same fields, outside any series. A time that was held online has no undo, because it
 * cannot be held again for the same person.
 */
export async function remove(entry: DayEntry): Promise<boolean> {
  const done = await act({
    entries: [entry],
    become: [],
    send: async (versionOf) => {
      const one = at({ appointmentId: entry.id }, versionOf(entry))
      await api.DELETE('/api/v1/appointments/{appointmentId}', one)
      return []
    },
    says: () => words.value.acts.deleted(nameOf(entry)),
    ...(entry.hold === null && {
      undo: () => ({
        become: [],
        send: async () => {
          if (!(await restoreRecord(entry.id, { kind: 'appointment' })))
            await api.POST('/api/v1/appointments', { body: sameFields(entry) })
          await readDay()
          return []
        },
      }),
    }),
  })
  if (done) unpin(entry)
  return done
}

type Body = components['schemas']['CreateAppointment']

/** The fields for a new entry, from a removed one. The type check fails here when the API gets a new field. */
function sameFields(entry: DayEntry): Body {
  const { type, startAt, endAt, chairId, patientId } = entry
  const { title, color, serviceRef, notes, practitionerId, appointmentTypeId } = entry
  const optional = { chairId, patientId, title, color, serviceRef, notes, practitionerId, appointmentTypeId }
  const all: { [K in keyof Required<Body>]: Body[K] | null } = { type, startAt, endAt, ...optional }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null)) as unknown as Body
}

const sayWho = ({ patient, id }: Cancellable): string => {
  const entry = entryOf(id)
  if (entry) return nameOf(entry)
  return patient ? spokenName(patient) : words.value.card.types.appointment
}
