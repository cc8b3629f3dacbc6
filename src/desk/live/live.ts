/**
 * Keeps every tab of this browser up to date with one event stream. One tab holds the stream and passes changes to the
 * other tabs. When that tab is closed, the next tab continues at its cursor.
 */
import { effect } from '@preact/signals'
import { online } from '../api/online.ts'
import { me } from '../base/me.ts'
import { type Change, tell } from './changes.ts'
import { look } from './look.ts'
import { type Heard, hearChanges } from './stream.ts'

const backMs = 2_000

/** Starts to receive changes, for as long as the page is open. */
export function startLive(): void {
  const { user, practice } = me.value
  // Another person in this browser has a stream of their own.
  const name = `chairside.live.${practice.id}.${user.id}`
  const tabs = new BroadcastChannel(name)
  let cursor: string | undefined
  const take = (heard: Heard) => {
    cursor = heard.cursor
    if (heard.missed) tell([], heard.cursor)
    else if (heard.changes.length > 0) tell(heard.changes as Change[])
  }
  tabs.addEventListener('message', ({ data }) => take(data as Heard))
  const lead = () =>
    hearChanges(
      cursor,
      (heard) => {
        take(heard)
        tabs.postMessage(heard)
      },
      new AbortController().signal,
    )
  // Browsers have locks on secure pages only. Without them, each tab has a stream of its own.
  if (navigator.locks === undefined) void lead()
  else void navigator.locks.request(name, lead)
  let wasAway = false
  let toldAt = Number.NEGATIVE_INFINITY
  effect(() => {
    if (online.value) {
      if (!wasAway) return
      wasAway = false
      // Any answer shows that the connection is back, and everything may have changed meanwhile. So everything is read
      // again. The pause is for a network that also loses some of these requests.
      const timer = setTimeout(
        () => {
          toldAt = performance.now()
          tell([])
        },
        Math.max(0, toldAt + backMs - performance.now()),
      )
      return () => clearTimeout(timer)
    }
    wasAway = true
    const timer = setInterval(() => void look(), backMs)
    return () => clearInterval(timer)
  })
  // The browser knows only the state of its network. The server may still answer, because it may run on this machine.
  for (const event of ['online', 'offline']) addEventListener(event, () => void look())
}
