/** The wishes of a waiting patient, in words. */
import { sayDate, sayTime } from '../../base/time/say.ts'
import type { WaitingItem } from '../../contract/names.ts'
import { offeredType } from '../../live/appointment-types.ts'
import { chairName } from '../../live/known-names.ts'
import { words } from '../../words/words.ts'

/** The names of the weekdays in the API, from Monday on. */
export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const

/** The name of a weekday in the language of the desk. 1 January 2024 was a Monday. */
export const sayWeekday = (weekday: (typeof weekdays)[number]): string =>
  sayDate(`2024-01-0${weekdays.indexOf(weekday) + 1}`, 'weekday')

/** A time of day `HH:MM`, in the format of the locale. */
export const sayClock = (time: string): string =>
  sayTime(`2024-01-01T${time === '24:00' ? '00:00' : time}:00Z`, 'UTC')

/** The type and the limits of a wish, one text for each. Empty when every time suits. */
export function wishesOf(item: WaitingItem): string[] {
  const { waiting: texts } = words.value
  const { weekdays: days, startTime, endTime, chairIds, fromDate, throughDate } = item
  return [
    offeredType(item.appointmentTypeId)?.name,
    days?.map(sayWeekday).join(', '),
    startTime && endTime
      ? `${sayClock(startTime)}–${sayClock(endTime)}`
      : (startTime && texts.from(sayClock(startTime))) || (endTime && texts.until(sayClock(endTime))),
    chairIds?.map(chairName).join(', '),
    fromDate && texts.fromDate(sayDate(fromDate, 'number')),
    throughDate && texts.throughDate(sayDate(throughDate, 'number')),
  ].filter((text): text is string => Boolean(text))
}
