/** Practices that take no writes, because they move to another cell (`domain/move.ts`). */
import { DatabaseUnavailable } from './trouble.ts'

/** `drains`: what has begun may end. `frozen`: nothing is written any more. */
export type Freeze = 'drains' | 'frozen'

/** The acts that end what had begun before: deliveries, and the answers to requests. */
const ending: ReadonlySet<string> = new Set([
  'sendMessage',
  'renewLease',
  'sendWebhook',
  'keepAnswer',
  'markUse',
])

/** The practice takes no writes, because it moves to another cell. Each of its writes is refused, and none is carried out. */
export class PracticeFrozen extends DatabaseUnavailable {
  constructor() {
    super(undefined, 'The practice is moving to another server. Send the request again in a second.', 1)
  }
}

/**
 * Passes on every error but this refusal. For notes that nobody waits for, such as the last use of a session. A refused one
 * may be lost, because the other cell notes the next use.
 */
export const unlessFrozen = (report: (error: unknown) => void) => (error: unknown) => {
  if (!(error instanceof PracticeFrozen)) report(error)
}

/** @throws PracticeFrozen where this act may not write now. */
export function requireWritable(freeze: Freeze | undefined, action: string): void {
  if (freeze === undefined || (freeze === 'drains' && ending.has(action))) return
  throw new PracticeFrozen()
}
