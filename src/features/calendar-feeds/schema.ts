import type { Static } from '@sinclair/typebox'
import { formatInstant } from '../../domain/time.ts'
import {
  answeredId,
  answeredInstant,
  answeredText,
  givenId,
  listOf,
  namedShape,
  nullable,
  optional,
} from '../../http/shape.ts'
import type { FeedRow } from '../../store/access/calendar-feeds.ts'

export const createFeedBody = namedShape('CreateCalendarFeed', 'The calendar to subscribe to.', {
  chairId: optional(givenId('chair', 'The chair of the calendar. Left out for your own appointments.')),
})

const fields = {
  id: answeredId('calendarFeed', 'The id of the feed.'),
  chairId: nullable(
    answeredId('chair', 'The chair of the calendar. Null for the member’s own appointments.'),
  ),
  lastFetchedAt: nullable(
    answeredInstant('When a program last read the feed, to the hour. Null when no program has read it yet.'),
  ),
  createdAt: answeredInstant('When the feed was made.'),
}
const feed = namedShape(
  'CalendarFeed',
  'A calendar that a member subscribes to. The answer does not contain its address.',
  fields,
)
export const feedList = namedShape('CalendarFeedList', 'Calendars that the caller subscribes to.', {
  feeds: listOf(feed, 'The feeds, the oldest first.'),
})
export const createdFeed = namedShape('CreatedCalendarFeed', 'A new feed with its address.', {
  ...fields,
  url: answeredText(
    'The address for a calendar program. The address is shown once. A program that has the address can read the calendar.',
    'https://praxis.example.org/calendar/cf_….ics',
  ),
})
const feedOfMember = namedShape('CalendarFeedOfMember', 'A calendar that a member subscribes to.', {
  ...fields,
  memberId: answeredId('member', 'The member who subscribes to the calendar.'),
})
export const feedsOfPractice = namedShape('CalendarFeedsOfPractice', 'Calendars that members subscribe to.', {
  feeds: listOf(feedOfMember, 'The feeds, the oldest first.'),
})

export const viewFeed = ({
  id,
  chairId,
  lastFetchedAt,
  createdAt,
}: Omit<FeedRow, 'practiceId'>): Static<typeof feed> => ({
  id,
  chairId,
  lastFetchedAt: lastFetchedAt === null ? null : formatInstant(lastFetchedAt),
  createdAt: formatInstant(createdAt),
})
