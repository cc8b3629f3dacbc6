/** Calendars that members subscribe to, as iCalendar texts (RFC 5545, RFC 7986). */
import ical, { type ICalEventData, ICalEventStatus } from 'ical-generator'
import { oneLine } from './one-line.ts'

/** The data of one taken time in a feed. Instants are epoch milliseconds. */
interface FeedItem {
  readonly id: string
  readonly startAt: number
  readonly endAt: number
  readonly summary: string
  readonly place: string | null
  /** How often the taken time was changed. Programs use the version with the highest number. */
  readonly version: number
  readonly changedAt: number
  readonly isCancelled: boolean
}

/** The data of a feed itself. Programs should read the feed again after `refreshSeconds`. */
interface FeedHead {
  readonly name: string
  readonly refreshSeconds: number
}

const end = 'END:VCALENDAR'
const prodId = { company: 'chairside', product: 'calendar' }

/** The text of a feed: its head, the texts of its items, and its end. */
export const feedText = ({ name, refreshSeconds }: FeedHead, items: readonly string[]): string => {
  const empty = ical({ prodId, name: oneLine(name), ttl: refreshSeconds }).toString()
  return `${empty.slice(0, empty.lastIndexOf(end))}${items.join('')}${end}\r\n`
}

/** The text of some items, for `feedText`. The items of a feed can be written in several calls. */
export function feedItems(items: readonly FeedItem[]): string {
  if (items.length === 0) return ''
  const text = ical({ prodId, events: items.map(eventOf) }).toString()
  return text.slice(text.indexOf('BEGIN:VEVENT'), text.lastIndexOf(end))
}

const eventOf = ({
  id,
  startAt,
  endAt,
  summary,
  place,
  version,
  changedAt,
  isCancelled,
}: FeedItem): ICalEventData => ({
  id,
  start: new Date(startAt),
  end: new Date(endAt),
  summary: oneLine(summary),
  location: place === null ? null : oneLine(place),
  sequence: version,
  stamp: new Date(changedAt),
  lastModified: new Date(changedAt),
  status: isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
})
