/**
 * How patients book by themselves: the settings of a practice, and the limits for visitors who hold times (RULES §31).
 */
import type { Issue } from './problem.ts'

const minute = 60_000
const hour = 60 * minute

/** The settings of a practice for online booking. */
export interface BookingSettings {
  readonly enabled: boolean
  /** Names the practice in the address of its booking page. No two practices have the same slug. */
  readonly slug: string | null
  /** The origins of the practice's own sites, which may show the page in a frame. */
  readonly frameAncestors: readonly string[]
  /** How long a request waits for an answer at most, in hours. */
  readonly requestHours: number
  /** How many requests may wait at a time. */
  readonly mostOpenRequests: number
}

/** The settings of a practice that has not chosen any. */
export const unsetBooking: BookingSettings = {
  enabled: false,
  slug: null,
  frameAncestors: [],
  requestHours: 48,
  mostOpenRequests: 20,
}

/** The address of the page where patients of a practice book; null when they cannot book online. */
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

/** The rules that the settings break in combination: online booking that is switched on needs a slug. */
export const bookingIssues = ({
  enabled,
  slug,
}: Partial<Pick<BookingSettings, 'enabled' | 'slug'>>): Issue[] =>
  enabled && slug === null ? [{ path: 'slug', message: 'must be given when patients can book online' }] : []

/** The most requests that a practice can let wait at a time. */
export const mostRequests = 200

/** How long a time is held for a visitor, in milliseconds. */
export const holdMs = 10 * minute
/** How many times visitors may hold at once before they prove their contact: from one network, and at one practice. */
export const mostHeld = { network: 2, practice: 10 } as const
/** How many other times are offered to a visitor whose time is taken. */
export const otherTimes = 3

/** How long a code is valid, in milliseconds, and how often a wrong code may be tried. */
export const codeMs = 10 * minute
export const mostTries = 5
/** How many codes are sent at most: to a contact per hour and per day, for a network and a practice per day. */
export const mostCodes = { contactHour: 3, contactDay: 10, networkDay: 20, practiceDay: 100 } as const
/** From this number of codes in an hour on, a practice is flooded: then every booking is a request. */
export const floodCodes = 25

/** A code that was sent; `sentAt` is in epoch milliseconds. */
interface Sent {
  readonly sentAt: number
}

/** Whether a practice is flooded at a moment, judged by the codes that it sent. */
export const isFlooded = (codes: readonly Sent[], at: number): boolean =>
  codes.filter(({ sentAt }) => sentAt > at - hour && sentAt <= at).length >= floodCodes

/** The codes with which a flood began, the earliest first. */
export function floodsIn<C extends Sent>(codes: readonly C[]): C[] {
  const inOrder = codes.toSorted((a, b) => a.sentAt - b.sentAt)
  return inOrder.filter(
    ({ sentAt }, i) => isFlooded(inOrder.slice(0, i + 1), sentAt) && !isFlooded(inOrder.slice(0, i), sentAt),
  )
}

/**
 * How long the input of a visitor is kept after their hold ended, when they do not go on. The time is in milliseconds,
 * and ends an hour after the start of the hold.
 */
export const abandonedMs = hour - holdMs
/** How long the record of a sent code is kept, in milliseconds. */
export const codesKeptMs = 24 * hour

/** The longest answer to a question of a type, in UTF-16 code units. */
export const longestAnswer = 300

/**
 * The states of a time that a visitor holds. The time is `held` until the visitor proves who they are. Then it is
 * `requested` until a member decides, or it is `booked` at once. `closed` means that the practice declined the request,
 * or did not decide in time.
 */
const bookingStates = ['held', 'requested', 'booked', 'closed'] as const
export type BookingState = (typeof bookingStates)[number]

/** The facts about an online booking that an entry keeps in its metadata under `online`. */
export interface BookedOnline {
  /** How the contact was proven. */
  readonly proof: 'email' | 'sms'
  /** The questions of the type that were answered. */
  readonly answers: readonly { readonly question: string; readonly answer: string }[]
}

/**
 * How a visitor named themselves. Messages about the booking greet the visitor by these names, not by the names in a
 * record.
 */
export interface WrittenTo {
  readonly firstName: string
  readonly lastName: string
  /**
   * Given when the visitor wants no messages about the booking. With `record`, the patient's record allowed messages
   * until then. With `booking`, the record allowed no messages before.
   */
  readonly stopped?: 'booking' | 'record'
}

/** Whether an entry was booked online, judged by its metadata. */
export const isBookedOnline = ({
  metadata,
}: {
  readonly metadata: Readonly<Record<string, unknown>>
}): boolean => metadata.online !== undefined

/** Until when a patient may move or cancel an online booking by themselves, in epoch milliseconds. */
export const changeableUntil = (startAt: number, cancelUntilMinutes: number): number =>
  startAt - cancelUntilMinutes * minute

/** The answers to the questions of a type, in the order of the questions. Blank answers are left out. */
export const answered = (questions: readonly string[], answers: readonly string[]): BookedOnline['answers'] =>
  questions.flatMap((question, i) => {
    const answer = answers[i]?.trim() ?? ''
    return answer === '' ? [] : [{ question, answer }]
  })

/**
 * The part of a day's offers that visitors may take away: by holds without a proof, and by these holds and waiting
 * requests together.
 */
export const mostTaken = { unproven: 1 / 4, waiting: 1 / 2 } as const

/** For how many types of appointments the offers of a day are counted. */
export const mostKindsCounted = 20

/**
 * Whether one more hold takes too many offers of its day. The first hold of a day may take any number of offers.
 * @param offers how many offers the day has when nothing is held
 * @param left how many of these offers are left with the new hold
 */
export const takesTooMany = (offers: number, left: number, heldBefore: number, most: number): boolean =>
  heldBefore > 0 && offers - left > offers * most
