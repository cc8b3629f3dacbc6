/** Does work that stops now and then, and waits for nobody in between. */
export async function inOneGo<T>(work: Iterator<void, T>): Promise<T> {
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
  }
}
