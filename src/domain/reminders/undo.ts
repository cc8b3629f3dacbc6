/**
 * How long a message waits at least from the write that plans it, in milliseconds. So a front desk can offer to undo an act
 * for as long, and no message goes out about what is undone.
 */
export const undoMs = 10_000
