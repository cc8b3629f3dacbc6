import { askPlainly } from './plainly.ts'
import { answerTabs, askTabs } from './tabs.ts'
import { practiceKey, sessionToken, tabStorage, tokenKey } from './token.ts'

const noticeKey = 'chairside.notice'

/** Whether this tab can keep a session. */
export const mayKeep = (): boolean => tabStorage() !== undefined

/** Gives the session to other tabs of this browser that ask for it. */
export const share = (): void => answerTabs(sessionToken)

/**
 * Takes over the session of another tab, if there is one that still works and its member `mayBe`. Answers whether it
 * did.
 */
export async function adopt(mayBe: (userId: string) => boolean = () => true): Promise<boolean> {
  const token = await askTabs()
  if (token === undefined) return false
  const works = await askPlainly<{ user: { id: string } }>('GET', '/api/v1/me', undefined, token).then(
    ({ user }) => mayBe(user.id),
    () => false,
  )
  if (works) keepSession(token)
  return works
}

/** Stores the new session in this tab. */
export const keepSession = (token: string): void => sessionStorage.setItem(tokenKey, token)

/** Lets this tab hold no session any more. */
export const forgetSession = (): void => sessionStorage.removeItem(tokenKey)

/** Why a session no longer lets its member in. `ended` says that nobody knows. */
export type SessionEnd = 'expired' | 'revoked' | 'deactivated' | 'practiceRemoved' | 'ended'

/** Asks the server why the session of this tab has ended. */
export async function whyEnded(): Promise<SessionEnd> {
  const practiceId = tabStorage()?.getItem(practiceKey) ?? undefined
  const body = { token: sessionToken(), ...(practiceId !== undefined && { practiceId }) }
  return await askPlainly<{ why: SessionEnd }>('POST', '/auth/session-end', body).then(
    ({ why }) => why,
    () => 'ended',
  )
}

/** Forgets the session and goes to the sign-in page, which says why. */
export function leave(why: SessionEnd | 'signedOut'): void {
  sessionStorage.removeItem(tokenKey)
  sessionStorage.setItem(noticeKey, why)
  location.replace('/sign-in')
}

/** Why the last page led here. It is said only once. */
export function takeNotice(): Parameters<typeof leave>[0] | null {
  const notice = tabStorage()?.getItem(noticeKey) ?? null
  tabStorage()?.removeItem(noticeKey)
  return notice as ReturnType<typeof takeNotice>
}
