import { api } from '../../../api/api.ts'
import { sayMoment } from '../../../base/time/moment.ts'
import { say } from '../../../base/toasts.tsx'
import type { components } from '../../../contract/openapi.ts'
import { chairName } from '../../../live/known-names.ts'
import { resource } from '../../../live/resource.ts'
import { askFirst } from '../../../parts/ask-first.tsx'
import { words } from '../../../words/words.ts'
import { Act, Row } from '../parts/rows.tsx'

type Feed = components['schemas']['CalendarFeed']

/** The calendar feeds of this member. */
export const ownFeeds = resource({
  read: async () => (await api.GET('/api/v1/me/calendar-feeds')).feeds,
  kinds: [],
})

/** The calendar feeds of all members. For owners. */
export const allFeeds = resource({
  read: async () => (await api.GET('/api/v1/calendar-feeds')).feeds,
  kinds: ['member'],
})

interface Props {
  readonly feed: Feed
  /** The name of a feed that shows the appointments of a member instead of a chair. */
  readonly treats: string
  readonly badges?: readonly string[]
  readonly end: () => Promise<unknown>
  readonly ended: () => Promise<unknown>
}

/** A calendar feed, with a button that ends it. */
export function FeedRow({ feed, treats, badges = [], end, ended }: Props) {
  const { calendars: says } = words.value
  const { chairId, createdAt, lastFetchedAt } = feed
  const name = chairId === null ? treats : chairName(chairId)
  const act = async () => {
    const done = await askFirst({
      title: says.endTitle,
      text: [says.endText(name)],
      verb: says.end,
      danger: true,
      act: end,
    })
    if (!done) return
    say(says.ended)
    await ended()
  }
  return (
    <Row
      title={name}
      badges={badges}
      notes={[says.times(sayMoment(createdAt), lastFetchedAt && sayMoment(lastFetchedAt))]}
    >
      <Act says={says.end} of={name} act={act} />
    </Row>
  )
}
