import type { Loop } from '../jobs/loop.ts'

/** For so long, callers that keep a connection open are told to close it. */
const farewellMs = 500
/** For so long, requests and deliveries that have begun may go on. */
const patienceMs = 7_000

/** Tells callers to leave, waits for what has begun and then closes `rest`, whatever still hangs. */
export async function stopInOrder(running: {
  readonly app: { readonly server: { stop(): Promise<void> } | null }
  readonly loops: Loop
  readonly rest: AsyncDisposable
}): Promise<void> {
  const loopsStopped = running.loops.stop()
  await Bun.sleep(farewellMs)
  await within(patienceMs, Promise.all([running.app.server?.stop(), loopsStopped]))
  await running.rest[Symbol.asyncDispose]()
}

/** Waits for `work`, but no longer than `ms`. */
async function within(ms: number, work: Promise<unknown>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  await Promise.race([work, promise])
  clearTimeout(timer)
}
