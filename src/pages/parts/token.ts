/** The session lives as long as a tab of this browser. The API's documentation reads it here when it opens in the same tab. */
export const tokenKey = 'chairside.session'

/** The token of the session of this tab, or null. */
export const sessionToken = (): string | null => sessionStorage.getItem(tokenKey)

export const signedIn = (): boolean => sessionToken() !== null
