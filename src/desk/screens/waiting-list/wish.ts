/** What the form of the waiting list holds, and what of it goes to the server. */

import type { WaitingItem } from '../../contract/names.ts'
import type { components } from '../../contract/openapi.ts'
import { readTime } from '../../parts/read-time.ts'
import type { Urgency } from './state.ts'

/** Empty texts and lists stand for no limit. A limit that is no time or no day is a text that cannot be read. */
export interface Wish {
  readonly durationMinutes: string
  readonly urgency: Urgency
  readonly weekdays: readonly string[]
  readonly chairIds: readonly string[]
  readonly startTime: string
  readonly endTime: string
  readonly fromDate: string
  readonly throughDate: string
  readonly note: string
  readonly appointmentTypeId: string
}

const usualMinutes = '30'

/** Whether a limit is a time, `HH:MM`. */
export const isTime = (limit: string): boolean => readTime(limit) === limit || limit === '24:00'

/** The wish of somebody who waits, or an empty one. */
export const wishOf = (item: WaitingItem | undefined): Wish => ({
  durationMinutes: item === undefined ? usualMinutes : String(item.durationMinutes),
  urgency: item?.urgency ?? 'soon',
  weekdays: item?.weekdays ?? [],
  chairIds: item?.chairIds ?? [],
  startTime: item?.startTime ?? '',
  endTime: item?.endTime ?? '',
  fromDate: item?.fromDate ?? '',
  throughDate: item?.throughDate ?? '',
  note: item?.note ?? '',
  appointmentTypeId: item?.appointmentTypeId ?? '',
})

/** The fields that differ, as the API takes them. */
export function changesOf(wish: Wish, before: Wish): components['schemas']['UpdateWaiting'] {
  const changes: Record<string, unknown> = {}
  for (const name of Object.keys(wish) as (keyof Wish)[]) {
    const value = wish[name]
    if (String(value) === String(before[name])) continue
    if (name === 'durationMinutes') changes[name] = Number(value)
    else changes[name] = value.length === 0 ? null : value
  }
  return changes
}
