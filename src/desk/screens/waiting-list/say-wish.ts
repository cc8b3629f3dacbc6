/** What somebody waits for, in words. */
import { sayDate, sayTime } from '../../base/time/say.ts'
import type { WaitingItem } from '../../contract/names.ts'
import { offeredType } from '../../live/appointment-types.ts'
import { chairName } from '../../live/known-names.ts'
import { words } from '../../words/words.ts'

/** The days of the week as the API names them, and as the desk does. */
export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const

/** The first of January 2024 was a Monday. */
export const sayWeekday = (weekday: (typeof weekdays)[number]): string =>
  sayDate(`2024-01-0${weekdays.indexOf(weekday) + 1}`, 'weekday')

/** A time of the day `HH:MM`, by the locale. */
export const sayClock = (time: string): string =>
  sayTime(`2024-01-01T${time === '24:00' ? '00:00' : time}:00Z`, 'UTC')

/** What limits the times that suit, one text for each limit. Empty when every time suits. */
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
