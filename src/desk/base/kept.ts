/** What this browser remembers of how somebody likes the desk. Nothing of it is about patients. */

/** Reads the value that was kept under a name, or null. */
export function kept(name: string): string | null {
  try {
    return localStorage.getItem(name)
  } catch {
    // A browser may be set to keep nothing, and the desk still works.
    return null
  }
}

/** Keeps a text by a name, or forgets it for null. A browser that cannot keep it shows no mistake. */
export function keep(name: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(name)
    else localStorage.setItem(name, text)
  } catch {
    // The choice still holds until the page is closed.
  }
}
