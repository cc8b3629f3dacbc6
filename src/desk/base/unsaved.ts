/** Knows whether something on the screen was changed and not saved. */

const watched = new Set<() => boolean>()

/** Asks `isUnsaved` before the screen is left, until the answered function is called. */
export function watchUnsaved(isUnsaved: () => boolean): () => void {
  watched.add(isUnsaved)
  return () => watched.delete(isUnsaved)
}

/** Whether something on the screen was not saved. */
export const hasUnsaved = (): boolean => [...watched].some((isUnsaved) => isUnsaved())

/** Lets the screen be left without a question. */
export const dropUnsaved = (): void => watched.clear()

addEventListener('beforeunload', (event) => {
  if (hasUnsaved()) event.preventDefault()
})
