/** The fields of the waiting list's form, and the changes that are sent to the server. */

import type { WaitingItem } from '../../contract/names.ts'
import type { components } from '../../contract/openapi.ts'
import { readTime } from '../../parts/read-time.ts'
import type { Urgency } from './state.ts'

/** An empty text or list means no limit. A text that cannot be read as a time or a day is kept as a mistake. */
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

/** The wish of a waiting patient, or an empty wish. */
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

/** The fields that differ, in the form in which the API takes them. */
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
