import { askPlainly } from './plainly.ts'
import { answerTabs, askTabs } from './tabs.ts'
import { sessionToken, tabStorage, tokenKey } from './token.ts'

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

/** Forgets the session and goes to the sign-in page, which shows the reason. */
export function leave(why: string): void {
  sessionStorage.removeItem(tokenKey)
  sessionStorage.setItem(noticeKey, why)
  location.replace('/sign-in')
}

/** The reason why the last page led here. It is shown only once. */
export function takeNotice(): string | null {
  const notice = tabStorage()?.getItem(noticeKey) ?? null
  tabStorage()?.removeItem(noticeKey)
  return notice
}
