/** The cancelled appointments on the days of the board. The list is read only while somebody wants to see it. */
import { computed } from '@preact/signals'
import { api } from '../../../api/api.ts'
import { zone } from '../../../base/me.ts'
import { dayBegins } from '../../../base/time/wall-time.ts'
import type { FoundAppointment } from '../../../contract/names.ts'
import { pages } from '../../../live/growing.ts'
import { resource } from '../../../live/resource.ts'
import { dates } from '../../../live/shown-days.ts'

/** How many appointments one answer of the server has, and how many answers are read at most. */
const [pageSize, mostPages] = [100, 5]

interface Cancelled {
  /** The days whose cancelled appointments were read. */
  readonly days: readonly string[]
  /** By start. */
  readonly appointments: readonly FoundAppointment[]
  /** Whether there are more cancelled appointments, with an earlier start. */
  readonly more: boolean
}

const list = resource<Cancelled>({
  read: async (signal) => {
    const days = dates.peek()
    const query = {
      from: dayBegins(days[0]!, zone()),
      to: dayBegins(days.at(-1)!, zone(), 1),
      cancelled: 'true' as const,
      limit: pageSize,
    }
    const found: FoundAppointment[] = []
    const read = (behind: object) =>
      api.GET('/api/v1/appointments/search', { params: { query: { ...query, ...behind } }, signal })
    let more = false
    for await (const page of pages(mostPages, read)) {
      found.push(...page.appointments)
      more = page.nextCursor !== null
    }
    return { days, appointments: found.reverse(), more }
  },
  by: () => dates.value,
})

/** The cancelled appointments on the days of the board; undefined until they are read. */
export const cancelled = computed(() => (list.value?.days === dates.value ? list.value : undefined))
/** Why the cancelled appointments could not be read; undefined when reading succeeded. */
export const cancelledTrouble = computed(() => list.trouble)

/** Keeps the cancelled appointments up to date. The returned function stops this and clears the list. */
export function followCancelled(): () => void {
  const stop = list.follow()
  return () => {
    stop()
    list.clear()
  }
}
