import { Failure } from './failure.ts'
import { online } from './online.ts'

/** Call this before a write. @throws Failure while there is no connection. */
export function requireOnline(): void {
  if (!online.value) throw new Failure('offline', 'There is no connection, so nothing was sent.')
}
