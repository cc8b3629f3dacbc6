/** A practice at which visitors can book online. */
import type { Act } from '../../domain/act.ts'
import { type BookingSettings, unsetBooking } from '../../domain/online-booking.ts'
import type { Site } from '../../domain/site.ts'
import { findPractice, type PracticeRow } from '../../store/practice/practice.ts'
import type { Practice, Store } from '../../store/store.ts'

export type BookingStore = Pick<Store, 'identity' | 'practices' | 'dueNotices' | 'keys'>

export interface BookingPlace {
  readonly practice: Practice
  readonly row: PracticeRow
  readonly settings: BookingSettings
}

/**
 * The practice of a booking page. Null when no practice has the slug, when online booking is switched off, or when the
 * practice has another host. `act` is the act of the visitor's request. Its writes may leave no row in the audit trail.
 */
export function placeAt(
  { identity, practices }: BookingStore,
  site: Site,
  slug: string,
  act: Act,
): BookingPlace | null {
  const practiceId = identity.practiceAtSlug(slug)
  if (practiceId === null || !site.serves(practiceId)) return null
  const practice = practices.of(practiceId, { ...actOf(act), bookkeeping: true })
  const row = findPractice(practice.read)
  const settings = row?.onlineBooking ?? unsetBooking
  return row !== null && settings.enabled ? { practice, row, settings } : null
}

/**
 * The slug in a path of the public API or of the booking page, in lower case as the routes read it. Undefined for every
 * other path.
 */
export const slugIn = (path: string): string | undefined =>
  /^\/(?:book|api\/v1\/public\/practices)\/([a-z0-9-]{3,50})(?:\/|$)/i.exec(path)?.[1]?.toLowerCase()

/** Copies an act into a plain object. The fields of an act may be getters of a class, which a spread does not copy. */
const actOf = ({ actor, action, requestId, address }: Act): Act => ({ actor, action, requestId, address })
