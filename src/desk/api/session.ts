import { askPlainly } from './plainly.ts'
import { answerTabs, askTabs } from './tabs.ts'
import { practiceKey, sessionToken, tabStorage, tokenKey } from './token.ts'

const noticeKey = 'chairside.notice'

/** Whether this tab can keep a session. */
export const mayKeep = (): boolean => tabStorage() !== undefined

/** Gives the session to other tabs of this browser that ask for it. */
export const share = (): void => answerTabs(sessionToken)

/**
 * Takes over the session of another tab, if it is still valid and `mayBe` accepts its member. Resolves with whether
 * this tab has the session now.
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

/** Removes the session from this tab. */
export const forgetSession = (): void => sessionStorage.removeItem(tokenKey)

/** Why a session is no longer valid. `ended` means that the reason is not known. */
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

/** Forgets the session and goes to the sign-in page, which shows the reason. */
export function leave(why: SessionEnd | 'signedOut'): void {
  sessionStorage.removeItem(tokenKey)
  sessionStorage.setItem(noticeKey, why)
  location.replace('/sign-in')
}

/** The reason why the last page led here. It is returned only once. */
export function takeNotice(): Parameters<typeof leave>[0] | null {
  const notice = tabStorage()?.getItem(noticeKey) ?? null
  tabStorage()?.removeItem(noticeKey)
  return notice as ReturnType<typeof takeNotice>
}
