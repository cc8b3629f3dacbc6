import { ask } from './api.ts'
import { answerTabs, askTabs } from './tabs.ts'
import { dropUnsaved } from './unsaved.ts'

/** The session lives as long as a tab of this browser. The API's documentation reads it here when it opens in the same tab. */
const tokenKey = 'chairside.session'
const noticeKey = 'chairside.notice'

/** What this tab keeps. Undefined in a browser that is set to keep nothing. */
function storage(): Storage | undefined {
  try {
    return sessionStorage
  } catch {
    return undefined
  }
}

/** Whether this tab can keep a session. */
export const mayKeep = (): boolean => storage() !== undefined

/** The token of the session of this tab, or null. */
export const sessionToken = (): string | null => storage()?.getItem(tokenKey) ?? null

export const signedIn = (): boolean => sessionToken() !== null

/** Gives the session to other tabs of this browser that ask for it. */
export const share = (): void => answerTabs(sessionToken)

/**
 * Takes over the session of another tab, if there is one that still works and whose member `mayBe`. Answers whether it
 * did.
 */
export async function adopt(mayBe: (userId: string) => boolean = () => true): Promise<boolean> {
  const token = await askTabs()
  if (token === undefined) return false
  const works = await ask<{ user: { id: string } }>('GET', '/api/v1/me', undefined, token).then(
    ({ user }) => mayBe(user.id),
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
  const notice = storage()?.getItem(noticeKey) ?? null
  storage()?.removeItem(noticeKey)
  return notice
}
