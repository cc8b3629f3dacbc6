/** A practice where people book online, as a visitor reaches it. */
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
 * The practice of a booking page. Null for a slug that no practice has, that is switched off, or that belongs to a practice
 * with another host. `act` is what the visitor does there. It may leave no row in the audit trail.
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
 * The slug in a path of the public API or of the booking page, in small letters as the routes read it; undefined for every
 * other path.
 */
export const slugIn = (path: string): string | undefined =>
  /^\/(?:book|api\/v1\/public\/practices)\/([a-z0-9-]{3,50})(?:\/|$)/i.exec(path)?.[1]?.toLowerCase()

/** The fields of an act that may be an object with getters. */
const actOf = ({ actor, action, requestId, address }: Act): Act => ({ actor, action, requestId, address })
