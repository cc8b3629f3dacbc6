import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import { ask, Failure } from './parts/api.ts'
import { byId } from './parts/dom.ts'
import { onSubmit } from './parts/form.ts'
import { obstacle, usePasskey } from './parts/passkey.ts'
import { adopt, enter, takeNotice } from './parts/session.ts'
import { Told, tellPasskey } from './parts/tell.ts'
import { signedIn } from './parts/token.ts'
import { speak, words } from './words/words.ts'

if (signedIn()) location.replace('/desk')
else welcome()

function welcome(): void {
  speak(words.signIn)
  const reason = takeNotice()
  // A person who has just signed out does not want the session of another tab.
  if (reason === null) void adopt().then((adopted) => adopted && location.replace('/desk'))
  const hindrance = obstacle()
  const notice = hindrance ? words.trouble[hindrance] : reason
  byId('notice').textContent = notice
  byId('notice').hidden = notice === null
  onSubmit(byId<HTMLFormElement>('sign-in'), signIn)
}

async function signIn(): Promise<void> {
  byId('notice').hidden = true
  const { options } = await ask<{ options: PublicKeyCredentialRequestOptionsJSON }>(
    'POST',
    '/auth/sign-in/options',
    {},
  )
  const response = await usePasskey(options).catch(tellPasskey(words.signIn.notSignedIn))
  try {
    enter(await ask('POST', '/auth/sign-in', { response }))
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'invalid_authorization') throw error
    throw new Told(words.signIn.invalid)
  }
}
