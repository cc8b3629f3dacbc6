import type { Config } from '../config.ts'

/** The result of one check. */
export interface Finding {
  /** The subject of the check, such as `certificate`. */
  readonly check: string
  /** `warn` means: it works, and the operator should know. `red` means: something does not work. */
  readonly state: 'ok' | 'warn' | 'red'
  readonly found: string
  /** What to do or to type. Null where nothing is to be done. */
  readonly todo: string | null
}

/** What every check gets. */
export interface CheckContext {
  readonly config: Config
  /** The clock, in epoch milliseconds. */
  readonly now: () => number
}

export const ok = (check: string, found: string): Finding => ({ check, state: 'ok', found, todo: null })
export const warn = (check: string, found: string, todo: string): Finding => ({
  check,
  state: 'warn',
  found,
  todo,
})
export const red = (check: string, found: string, todo: string): Finding => ({
  check,
  state: 'red',
  found,
  todo,
})

/** No check may wait longer for an answer from elsewhere, in milliseconds. */
export const answerMs = 15_000
