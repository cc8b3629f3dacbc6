/** Knows whether something was changed and not saved. */

/** `watched` is for text on the screen. `kept` is for text that the desk keeps while other screens are open. */
const watched = new Set<() => boolean>()
const kept = new Set<() => boolean>()

/** Calls `isUnsaved` before the screen is left, until the returned function is called. */
export function watchUnsaved(isUnsaved: () => boolean): () => void {
  watched.add(isUnsaved)
  return () => watched.delete(isUnsaved)
}

/**
 * Calls `isUnsaved` before the page itself is closed. Other screens may be opened without a question, because the desk
 * keeps the typed text.
 */
export const keepUnsaved = (isUnsaved: () => boolean): void => void kept.add(isUnsaved)

/** Whether something on the screen was not saved. */
export const hasUnsaved = (): boolean => [...watched].some((isUnsaved) => isUnsaved())

/** Whether anything would be lost when the page is closed. */
export const wouldLose = (): boolean =>
  [...watched, ...kept].map((isUnsaved) => isUnsaved()).some((isLost) => isLost)

/** Forgets what is watched now, so that the screen can be left without a question. */
export const dropUnsaved = (): void => watched.clear()

/** Forgets what is watched and kept now, so that the page can be closed without a question. */
export function dropAll(): void {
  watched.clear()
  kept.clear()
}

addEventListener('beforeunload', (event) => {
  if (wouldLose()) event.preventDefault()
})
