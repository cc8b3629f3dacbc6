/** The most rounds. Even a property with a rare subject needs fewer rounds. */
const mostRounds = 20

/**
 * Checks a property with random input, round after round. The rounds stop when the input held the property's subject
 * often enough. With a single round, a test would fail now and then by bad luck.
 * @throws when the subject was too rare in `mostRounds` rounds.
 */
export async function drawUntil(isEnough: () => boolean, round: () => unknown): Promise<void> {
  for (let rounds = 0; rounds < mostRounds; rounds++) {
    await round()
    if (isEnough()) return
  }
  throw new Error(`${mostRounds} rounds did not hold enough of what this test is about`)
}
