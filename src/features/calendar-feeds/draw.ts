import {
  type CalendarFeeds,
  initialsOf,
  keepCancelledMs,
  mostEvents,
  refreshSeconds,
} from '../../domain/calendar-feed.ts'
import type { Interval } from '../../domain/time.ts'
import { feedItems, feedText } from '../../messages/calendar-feed.ts'
import { languageOf } from '../../messages/languages.ts'
import { findMember } from '../../store/access/members.ts'
import {
  type FeedEvent,
  type FeedOf,
  listFeedBlocks,
  listFeedCancellations,
  namesOfPatient,
} from '../../store/calendar/feed-events.ts'
import type { Scope } from '../../store/engine/scope.ts'
import { findNoticeSettings } from '../../store/notices/notice-settings.ts'
import { listAppointmentTypes } from '../../store/practice/appointment-types.ts'
import { listChairs } from '../../store/practice/chairs.ts'
import { findPractice } from '../../store/practice/practice.ts'

/**
 * The text of a feed. It yields between pages, so that other requests are answered in between. `during` is the time
 * that the feed covers. `now` is in epoch milliseconds. The feed contains no name and no text of a patient, and no text
 * of an entry.
 */
export function* drawFeed(
  scope: Scope,
  of: FeedOf,
  shows: CalendarFeeds,
  during: Interval,
  now: number,
): Generator<void, string> {
  const member = findMember(scope, of.userId)
  const { busy } = languageOf(member?.language ?? null, findNoticeSettings(scope).language)
  const chairs = new Map(listChairs(scope).map(({ id, name }) => [id, name]))
  const types = new Map(
    [false, true]
      .flatMap((archived) => listAppointmentTypes(scope, archived))
      .map(({ id, name }) => [id, name]),
  )
  const initials = new Map<string, string>()
  const initialsOfPatient = (id: string): string => {
    const names = namesOfPatient(scope, id)
    return names === null ? '' : initialsOf(names.firstName, names.lastName)
  }
  const titleOf = ({ appointmentTypeId, patientId }: FeedEvent): string => {
    if (shows === 'type' && appointmentTypeId !== null) return types.get(appointmentTypeId) ?? busy
    if (shows !== 'initials' || patientId === null) return busy
    return initials.getOrInsertComputed(patientId, initialsOfPatient) || busy
  }
  const itemOf = (event: FeedEvent, isCancelled: boolean) => {
    const place = event.chairId === null ? null : (chairs.get(event.chairId) ?? null)
    const title = titleOf(event)
    return { ...event, isCancelled, place, summary: place === null ? title : `${title} · ${place}` }
  }

  const texts: string[] = []
  let room = mostEvents
  for (const [pages, isCancelled] of [
    [listFeedBlocks(scope, during, of), false],
    [listFeedCancellations(scope, during, of, now - keepCancelledMs), true],
  ] as const)
    for (const page of pages) {
      texts.push(feedItems(page.slice(0, room).map((event) => itemOf(event, isCancelled))))
      room -= Math.min(room, page.length)
      if (room === 0) break
      yield
    }
  const whose = of.chairId === null ? member?.name : chairs.get(of.chairId)
  return feedText({ name: `${whose} · ${findPractice(scope)?.name}`, refreshSeconds }, texts)
}
