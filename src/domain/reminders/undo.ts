/**
 * How long a message waits at least from the write that plans it, in milliseconds. So a front desk can offer to undo an act
 * for as long, and nobody hears of what is undone.
 */
export const undoMs = 10_000
