/** What a link in a mail is for. */
export type Purpose = 'setup' | 'enrol'

const keyOf = (purpose: Purpose) => `chairside.link.${purpose}`

/**
 * The secret of the link that was opened. It is removed from the address bar, where others could read it.
 * This tab keeps it, so that the page can be loaded again.
 */
export function takeLink(purpose: Purpose): string | undefined {
  const secret = location.hash.slice(1)
  if (secret !== '') {
    sessionStorage.setItem(keyOf(purpose), secret)
    history.replaceState(null, '', location.pathname)
  }
  // Another link in the same tab changes only the fragment, so the page would not load again.
  addEventListener('hashchange', () => location.reload())
  return sessionStorage.getItem(keyOf(purpose)) ?? undefined
}

export const forgetLink = (purpose: Purpose): void => sessionStorage.removeItem(keyOf(purpose))
