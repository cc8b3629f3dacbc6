/**
 * The name of the session in the storage of this tab. The session lives as long as a tab of this browser. The API's
 * documentation reads the session there when it is opened in the same tab.
 */
export const tokenKey = 'chairside.session'

/** The name in the storage for the id of the session's practice, once it is known. */
export const practiceKey = 'chairside.practice'

/** The storage of this tab. Undefined in a browser that is set to keep nothing. */
export function tabStorage(): Storage | undefined {
  try {
    return sessionStorage
  } catch {
    return undefined
  }
}

/** The token of the session of this tab, or null. */
export const sessionToken = (): string | null => tabStorage()?.getItem(tokenKey) ?? null

export const signedIn = (): boolean => sessionToken() !== null
