/** Practices that take no writes, because they move to another cell (`domain/move.ts`). */
import { DatabaseUnavailable } from './trouble.ts'

/** `drains`: only work that has begun before may still write. `frozen`: nothing is written any more. */
export type Freeze = 'drains' | 'frozen'

/** The acts that finish work which had begun before: deliveries, and the answers to requests. */
const ending: ReadonlySet<string> = new Set([
  'sendMessage',
  'renewLease',
  'sendWebhook',
  'keepAnswer',
  'markUse',
])

/**
 * The practice takes no writes, because it moves to another cell. Each of its writes is refused, and none is carried
 * out.
 */
export class PracticeFrozen extends DatabaseUnavailable {
  constructor() {
    super(undefined, 'The practice is moving to another server. Send the request again in a second.', 1)
  }
}

/**
 * Makes a function that passes every error to `report`, except `PracticeFrozen`. It is for writes that nobody waits
 * for, such as the last use of a session. Such a write may be lost, because the other cell notes the next use.
 */
export const unlessFrozen = (report: (error: unknown) => void) => (error: unknown) => {
  if (!(error instanceof PracticeFrozen)) report(error)
}

/** @throws PracticeFrozen when this act may not write now. */
export function requireWritable(freeze: Freeze | undefined, action: string): void {
  if (freeze === undefined || (freeze === 'drains' && ending.has(action))) return
  throw new PracticeFrozen()
}
