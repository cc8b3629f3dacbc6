import { Failure } from './failure.ts'
import { online } from './online.ts'

/** Writes wait for the connection. @throws Failure while there is none. */
export function requireOnline(): void {
  if (!online.value) throw new Failure('offline', 'There is no connection, so nothing was sent.')
}
