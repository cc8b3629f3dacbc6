/** More rounds than any draw needs that holds what is looked for now and then. */
const mostRounds = 20

/**
 * Checks a property with random input, round after round, until the input held enough of what the property is about. A
 * test that expects enough of one round fails now and then by the luck of its draw.
 * @throws when `mostRounds` rounds did not hold enough.
 */
export async function drawUntil(isEnough: () => boolean, round: () => unknown): Promise<void> {
  for (let rounds = 0; rounds < mostRounds; rounds++) {
    await round()
    if (isEnough()) return
  }
  throw new Error(`${mostRounds} rounds did not hold enough of what this test is about`)
}
