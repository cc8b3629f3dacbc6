import type { Loop } from '../jobs/loop.ts'

/** How long answers ask callers to close a connection that they keep open. All times here are in milliseconds. */
const farewellMs = 500
/**
 * The same time when a proxy checks this server. The proxy checks once a second (`cells/router/waiting.ts`). After the
 * second check that fails, the proxy sends no more requests.
 */
const checkedFarewellMs = 2_000
/** How long requests that have begun may go on. */
const patienceMs = 7_000
/**
 * How long the loops may take to stop. Deliveries have ten seconds to end by themselves. Then they are aborted, and
 * their outcome is written.
 */
const loopsPatienceMs = 13_000

/**
 * Stops the loops, and waits while answers ask callers to leave. Then it waits for requests that have begun, and closes
 * `rest` in any case.
 */
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
