/**
 * Asks before the window is closed while something that was typed is not saved. Other screens may be opened without a
 * question, because the desk keeps what was typed.
 */
export function keepUnsaved(isUnsaved: () => boolean): void {
  addEventListener('beforeunload', (event) => {
    if (isUnsaved()) event.preventDefault()
  })
}
