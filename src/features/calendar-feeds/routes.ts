import { actBy, bookkeepingAct, memberBy } from '../../domain/act.ts'
import { feedReach, fetchedEvery } from '../../domain/calendar-feed.ts'
import { notFound } from '../../domain/problem.ts'
import { deleted, deletion } from '../../http/answers.ts'
import { knownAs } from '../../http/conditions.ts'
import { exchangeOf, inPieces, RequestAct, siteOf } from '../../http/exchange.ts'
import { pathOf } from '../../http/path.ts'
import { tagged } from '../../http/route.ts'
import type { Route } from '../../http/route-spec.ts'
import { ownPathId } from '../../http/shape.ts'
import { markFetched, markFirstFetch } from '../../store/access/calendar-feeds.ts'
import type { FoundFeed } from '../../store/access/identity.ts'
import { newestCursor } from '../../store/changes/changes.ts'
import { unlessFrozen } from '../../store/engine/frozen.ts'
import type { Store } from '../../store/store.ts'
import { newFeed } from '../shared/account-mail.ts'
import type { PasskeyDeps } from '../shared/deps.ts'
import { browseFeeds, browseOwnFeeds, createFeed, endAnyFeed, endOwnFeed, shownInFeeds } from './actions.ts'
import { feedIn } from './feed-path.ts'
import { createdFeed, createFeedBody, feedList, feedsOfPractice, viewFeed } from './schema.ts'

const ids = { feedId: ownPathId('The feed: an id from the answer of `listMyCalendarFeeds`.') }

type OwnFeedDeps = Pick<PasskeyDeps, 'route' | 'mail' | 'sites' | 'now'>

/**
 * Calendars that members subscribe to (RULES §33): members make and end their own feeds, and owners can end every feed.
 */
export const calendarFeedRoutes = tagged('Account', ({ route, mail, sites, now }: OwnFeedDeps) => ({
  list: route(
    {
      id: 'listMyCalendarFeeds',
      summary: 'List the calendars that I subscribe to',
      description: 'Oldest first.',
      answer: feedList,
    },
    ({ practice, caller }) => ({ feeds: browseOwnFeeds(practice, caller.userId).map(viewFeed) }),
  ),

  create: route(
    {
      id: 'createCalendarFeed',
      summary: 'Subscribe to a calendar',
      description:
        'Only with a passkey used within the last ten minutes, and only if `calendarFeeds` of the practice is not `off`. The address is shown once. You get a mail about the new feed.',
      who: 'signed-in',
      body: createFeedBody,
      answer: createdFeed,
      status: 201,
      problems: ['passkey_required', 'conflict'],
      mints: ({ id }) => ({ path: 'feedId', id }),
    },
    async ({ practice, request, caller, body }) => {
      const created = await createFeed(practice, caller, body.chairId ?? null, now())
      mail.tell(request, caller, newFeed)
      return created
    },
    ({ feed, secret, practiceId }) => ({
      ...viewFeed(feed),
      url: `${sites.of(practiceId).origin}/calendar/${secret}.ics`,
    }),
  ),

  end: route(
    {
      id: 'endCalendarFeed',
      summary: 'End a calendar that I subscribe to',
      description: 'Only when signed in with a passkey. The address of the calendar stops working.',
      who: 'signed-in',
      ids,
      answer: deletion,
    },
    ({ practice, caller, ids }) => endOwnFeed(practice, caller.userId, ids.feedId),
    () => deleted,
  ),

  listAll: route(
    {
      id: 'listCalendarFeeds',
      tag: 'Members',
      summary: 'List the calendars that members subscribe to',
      description: 'Owners only, signed in with a passkey. Oldest first.',
      who: 'signed-in owner',
      answer: feedsOfPractice,
      streams: true,
    },
    ({ practice }) => ({
      feeds: browseFeeds(practice).map((row) => ({ ...viewFeed(row), memberId: row.userId })),
    }),
  ),

  endAny: route(
    {
      id: 'endAnyCalendarFeed',
      tag: 'Members',
      summary: 'End a calendar that a member subscribes to',
      description: 'Owners only, signed in with a passkey. The address of the calendar stops working.',
      who: 'signed-in owner',
      ids,
      answer: deletion,
    },
    ({ practice, caller, ids }) => endAnyFeed(practice, caller, ids.feedId),
    () => deleted,
  ),
}))

/** What the route needs by which programs read a feed. */
interface FeedDeps extends Pick<PasskeyDeps, 'limit' | 'now'> {
  readonly store: Pick<Store, 'identity' | 'practices'>
}

/**
 * For how many feeds the tag of the last answer is remembered. Beyond this number, a new tag replaces the oldest one.
 */
const mostRemembered = 2_000
const day = 86_400_000

/**
 * The route by which a program reads a feed. A program that asks again gets 304 when nothing has changed. While the
 * practice has no new changes, the route does not read the calendar.
 */
export function feedRoute({ store, limit, now }: FeedDeps): Route {
  /** The ETag of each feed, and the state of the practice for which this ETag is right. */
  const tags = new Map<string, { readonly state: string; readonly tag: string }>()
  const remember = (id: string, known: { readonly state: string; readonly tag: string }) => {
    tags.delete(id)
    if (tags.size === mostRemembered) tags.delete(tags.keys().next().value!)
    tags.set(id, known)
  }

  async function answer(request: Request, feed: FoundFeed): Promise<Response> {
    const { practiceId, id } = feed
    const act = actBy(new RequestAct(request, 'fetchCalendarFeed'), memberBy('link', feed.userId, id))
    const practice = store.practices.of(practiceId, act)
    const shows = shownInFeeds(practice.read)
    if (shows === 'off') throw notFound()
    const at = now()
    if (feed.lastFetchedAt === null)
      await practice.write((tx) => {
        if (markFirstFetch(tx, id, at)) tx.record({ kind: 'access', record: { kind: 'calendarFeed', id } })
      })
    else if (feed.lastFetchedAt + fetchedEvery <= at)
      store.practices
        .of(practiceId, bookkeepingAct('markUse'))
        .write((tx) => markFetched(tx, id, at))
        .catch(unlessFrozen(exchangeOf(request).reportFault))

    const today = Math.floor(at / day) * day
    const { epoch, seq } = newestCursor(practice.read)
    const state = `${epoch} ${seq} ${today}`
    const known = tags.get(id)
    if (known?.state === state && knownAs(request, known.tag) !== undefined) return notModified(known.tag)
    const during = { startAt: today - feedReach.back, endAt: today + feedReach.ahead }
    // The module is loaded when a feed is first drawn.
    const { drawFeed } = await import('./draw.ts')
    const text = await inPieces(request, drawFeed(practice.read, feed, shows, during, today))
    const tag = `W/"${Bun.hash(text).toString(36)}"`
    remember(id, { state, tag })
    if (knownAs(request, tag) !== undefined) return notModified(tag)
    return new Response(text, {
      headers: { ...headersOf(tag), 'content-type': 'text/calendar; charset=utf-8' },
    })
  }

  return {
    hook: { detail: { hide: true }, transform: limit },
    keeps: 'never',
    handler:
      () =>
      async ({ request }) => {
        const { turn } = exchangeOf(request)
        await turn?.begin()
        const feed = feedIn(store.identity, pathOf(request))
        if (feed === null || !siteOf(request).serves(feed.practiceId)) throw notFound()
        return await answer(request, feed)
      },
  }
}

const headersOf = (etag: string) => ({ etag, 'cache-control': 'private, no-cache' })
const notModified = (etag: string) => new Response(null, { status: 304, headers: headersOf(etag) })
