/** Which messages are kept, and which of them are shown. */

interface Kept {
  /** Set for an act that can still be undone. */
  readonly undo?: unknown
}

/** The most messages that are kept, which is more than anybody causes in ten seconds. The oldest ones go first. */
export const mostKept = 50
/** The most acts that can be undone, and the most messages without an undo beside them, that are shown. */
const mostActs = 3
const mostPlain = 2

/** Adds a message to those that are kept. */
export const withToast = <T extends Kept>(toasts: readonly T[], toast: T): readonly T[] =>
  [...toasts, toast].slice(-mostKept)

/**
 * What is shown of the messages that are kept: the newest acts that can be undone, and the newest messages beside them. No
 * message pushes an act away. An older act is shown again when a newer one is undone or over.
 */
export function shownOf<T extends Kept>(toasts: readonly T[]): readonly T[] {
  const acts = toasts.filter(({ undo }) => undo !== undefined).slice(-mostActs)
  const plain = toasts.filter(({ undo }) => undo === undefined).slice(-mostPlain)
  return toasts.filter((toast) => acts.includes(toast) || plain.includes(toast))
}
