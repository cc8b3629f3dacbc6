import type { Connection } from './connection.ts'
import { troubleOf } from './trouble.ts'

/** Work over all practices failed at one of them. The others can go on without it. */
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
 * Does work on one practice. @throws PracticeFault when it fails, and the error itself where the database takes no
 * request now: that is no fault of the practice.
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

/** The keys of practices that some work leaves out, as JSON, for the condition `isNotAside`. */
export const noneAside = '[]'

/** The condition that a column does not name a practice that is set aside. `keys` is the parameter with their keys. */
export const isNotAside = (column: string, keys: string): string =>
  `${column} not in (select value from json_each(${keys}))`
