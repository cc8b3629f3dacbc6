/** Runs an iterator to its end and returns its result. Between its steps, the event loop does not run. */
export async function inOneGo<T>(work: Iterator<void, T>): Promise<T> {
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
  }
}
