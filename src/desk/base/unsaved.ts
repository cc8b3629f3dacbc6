/** Knows whether something was changed and not saved. */

/** What is on the screen, and what the desk keeps while other screens are open. */
const watched = new Set<() => boolean>()
const kept = new Set<() => boolean>()

/** Asks `isUnsaved` before the screen is left, until the answered function is called. */
export function watchUnsaved(isUnsaved: () => boolean): () => void {
  watched.add(isUnsaved)
  return () => watched.delete(isUnsaved)
}

/**
 * Asks `isUnsaved` before the page itself goes. Other screens may be opened without a question, because the desk keeps what
 * was typed.
 */
export const keepUnsaved = (isUnsaved: () => boolean): void => void kept.add(isUnsaved)

/** Whether something on the screen was not saved. */
export const hasUnsaved = (): boolean => [...watched].some((isUnsaved) => isUnsaved())

/** Whether anything is lost when the page goes. */
export const wouldLose = (): boolean =>
  [...watched, ...kept].map((isUnsaved) => isUnsaved()).some((isLost) => isLost)

/** Lets the screen be left without a question. */
export const dropUnsaved = (): void => watched.clear()

/** Lets the page go without a question. */
export function dropAll(): void {
  watched.clear()
  kept.clear()
}

addEventListener('beforeunload', (event) => {
  if (wouldLose()) event.preventDefault()
})
