/** Calendars that members subscribe to, as iCalendar texts (RFC 5545, RFC 7986). */
import ical, { type ICalEventData, ICalEventStatus } from 'ical-generator'
import { oneLine } from './one-line.ts'

/** What a feed says of one time that is taken. Instants are epoch milliseconds. */
interface FeedItem {
  readonly id: string
  readonly startAt: number
  readonly endAt: number
  readonly summary: string
  readonly place: string | null
  /** How often it changed. Programs take the highest number. */
  readonly version: number
  readonly changedAt: number
  readonly isCancelled: boolean
}

/** What a feed says of itself. Programs should read it again after `refreshSeconds`. */
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

/** The text of some items, for `feedText`. They need not all be written at once. */
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
