/** Finds appointments, and brings cancelled ones back. */
import { api, at } from '../../../api/api.ts'
import { failedBy } from '../../../api/failure.ts'
import { online } from '../../../api/online.ts'
import { zone } from '../../../base/me.ts'
import { sayWhen } from '../../../base/time/say.ts'
import { dayBegins } from '../../../base/time/wall-time.ts'
import { say, sayProblem, sayTrouble } from '../../../base/toasts.tsx'
import type { components } from '../../../contract/openapi.ts'
import { tell } from '../../../live/changes.ts'
import { readDay } from '../../../live/day.ts'
import { listName } from '../../../words/names.ts'
import { words } from '../../../words/words.ts'

export type Found = components['schemas']['FoundAppointment']
type FoundPage = components['schemas']['FoundAppointments']

/** What somebody looks for. The days are `YYYY-MM-DD`. */
export interface FindWish {
  readonly words: string
  readonly from: string
  readonly through: string
  readonly onlyCancelled: boolean
}

/** A page of what is found, the latest first. @throws Failure. */
export const findAppointments = (
  { words: search, from, through, onlyCancelled }: FindWish,
  cursor: string | null,
  signal?: AbortSignal,
): Promise<FoundPage> => {
  const query = {
    from: dayBegins(from, zone()),
    to: dayBegins(through, zone(), 1),
    ...(search.trim() !== '' && { search: search.trim() }),
    ...(onlyCancelled && { cancelled: 'true' as const }),
    ...(cursor !== null && { cursor }),
  }
  return api.GET('/api/v1/appointments/search', { params: { query }, ...(signal && { signal }) })
}

/** The patient of an appointment, or what it is called. */
export const nameOfFound = ({ patient, title }: Found): string =>
  patient === null ? (title ?? words.value.card.types.appointment) : listName(patient)

/** Puts a cancelled appointment back into the calendar. Answers whether it is back; why it is not has been said. */
export async function bringBack(found: Found): Promise<boolean> {
  const { shell, find } = words.value
  if (!online.value) {
    sayProblem(shell.offlineWrite)
    return false
  }
  try {
    await api.DELETE(
      '/api/v1/appointments/{appointmentId}/cancellation',
      at({ appointmentId: found.id }, found.version),
    )
    say(find.isBack(nameOfFound(found), sayWhen(found.startAt, zone(), 'dated')))
    return true
  } catch (error) {
    if (failedBy(error, 'conflict')) sayProblem(find.taken)
    else sayTrouble(error)
    return false
  } finally {
    void readDay()
    tell([])
  }
}
