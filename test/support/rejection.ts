/**
 * The error with which a promise is rejected. Tests use this function because `rejects` of `expect` runs the event loop
 * itself. In that loop, Bun 1.4 lets each `setImmediate` wait for the next timer. So a test could take minutes.
 * @throws when the promise is fulfilled.
 */
export const errorOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    (value) => {
      throw new Error(`the promise was fulfilled with ${Bun.inspect(value)}`)
    },
    (error: unknown) => error,
  )

/**
 * A function that throws the error with which a promise is rejected, for `toThrow`. @throws when the promise is
 * fulfilled.
 */
export async function thrownBy(promise: Promise<unknown>): Promise<() => never> {
  const error = await errorOf(promise)
  return () => {
    throw error
  }
}
