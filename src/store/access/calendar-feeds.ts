/** The calendars that members have subscribed to (RULES §33). */
import { and, asc, isNull, sql } from 'drizzle-orm'
import { calendarFeeds } from '../../../db/schema/calendar-feeds.ts'
import type { Scope, WriteScope } from '../engine/scope.ts'
import { columnsOf, equals, type NewRow, remove, select, update } from '../engine/statement.ts'

const { hash: _, ...fields } = columnsOf(calendarFeeds)
const ofMember = equals(calendarFeeds.userId, 'userId')
const oneOf = equals(calendarFeeds.id, 'id')
const orderBy = [asc(calendarFeeds.createdAt), asc(calendarFeeds.id)]

const inOrder = select({ fields, from: calendarFeeds, where: ofMember, orderBy })
const allInOrder = select({ fields, from: calendarFeeds, orderBy })
const count = select({ fields: { count: sql<number>`count(*)` }, from: calendarFeeds, where: ofMember })
const removeOneOf = remove(calendarFeeds, and(oneOf, ofMember)!)
const removeAllOf = remove(calendarFeeds, ofMember)
const removeAllOfChair = remove(calendarFeeds, equals(calendarFeeds.chairId, 'chairId'))
const whereId = equals(calendarFeeds.id, 'whereId')
const fetchedFirst = update(
  calendarFeeds,
  ['lastFetchedAt'],
  and(whereId, isNull(calendarFeeds.lastFetchedAt))!,
)
const fetchedAgain = update(calendarFeeds, ['lastFetchedAt'], whereId)

/** A member's feeds, the oldest first. */
export const listFeeds = (scope: Scope, userId: string) => scope.all(inOrder, { userId })
export type FeedRow = ReturnType<typeof listFeeds>[number]

/** The feeds of all members, the oldest first. */
export const listAllFeeds = (scope: Scope): FeedRow[] => scope.all(allInOrder)

/** How many feeds a member has. */
export const countFeeds = (scope: Scope, userId: string): number => scope.get(count, { userId })!.count

/** Adds a feed. The row holds the hash of its secret. */
export const insertFeed = (tx: WriteScope, feed: NewRow<typeof calendarFeeds>): void =>
  tx.insert(calendarFeeds, feed)

/** Notes that a feed was read for the first time. Returns false when the feed was read before, or is gone. */
export const markFirstFetch = (tx: WriteScope, id: string, now: number): boolean =>
  tx.run(fetchedFirst, { whereId: id, lastFetchedAt: now }) > 0

/** Notes that a feed was read. */
export const markFetched = (tx: WriteScope, id: string, now: number): void =>
  void tx.run(fetchedAgain, { whereId: id, lastFetchedAt: now })

/** Ends a feed of any member. Returns false when no feed has this id. */
export const removeFeed = (tx: WriteScope, id: string): boolean => tx.remove(calendarFeeds, id)

/** Ends a feed of a member. Returns false when the member has no feed with this id. */
export const removeFeedOf = (tx: WriteScope, userId: string, id: string): boolean =>
  tx.run(removeOneOf, { userId, id }) > 0

/** Ends all feeds of a member, and answers how many. */
export const removeFeedsOf = (tx: WriteScope, userId: string): number => tx.run(removeAllOf, { userId })

/** Ends all feeds of a chair, and answers how many. */
export const removeFeedsOfChair = (tx: WriteScope, chairId: string): number =>
  tx.run(removeAllOfChair, { chairId })
