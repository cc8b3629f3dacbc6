import type { Connection } from './connection.ts'
import { troubleOf } from './trouble.ts'

/** Work over all practices failed at one practice. The work can continue with the other practices. */
export class PracticeFault extends Error {
  readonly practiceKey: number
  readonly practiceId: string

  constructor(practiceKey: number, practiceId: string, cause: unknown) {
    super('the work on a practice failed', { cause })
    this.practiceKey = practiceKey
    this.practiceId = practiceId
  }
}

/**
 * Runs `work` on one practice.
 * @throws PracticeFault when `work` fails.
 * @throws the error itself when the database takes no request now. That is no fault of the practice.
 */
export function onPractice<T>(connection: Connection, practiceKey: number, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw troubleOf(error)
      ? error
      : new PracticeFault(practiceKey, connection.practices.idOf(practiceKey), error)
  }
}

/** The value of `keys` for the condition `isNotAside` (a list in JSON) when no practice is set aside. */
export const noneAside = '[]'

/**
 * An SQL condition: the column does not name a practice that is set aside. `keys` is the parameter with the keys of the
 * practices that are set aside.
 */
export const isNotAside = (column: string, keys: string): string =>
  `${column} not in (select value from json_each(${keys}))`
