/** What a link is for. */
export type Purpose = 'setup' | 'enrol'

const keyOf = (purpose: Purpose) => `chairside.link.${purpose}`

/**
 * The secret of the link that was opened. It is taken out of the address bar, where others could read it, and
 * kept in this tab, so that the page can be loaded again.
 */
export function takeLink(purpose: Purpose): string | undefined {
  const secret = location.hash.slice(1)
  if (secret !== '') {
    sessionStorage.setItem(keyOf(purpose), secret)
    history.replaceState(null, '', location.pathname)
  }
  // Another link, opened in a tab that shows this page already, changes nothing but the fragment.
  addEventListener('hashchange', () => location.reload())
  return sessionStorage.getItem(keyOf(purpose)) ?? undefined
}

export const forgetLink = (purpose: Purpose): void => sessionStorage.removeItem(keyOf(purpose))
