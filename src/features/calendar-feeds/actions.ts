import { type CalendarFeeds, mostFeeds } from '../../domain/calendar-feed.ts'
import type { Caller } from '../../domain/caller.ts'
import { newId } from '../../domain/id.ts'
import { requireRoom } from '../../domain/limits.ts'
import { conflict, found, invalid, notFound } from '../../domain/problem.ts'
import { mintSecret } from '../../domain/secrets.ts'
import { settingsOf } from '../../domain/settings.ts'
import {
  countFeeds,
  insertFeed,
  listAllFeeds,
  listFeeds,
  removeFeed,
  removeFeedOf,
} from '../../store/access/calendar-feeds.ts'
import type { Scope, WriteScope } from '../../store/engine/scope.ts'
import { findChair } from '../../store/practice/chairs.ts'
import { findPractice } from '../../store/practice/practice.ts'
import type { Practice, ReadablePractice } from '../../store/store.ts'
import { requireFreshPasskey, requireOwner } from '../shared/requirements.ts'

/** The calendars that a member subscribes to. */
export const browseOwnFeeds = (practice: ReadablePractice, userId: string) => listFeeds(practice.read, userId)

/** The calendars that all members subscribe to. */
export const browseFeeds = (practice: Practice) => listAllFeeds(practice.read)

/** The setting that decides what the feeds of the practice show of an appointment. */
export const shownInFeeds = (scope: Scope): CalendarFeeds =>
  settingsOf(found(findPractice(scope))).calendarFeeds

/**
 * Lets the caller subscribe to the calendar of a chair, or to their own appointments. Only this call returns the secret
 * of the address, because only its hash is stored.
 * @throws `passkey_required`. `validation_failed` for a chair that the practice does not have. `conflict` when feeds are
 * off in the practice, which is the default, or when the caller has too many feeds.
 */
export const createFeed = (practice: Practice, caller: Caller, chairId: string | null, now: number) =>
  practice.write((tx) => {
    requireFreshPasskey(tx, caller, now)
    if (chairId !== null && findChair(tx, chairId) === null)
      throw invalid([{ path: 'chairId', message: 'must be a chair of the practice' }])
    if (shownInFeeds(tx) === 'off')
      throw conflict('The practice has no calendar feeds. An owner can switch them on in the settings.')
    const { userId } = caller
    requireRoom(countFeeds(tx, userId), mostFeeds, `A member has at most ${mostFeeds} feeds. End one first.`)
    const { secret, hash } = mintSecret('calendarFeed')
    const feed = { id: newId(now), userId, chairId, lastFetchedAt: null, createdAt: now }
    insertFeed(tx, { ...feed, hash })
    recordFeed(tx, feed.id, { memberId: userId, chairId })
    return { feed, secret, practiceId: tx.practiceId }
  })

/** Ends one of the caller's own feeds at once. @throws `not_found`. */
export const endOwnFeed = (practice: Practice, userId: string, feedId: string) =>
  practice.write((tx) => {
    if (!removeFeedOf(tx, userId, feedId)) throw notFound()
    recordFeed(tx, feedId)
  })

/** Ends a feed of any member, for an owner. @throws `not_found`; `forbidden` when the caller is no longer an owner. */
export const endAnyFeed = (practice: Practice, caller: Caller, feedId: string) =>
  practice.write((tx) => {
    requireOwner(tx, caller)
    if (!removeFeed(tx, feedId)) throw notFound()
    recordFeed(tx, feedId)
  })

const recordFeed = (tx: WriteScope, id: string, detail?: { memberId: string; chairId: string | null }) =>
  tx.record({ kind: 'access', record: { kind: 'calendarFeed', id }, ...(detail && { detail }) })
