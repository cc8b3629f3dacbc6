import { ask, Failure } from './api.ts'
import { confirmPasskey } from './confirm.ts'
import { answerTabs, askTabs } from './tabs.ts'
import { dropUnsaved, hasUnsaved } from './unsaved.ts'

/** The session lives as long as a tab of this browser. The API's documentation reads it here when it opens in the same tab. */
const tokenKey = 'chairside.session'
const noticeKey = 'chairside.notice'

/** The token of the session of this tab, or null. */
export const sessionToken = (): string | null => sessionStorage.getItem(tokenKey)

export const signedIn = (): boolean => sessionToken() !== null

/** Gives the session to other tabs of this browser that ask for it. */
export const share = (): void => answerTabs(() => sessionStorage.getItem(tokenKey))

/** Takes over the session of another tab, if there is one that still works. Answers whether it did. */
export async function adopt(): Promise<boolean> {
  const token = await askTabs()
  if (token === undefined) return false
  const works = await ask('GET', '/api/v1/me', undefined, token).then(
    () => true,
    () => false,
  )
  if (works) sessionStorage.setItem(tokenKey, token)
  return works
}

/** Stores the new session in this tab. */
export const keepSession = (token: string): void => sessionStorage.setItem(tokenKey, token)

/** Stores the new session in this tab and opens the front desk. */
export function enter(session: { readonly token: string }): void {
  keepSession(session.token)
  dropUnsaved()
  location.replace('/desk')
}

/** Forgets the session and goes to the sign-in page, which shows the reason. */
export function leave(why: string): void {
  sessionStorage.removeItem(tokenKey)
  sessionStorage.setItem(noticeKey, why)
  dropUnsaved()
  location.replace('/sign-in')
}

/** The reason why the last page led here. It is shown only once. */
export function takeNotice(): string | null {
  const notice = sessionStorage.getItem(noticeKey)
  sessionStorage.removeItem(noticeKey)
  return notice
}

/**
 * Sends a request as the member who is signed in. When the server wants a recent use of their passkey, the member is
 * asked for it, and the request is sent again. A session that has ended leads to the sign-in page, unless that would
 * lose what was not saved: then the page stays.
 */
export async function call<T>(method: string, path: string, body?: object): Promise<T> {
  try {
    return await attempt<T>(method, path, body)
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'passkey_required') throw error
    await confirmPasskey(attempt)
    return await attempt<T>(method, path, body)
  }
}

async function attempt<T>(method: string, path: string, body?: object): Promise<T> {
  try {
    return await ask<T>(method, `/api/v1${path}`, body, sessionStorage.getItem(tokenKey) ?? undefined)
  } catch (error) {
    if (!(error instanceof Failure) || !error.code.endsWith('_authorization')) throw error
    if (hasUnsaved()) throw new Failure(error.code, ended)
    leave('Your session has ended. Sign in again to go on.')
    // The browser is leaving the page, so no other message should appear.
    return await new Promise<never>(() => {})
  }
}

const ended =
  'Your session has ended, so this was not saved. Copy what you want to keep. Then reload the page to sign in again.'
