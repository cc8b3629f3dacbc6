/** Signs in, enrols and sets up with a software authenticator. Each function answers the session. */
import { success } from './answers.ts'
import type { Authenticator, Claims } from './authenticator.ts'
import type { Answer, Clinic } from './clinic.ts'

type Ways = Pick<Clinic, 'anonymous'>
export interface Session {
  readonly token: string
  readonly expiresAt: string
}

/** The secret of a link: its fragment. */
export const secretOf = (url: string): string => new URL(url).hash.slice(1)

export async function signIn(c: Ways, key: Authenticator): Promise<Session> {
  return success(await trySignIn(c, key), 201)
}

/** Signs in with lies of the authenticator. Answers the response, which may be a refusal. */
export async function trySignIn(c: Ways, key: Authenticator, lies?: Partial<Claims>): Promise<Answer> {
  const { options } = success(await c.anonymous('POST', '/auth/sign-in/options', {}))
  const response = await key.authenticate(options, lies)
  return await c.anonymous('POST', '/auth/sign-in', { response }, { 'user-agent': 'Software/1.0' })
}

export async function enrol(c: Ways, url: string, key: Authenticator, name = 'Jonas'): Promise<Session> {
  return success(await tryEnrol(c, url, key, {}, name), 201)
}

export async function tryEnrol(
  c: Ways,
  url: string,
  key: Authenticator,
  lies?: Partial<Claims>,
  name = 'Jonas',
): Promise<Answer> {
  const { options } = success(await c.anonymous('POST', '/auth/enrol/options', { link: secretOf(url), name }))
  return await c.anonymous('POST', '/auth/enrol', { response: await key.register(options, lies) })
}
