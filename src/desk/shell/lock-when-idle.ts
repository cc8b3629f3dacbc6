/** Locks the desk when nobody has used it for as long as the practice chose. */
import { me } from '../base/me.ts'

const acts = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const
/** How often the pause is looked at, in milliseconds. A machine that slept is looked at when it wakes up. */
const everyMs = 5_000

/** Looks for pauses until the answered function is called. */
export function lockWhenIdle(): () => void {
  let usedAt = Date.now()
  const use = () => {
    // Who touches a desk that slept must not open it by that.
    if (!lockIfIdle()) usedAt = Date.now()
  }
  const lockIfIdle = (): boolean => {
    const { lockMinutes } = me.value.practice
    const isIdle = lockMinutes > 0 && Date.now() - usedAt >= lockMinutes * 60_000
    if (isIdle) void lock().finally(() => (usedAt = Date.now()))
    return isIdle
  }
  const timer = setInterval(lockIfIdle, everyMs)
  for (const act of acts) addEventListener(act, use, { capture: true, passive: true })
  return () => {
    clearInterval(timer)
    for (const act of acts) removeEventListener(act, use, { capture: true })
  }
}

const lock = async () => (await import('./sign-in-again.tsx')).lock()
