/** Signs in, enrols and sets up with a software authenticator. `signIn` and `enrol` return the session. */
import { ordinarySessionTimes } from '../../src/domain/secrets.ts'
import { openSession } from '../../src/features/shared/access.ts'
import { success } from './answers.ts'
import { type Authenticator, authenticator, type Claims } from './authenticator.ts'
import type { Answer, Client } from './client.ts'
import type { Clinic } from './clinic.ts'

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

/** Signs in with false claims of the authenticator (`lies`). Returns the answer, which may be a refusal. */
export async function trySignIn(c: Ways, key: Authenticator, lies?: Partial<Claims>): Promise<Answer> {
  const response = await key.authenticate(await beginSignIn(c), lies)
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
  const options = await beginEnrol(c, url, name)
  return await finishEnrol(c, url, await key.register(options, lies), name)
}

/** Sends the authenticator's response to the challenge of `beginEnrol`. The link and the name are sent again. */
export const finishEnrol = (c: Ways, url: string, response: object, name: string): Promise<Answer> =>
  c.anonymous('POST', '/auth/enrol', { link: secretOf(url), name, response })

/** Opens a link to enrol. The answer names the practice and the member. */
export const openLink = (c: Ways, url: string): Promise<Answer> =>
  c.anonymous('POST', '/auth/enrol/open', { link: secretOf(url) })

/** Begins a sign-in. Returns the options for the authenticator. */
export const beginSignIn = async (c: Ways) =>
  success(await c.anonymous('POST', '/auth/sign-in/options', {})).options

/** Begins an enrolment by a link. Returns the options for the authenticator. */
export const beginEnrol = async (c: Ways, url: string, name: string) =>
  success(await c.anonymous('POST', '/auth/enrol/options', { link: secretOf(url), name })).options

/** Begins to add a passkey to the caller. Returns the options for the authenticator. */
export const beginPasskey = async (call: Client) =>
  success(await call('POST', '/api/v1/me/passkeys/options')).options

/** Adds a passkey to the caller. Returns the authenticator of the passkey. */
export async function addPasskey(call: Client, name = 'Laptop'): Promise<Authenticator> {
  const key = await authenticator()
  const response = await key.register(await beginPasskey(call))
  success(await call('POST', '/api/v1/me/passkeys', { name, response }), 201)
  return key
}

/**
 * Checks a passkey of the caller. For the next ten minutes, the caller may use operations that give somebody access.
 */
export async function checkPasskey(call: Client, key: Authenticator): Promise<void> {
  const { options } = success(await call('POST', '/api/v1/me/passkey-check/options'))
  success(await call('POST', '/api/v1/me/passkey-check', { response: await key.authenticate(options) }))
}

/** Opens one more session of the owner, last seen now. Returns its token. */
export const anotherSession = async (
  c: Clinic,
  userAgent: string | null = null,
  userId = c.owner.userId,
): Promise<string> =>
  (await c.practice.write((tx) => openSession(tx, userId, userAgent, c.clock.now, ordinarySessionTimes)))
    .token
