/** Decides which messages are kept. The newest message is shown. */

/** The most messages that are kept, which is more than anybody causes in ten seconds. The oldest are removed first. */
export const mostKept = 50

/** Adds a message to those that are kept. */
export const withToast = <T>(toasts: readonly T[], toast: T): readonly T[] =>
  [...toasts, toast].slice(-mostKept)
