/** The cancelled appointments on the days of the board. They are read only while somebody wants to see them. */
import { computed } from '@preact/signals'
import { api } from '../../../api/api.ts'
import { zone } from '../../../base/me.ts'
import { dayBegins } from '../../../base/time/wall-time.ts'
import type { FoundAppointment } from '../../../contract/names.ts'
import { pages } from '../../../live/growing.ts'
import { resource } from '../../../live/resource.ts'
import { dates } from '../../../live/shown-days.ts'

/** How many come in one answer, and how many answers are read. */
const [pageSize, mostPages] = [100, 5]

interface Cancelled {
  /** The days that were asked for. */
  readonly days: readonly string[]
  /** By start. */
  readonly appointments: readonly FoundAppointment[]
  /** Whether there are more, with an earlier start. */
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

/** What was cancelled on the days of the board; undefined until it is read. */
export const cancelled = computed(() => (list.value?.days === dates.value ? list.value : undefined))
/** Why it could not be read; undefined when it could. */
export const cancelledTrouble = computed(() => list.trouble)

/** Keeps what was cancelled true until the answered function is called. Nothing of it is left then. */
export function followCancelled(): () => void {
  const stop = list.follow()
  return () => {
    stop()
    list.clear()
  }
}
