/** Finds appointments, and brings cancelled ones back. */
import { api, at } from '../../../api/api.ts'
import { failedBy } from '../../../api/failure.ts'
import { online } from '../../../api/online.ts'
import { zone } from '../../../base/me.ts'
import { sayWhen } from '../../../base/time/say.ts'
import { dayBegins } from '../../../base/time/wall-time.ts'
import { say, sayProblem, sayTrouble } from '../../../base/toasts.tsx'
import type { FoundAppointment } from '../../../contract/names.ts'
import type { components } from '../../../contract/openapi.ts'
import { tell } from '../../../live/changes.ts'
import { readDay } from '../../../live/day.ts'
import { words } from '../../../words/words.ts'
import { nameOf } from '../card-words.ts'

type FoundPage = components['schemas']['FoundAppointments']

/** What a member searches for. The days are `YYYY-MM-DD`. */
export interface FindWish {
  readonly words: string
  readonly from: string
  readonly through: string
  readonly onlyCancelled: boolean
}

/** How many empty answers are read at most. For each answer, the server has looked through 20,000 appointments. */
const mostEmpty = 10

/** A page of found appointments, the latest first. The page is empty when nothing was found so far. @throws Failure. */
export async function findAppointments(
  { words: search, from, through, onlyCancelled }: FindWish,
  cursor: string | null,
  signal?: AbortSignal,
): Promise<FoundPage> {
  const query = {
    from: dayBegins(from, zone()),
    to: dayBegins(through, zone(), 1),
    ...(search.trim() !== '' && { search: search.trim() }),
    ...(onlyCancelled && { cancelled: 'true' as const }),
  }
  let behind = cursor
  for (let asked = 1; ; asked++) {
    const all: typeof query & { cursor?: string } = { ...query, ...(behind !== null && { cursor: behind }) }
    const page: FoundPage = await api.GET('/api/v1/appointments/search', {
      params: { query: all },
      ...(signal && { signal }),
    })
    if (page.appointments.length > 0 || page.nextCursor === null || asked === mostEmpty) return page
    behind = page.nextCursor
  }
}

/**
 * Puts a cancelled appointment back into the calendar. Returns whether the appointment is back. A message shows the
 * reason of a failure.
 */
export async function bringBack(found: FoundAppointment): Promise<boolean> {
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
    say(find.isBack(nameOf(found), sayWhen(found.startAt, zone(), 'dated')))
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
