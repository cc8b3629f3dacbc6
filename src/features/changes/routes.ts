import { formatCursor, usualChanges } from '../../domain/record-change.ts'
import { EventStreams, type StreamLimits, type StreamTimes } from '../../http/event-stream.ts'
import { countWork, exchangeOf, renewCaller } from '../../http/exchange.ts'
import type { Store } from '../../store/store.ts'
import type { Deps } from '../shared/deps.ts'
import { beginning, browseChanges } from './actions.ts'
import { ChangeFeeds } from './feed.ts'
import { changePage, changesQuery, exampleEvents } from './schema.ts'
import { viewChange } from './view.ts'

/** How many streams may be open at a time (RULES §28). A stream takes about 9 KiB of memory, so all take 18 MiB. */
export const streamLimits: StreamLimits = {
  ofCredential: 10,
  ofMember: 50,
  ofPractice: 500,
  ofService: 2_000,
}
/** How often each stream gets a ping, and how often its token is checked (RULES §28). */
export const streamTimes: StreamTimes = { pingMs: 20_000, checkMs: 1_000 }

export interface ChangeDeps extends Pick<Deps, 'route'> {
  readonly store: Pick<Store, 'practices' | 'changeLog'>
  /** Keeps the server from ending a quiet connection. */
  readonly keepOpen: (request: Request) => void
  /** Aborted when the service stops. This ends every stream. */
  readonly stopping?: AbortSignal | undefined
  readonly limits?: StreamLimits | undefined
  readonly times?: StreamTimes | undefined
  /** Called once, with a function that returns how many streams are open. */
  readonly counted?: ((open: () => number) => void) | undefined
}

/** The changes of the practice, in order, as a list and as a stream (RULES §28). */
export function changeRoutes({
  route,
  store,
  keepOpen,
  stopping,
  limits = streamLimits,
  ...deps
}: ChangeDeps) {
  const streams = new EventStreams(limits, deps.times ?? streamTimes)
  const feeds = new ChangeFeeds(store, streams)
  deps.counted?.(() => streams.size)
  stopping?.addEventListener('abort', () => streams.end())
  return {
    list: route(
      {
        id: 'listChanges',
        tag: 'Front desk',
        summary: 'List which records changed',
        description: `Lists a change for each record that a write touched, in the order of the writes. A client first asks without \`since\` for a cursor, and then reads its records. After that, it reads only the records that changed. Changes are kept for 30 days. After \`cursor_gone\` (410) a client reads everything again. With \`Accept: text/event-stream\`, the answer is a stream of events: first \`cursor\`, then a \`change\` for each change. The id of an event is its cursor. With \`Last-Event-ID\` a stream goes on after this cursor. A comment every 20 seconds shows that the stream is alive. A credential can have ${limits.ofCredential} streams open, all credentials of a member ${limits.ofMember}, and a practice ${limits.ofPractice}. All practices together can have ${limits.ofService.toLocaleString('en')}. A further stream is refused with \`rate_limited\` (429): then ask for the list every few seconds.`,
        query: changesQuery,
        answer: changePage,
        problems: ['cursor_gone'],
        events: {
          example: exampleEvents,
          open({ request, caller, query }) {
            const { read } = store.practices.of(caller.practiceId)
            const from = beginning(read, request.headers.get('last-event-id') ?? query.since)
            const { practiceId, userId, auth } = caller
            const owner = { practiceId, userId, credentialId: auth.id }
            const body = feeds.open(owner, from, {
              signal: request.signal,
              check: () => renewCaller(request),
              work: (part) => countWork(request, part),
              failed: exchangeOf(request).reportFault,
            })
            keepOpen(request)
            return body
          },
        },
      },
      ({ practice, query: { since, limit = String(usualChanges) } }) => {
        const { changes, next, more } = browseChanges(practice.read, since, Number(limit))
        return {
          changes: changes.map((change) => viewChange(next.epoch, change)),
          next: formatCursor(next),
          more,
        }
      },
    ),
  }
}
