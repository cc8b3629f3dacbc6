import type { Config } from '../config.ts'

/** The result of one check. */
export interface Finding {
  /** The subject of the check, such as `certificate`. */
  readonly check: string
  /**
   * `warn` means that everything works, but the operator should know about the finding. `red` means that something
   * does not work.
   */
  readonly state: 'ok' | 'warn' | 'red'
  readonly found: string
  /** What the operator should do or type. Null when nothing is to be done. */
  readonly todo: string | null
}

/** The input of every check. */
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

/** The longest time that a check may wait for an answer of another machine or program, in milliseconds. */
export const answerMs = 15_000
