/** Locks every tab of the desk in this browser: by hand, for another member, and after the pause that the practice chose. */
import { beginSession } from '../api/api.ts'
import { askPlainly } from '../api/plainly.ts'
import { forgetSession } from '../api/session.ts'
import { heedTabs, type News, tellTabs } from '../api/tabs.ts'
import { sessionToken } from '../api/token.ts'
import { me } from '../base/me.ts'
import { noteUse, usedAt } from '../base/used.ts'

const acts = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const
/** How often the pause is looked at, in milliseconds. A machine that slept is looked at when it wakes up. */
const everyMs = 5_000

let locking: Promise<void> | undefined

/** Whether this tab is locked. */
export const isLocked = (): boolean => locking !== undefined

/**
 * Hides every tab of the desk in this browser until a member uses a passkey. Their session ends. So to load the page again
 * opens nothing, and neither does a tab that the browser brings back. Resolves when this tab is open.
 */
export function lock(): Promise<void> {
  if (locking === undefined) tellTabs({ locked: sessionToken() })
  return lockTab(null)
}

/** Locks this tab. `ended` is a session that another tab has ended. */
function lockTab(ended: string | null): Promise<void> {
  locking ??= close(ended).finally(() => {
    locking = undefined
  })
  return locking
}

async function close(ended: string | null): Promise<void> {
  // The next press may load the page again. So this does not wait for anything.
  const token = sessionToken()
  forgetSession()
  hide(true)
  if (token !== null && token !== ended) void endSession(token)
  await beginSession()
}

/** Ends a session at the server. Without a connection it ends by its age: no tab holds it any more. */
export const endSession = (token: string): Promise<unknown> =>
  askPlainly('POST', '/api/v1/me/sign-out', undefined, token).catch(() => {})

/** Hides the page from other eyes: somebody may have left the desk, or may no longer belong to the practice. */
export function hide(isCovered: boolean): void {
  document.documentElement.classList.toggle('covered', isCovered)
}

/**
 * Looks for pauses, and locks with the other tabs, until the answered function is called. A tab that is opened or loaded after
 * a pause is locked before it shows anything: to open it is no use of the desk.
 */
export function followLock(): () => void {
  // Who touches a desk that slept must not open it by that.
  const use = () => {
    if (!lockIfIdle()) noteUse()
  }
  const lockIfIdle = (): boolean => {
    const { lockMinutes } = me.value.practice
    const isIdle = lockMinutes > 0 && Date.now() - usedAt() >= lockMinutes * 60_000
    if (isIdle) void lock()
    return isIdle
  }
  const heed = (news: News) => {
    if (typeof news === 'object') void lockTab(news.locked)
  }
  use()
  const timer = setInterval(lockIfIdle, everyMs)
  const ignore = heedTabs(heed)
  for (const act of acts) addEventListener(act, use, { capture: true, passive: true })
  return () => {
    clearInterval(timer)
    ignore()
    for (const act of acts) removeEventListener(act, use, { capture: true })
  }
}
