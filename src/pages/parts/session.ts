import { ask, Failure } from './api.ts'

/** The session lives as long as this tab. The API's documentation reads it here when it opens in the same tab. */
const tokenKey = 'chairside.session'
const noticeKey = 'chairside.notice'

export const signedIn = (): boolean => sessionStorage.getItem(tokenKey) !== null

/** Keeps the session and goes to the account page. */
export function enter(session: { readonly token: string }): void {
  sessionStorage.setItem(tokenKey, session.token)
  location.replace('/account')
}

/** Forgets the session and goes to the sign-in page, which shows the reason. */
export function leave(why: string): void {
  sessionStorage.removeItem(tokenKey)
  sessionStorage.setItem(noticeKey, why)
  location.replace('/sign-in')
}

/** The reason why the last page led here. It is shown only once. */
export function takeNotice(): string | null {
  const notice = sessionStorage.getItem(noticeKey)
  sessionStorage.removeItem(noticeKey)
  return notice
}

/** Sends a request as the member who is signed in. A session that has ended leads to the sign-in page. */
export async function call<T>(method: string, path: string, body?: object): Promise<T> {
  try {
    return await ask<T>(method, `/api/v1${path}`, body, sessionStorage.getItem(tokenKey) ?? undefined)
  } catch (error) {
    if (!(error instanceof Failure) || !error.code.endsWith('_authorization')) throw error
    leave('Your session has ended. Sign in again to go on.')
    // The browser is leaving the page, so no other message should appear.
    return await new Promise<never>(() => {})
  }
}
