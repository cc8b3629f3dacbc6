/** How patients book by themselves: the settings of a practice, and the bounds of what strangers may hold (RULES §31). */
import type { Issue } from './problem.ts'

const minute = 60_000
const hour = 60 * minute

/** The settings of a practice. */
export interface BookingSettings {
  readonly enabled: boolean
  /** Names the practice in the address of its booking page. No two practices have the same. */
  readonly slug: string | null
  /** The origins of the practice's own sites, which may show the page in a frame. */
  readonly frameAncestors: readonly string[]
  /** How long a request waits for an answer at most, in hours. */
  readonly requestHours: number
  /** How many requests may wait at a time. */
  readonly mostOpenRequests: number
}

/** The settings of a practice that has set none. */
export const unsetBooking: BookingSettings = {
  enabled: false,
  slug: null,
  frameAncestors: [],
  requestHours: 48,
  mostOpenRequests: 20,
}

/** The address of the page where patients of a practice book; null where they cannot. */
export const bookingPage = (
  origin: string,
  { onlineBooking }: { readonly onlineBooking: BookingSettings | null },
): string | null =>
  onlineBooking?.enabled === true && onlineBooking.slug !== null
    ? `${origin}/book/${onlineBooking.slug}`
    : null

/** Letters from a to z, digits and dashes. */
export const slugPattern = '^[a-z0-9][a-z0-9-]{1,48}[a-z0-9]$'
/** An origin that a practice's site can have. */
export const sitePattern = '^https://[a-z0-9.-]{1,253}(:[0-9]{1,5})?$'

/** What is wrong between the settings: who switches it on needs a slug. */
export const bookingIssues = ({
  enabled,
  slug,
}: Partial<Pick<BookingSettings, 'enabled' | 'slug'>>): Issue[] =>
  enabled && slug === null ? [{ path: 'slug', message: 'must be given when patients can book online' }] : []

/** The most requests that a practice can let wait at a time. */
export const mostRequests = 200

/** How long a time is held for a visitor, in milliseconds. */
export const holdMs = 10 * minute
/** How many times may be held without a proof at once: for one network, and at one practice. */
export const mostHeld = { network: 2, practice: 10 } as const
/** How many other times are named to a visitor who finds a time gone. */
export const otherTimes = 3

/** How long a code counts, in milliseconds, and how often a wrong one may be tried. */
export const codeMs = 10 * minute
export const mostTries = 5
/** How many codes go out: to one contact in an hour and a day, for one network in a day, and for one practice in a day. */
export const mostCodes = { contactHour: 3, contactDay: 10, networkDay: 20, practiceDay: 100 } as const
/** From this number of codes in an hour on, a practice is flooded: then every booking is a request. */
export const floodCodes = 25

/** A code that went out, in epoch milliseconds. */
interface Sent {
  readonly sentAt: number
}

/** Whether a practice is flooded at a moment, by the codes that it sent. */
export const isFlooded = (codes: readonly Sent[], at: number): boolean =>
  codes.filter(({ sentAt }) => sentAt > at - hour && sentAt <= at).length >= floodCodes

/** The codes with which a flood began, the first one first. */
export function floodsIn<C extends Sent>(codes: readonly C[]): C[] {
  const inOrder = codes.toSorted((a, b) => a.sentAt - b.sentAt)
  return inOrder.filter(
    ({ sentAt }, i) => isFlooded(inOrder.slice(0, i + 1), sentAt) && !isFlooded(inOrder.slice(0, i), sentAt),
  )
}

/** How long what a visitor typed is kept when they do not go on, in milliseconds: an hour from the begin of the hold. */
export const abandonedMs = hour - holdMs
/** How long it is kept which codes went out, in milliseconds. */
export const codesKeptMs = 24 * hour

/** The longest answer to a question of a type, in UTF-16 code units. */
export const longestAnswer = 300

/**
 * What becomes of a time that a visitor holds. It is `held` until the visitor proves who they are. It is `requested` until
 * a member decides, or `booked` at once. `closed` says that the practice declined it, or did not decide in time.
 */
const bookingStates = ['held', 'requested', 'booked', 'closed'] as const
export type BookingState = (typeof bookingStates)[number]

/** What an entry keeps of its booking, in its metadata under `online`. */
export interface BookedOnline {
  /** How the contact was proven. */
  readonly proof: 'email' | 'sms'
  /** The questions of the type that were answered. */
  readonly answers: readonly { readonly question: string; readonly answer: string }[]
}

/** How a visitor named themselves. Messages about the booking greet them by these names, not by those of a record. */
export interface WrittenTo {
  readonly firstName: string
  readonly lastName: string
  /**
   * That the visitor wants no messages about the booking. `record` says that the record of the patient wanted messages
   * until then, and `booking` that it wanted none before.
   */
  readonly stopped?: 'booking' | 'record'
}

/** Whether an entry was booked online, by what its metadata keep. */
export const isBookedOnline = ({
  metadata,
}: {
  readonly metadata: Readonly<Record<string, unknown>>
}): boolean => metadata.online !== undefined

/** Until when a patient may move or cancel by themselves what they booked online. Epoch milliseconds. */
export const changeableUntil = (startAt: number, cancelUntilMinutes: number): number =>
  startAt - cancelUntilMinutes * minute

/** The answers to the questions of a type, in their order. What is blank is left out. */
export const answered = (questions: readonly string[], answers: readonly string[]): BookedOnline['answers'] =>
  questions.flatMap((question, i) => {
    const answer = answers[i]?.trim() ?? ''
    return answer === '' ? [] : [{ question, answer }]
  })

/** Which part of the offers of a day may be taken away: by holds without a proof, and by these and the requests that wait. */
export const mostTaken = { unproven: 1 / 4, waiting: 1 / 2 } as const

/** Of how many kinds of appointment the offers of a day are counted. */
export const mostKindsCounted = 20

/**
 * Whether one more hold takes too many offers of its day. The first one of a day may take what it likes.
 * @param offers how many offers the day has when nothing is held
 * @param left how many of them are left with the new hold
 */
export const takesTooMany = (offers: number, left: number, heldBefore: number, most: number): boolean =>
  heldBefore > 0 && offers - left > offers * most
