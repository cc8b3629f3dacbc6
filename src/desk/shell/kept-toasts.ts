/** Which messages are kept, and which of them are shown. */

interface Kept {
  /** There for an act that can still be undone. */
  readonly undo?: unknown
}

/** So many messages are kept, which is more than anybody causes in ten seconds. The oldest ones go first. */
export const mostKept = 50
/** So many are shown. One more is shown when all of them hold an undo. */
const mostShown = 3

/** Adds a message to those that are kept. */
export const withToast = <T extends Kept>(toasts: readonly T[], toast: T): readonly T[] =>
  [...toasts, toast].slice(-mostKept)

/**
 * What is shown of the messages that are kept: the newest acts that can be undone, and as many plain messages as have room
 * beside them, the newest one in any case. An older act is shown again when a newer one is undone or over.
 */
export function shownOf<T extends Kept>(toasts: readonly T[]): readonly T[] {
  const acts = toasts.filter(({ undo }) => undo !== undefined).slice(-mostShown)
  const plain = toasts.filter(({ undo }) => undo === undefined).slice(-Math.max(1, mostShown - acts.length))
  return toasts.filter((toast) => acts.includes(toast) || plain.includes(toast))
}
