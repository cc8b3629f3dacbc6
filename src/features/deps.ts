import type { Practices } from '../store/store.ts'

/** What every feature is handed. `now` is the clock, in epoch milliseconds. */
export interface Deps {
  readonly practices: Practices
  readonly now: () => number
}
