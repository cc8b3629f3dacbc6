/** When the desk was last used, in any tab of this browser. A tab that is opened, or loaded again, reads it from the others. */
import { keep, kept } from './kept.ts'

const key = 'chairside.desk.used-at'
/** How often it is written down, in milliseconds. */
const keepMs = 1_000

/** As this tab knows it, for a browser that keeps nothing. */
let own = Date.now()

/** When the desk was last used, in epoch milliseconds. */
export const usedAt = (): number => Number(kept(key)) || own

/** Notes that somebody uses the desk now. */
export function noteUse(): void {
  own = Date.now()
  if (Math.abs(own - Number(kept(key))) < keepMs) return
  keep(key, String(own))
}
