/**
 * When the desk was last used, in any tab of this browser. A new or newly loaded tab reads the time that others stored.
 */
import { keep, kept } from './kept.ts'

const key = 'chairside.desk.used-at'
/** How often the time is stored, in milliseconds. */
const keepMs = 1_000

/** The time that this tab knows, for a browser that stores nothing. */
let own = Date.now()

/** When the desk was last used, in epoch milliseconds. */
export const usedAt = (): number => Number(kept(key)) || own

/** Notes that somebody uses the desk now. */
export function noteUse(): void {
  own = Date.now()
  if (Math.abs(own - Number(kept(key))) < keepMs) return
  keep(key, String(own))
}
