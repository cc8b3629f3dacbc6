/** Asks before the window is closed while something that was typed is not saved. */

type IsUnsaved = () => boolean

const asked = new Set<IsUnsaved>()

/** Watches something that may be unsaved, until the answered function is called. */
export function keepUnsaved(isUnsaved: IsUnsaved): () => void {
  asked.add(isUnsaved)
  return () => asked.delete(isUnsaved)
}

addEventListener('beforeunload', (event) => {
  if ([...asked].some((isUnsaved) => isUnsaved())) event.preventDefault()
})
