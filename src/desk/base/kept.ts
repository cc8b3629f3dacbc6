/** What this browser stores about how a person uses the desk. None of it is about patients. */

/** Reads the value that was kept under a name, or null. */
export function kept(name: string): string | null {
  try {
    return localStorage.getItem(name)
  } catch {
    // A browser may be set to keep nothing, and the desk still works.
    return null
  }
}

/** Stores a text under a name, or removes it for null. A browser that cannot store it shows no error. */
export function keep(name: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(name)
    else localStorage.setItem(name, text)
  } catch {
    // The choice still holds until the page is closed.
  }
}
