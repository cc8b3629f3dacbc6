/**
 * What a promise is rejected with. The tests ask so because `rejects` behind `expect` runs the event loop by itself. There, Bun 1.4 lets each `setImmediate` wait for the next timer, so a test may take minutes.
 * @throws when the promise is fulfilled.
 */
export const errorOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    (value) => {
      throw new Error(`the promise was fulfilled with ${Bun.inspect(value)}`)
    },
    (error: unknown) => error,
  )

/** A function that throws what a promise is rejected with, for `toThrow`. @throws when the promise is fulfilled. */
export async function thrownBy(promise: Promise<unknown>): Promise<() => never> {
  const error = await errorOf(promise)
  return () => {
    throw error
  }
}
