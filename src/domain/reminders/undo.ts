/**
 * How long a message waits at least after the write that plans it, in milliseconds. During this time the front desk can
 * offer to undo the act, and no message about an undone act is sent.
 */
export const undoMs = 10_000
