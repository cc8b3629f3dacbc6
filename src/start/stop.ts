import type { Loop } from '../jobs/loop.ts'

/** How long answers ask callers to close a connection that they keep open. In milliseconds, as all times here. */
const farewellMs = 500
/**
 * The same where a proxy checks this server. From the second check that fails, the proxy sends nothing more. It checks once a
 * second (`cells/router/waiting.ts`).
 */
const checkedFarewellMs = 2_000
/** How long requests that have begun may go on. */
const patienceMs = 7_000
/**
 * How long the loops may take to stop. Deliveries have ten seconds to end by themselves. Then they are broken off,
 * and what came of them is written.
 */
const loopsPatienceMs = 13_000

/** Asks callers to leave, waits for what has begun and then closes `rest`, whatever still hangs. */
export async function stopInOrder(running: {
  readonly app: { readonly server: { stop(): Promise<void> } | null }
  readonly loops: Loop
  readonly rest: AsyncDisposable
  /** Whether a proxy checks this server again and again. */
  readonly isChecked: boolean
}): Promise<void> {
  const loopsStopped = running.loops.stop()
  await Bun.sleep(running.isChecked ? checkedFarewellMs : farewellMs)
  await Promise.all([
    within(patienceMs, Promise.resolve(running.app.server?.stop())),
    within(loopsPatienceMs, loopsStopped),
  ])
  await running.rest[Symbol.asyncDispose]()
}

/** Waits for `work`, but no longer than `ms`. */
async function within(ms: number, work: Promise<unknown>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  await Promise.race([work, promise])
  clearTimeout(timer)
}
