/**
 * Locks every tab of the desk in this browser: by hand, for another member, and after the pause that the practice
 * chose.
 */
import { beginSession } from '../api/api.ts'
import { askPlainly } from '../api/plainly.ts'
import { forgetSession } from '../api/session.ts'
import { heedTabs, type News, tellTabs } from '../api/tabs.ts'
import { sessionToken } from '../api/token.ts'
import { me } from '../base/me.ts'
import { noteUse, usedAt } from '../base/used.ts'

const acts = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const
/** How often the pause is checked, in milliseconds. After a computer has slept, the check runs when it wakes up. */
const everyMs = 5_000

let locking: Promise<void> | undefined

/** Whether this tab is locked. */
export const isLocked = (): boolean => locking !== undefined

/**
 * Hides every tab of the desk in this browser until a member uses a passkey. The session of the tabs ends. So a page
 * that is loaded again stays locked, and so does a tab that the browser restores. Resolves when this tab is open again.
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
  // The person's next key may load the page again. So this does not wait for anything.
  const token = sessionToken()
  forgetSession()
  hide(true)
  if (token !== null && token !== ended) void endSession(token)
  await beginSession()
}

/** Ends a session at the server. Without a connection, it ends by its age. No tab holds it any more. */
export const endSession = (token: string): Promise<unknown> =>
  askPlainly('POST', '/api/v1/me/sign-out', undefined, token).catch(() => {})

/**
 * Hides or shows the page. It is hidden when a member may have left the desk, or may no longer belong to the practice.
 */
export function hide(isCovered: boolean): void {
  document.documentElement.classList.toggle('covered', isCovered)
}

/**
 * Locks this tab after a pause, and together with the other tabs, until the returned function is called. A tab that is
 * opened or loaded after a pause is locked before it shows anything. Opening a tab does not count as use of the desk.
 */
export function followLock(): () => void {
  // A person who touches the desk after a pause must not open it by this.
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
