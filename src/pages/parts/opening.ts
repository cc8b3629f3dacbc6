import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import { words } from '../words/words.ts'
import { ask, Failure } from './api.ts'
import { byId } from './dom.ts'
import { forgetLink, type Purpose, takeLink } from './link.ts'
import { createPasskey, obstacle } from './passkey.ts'
import { enter } from './session.ts'
import { messageOf, Told, tellPasskey } from './tell.ts'

/** Asks the server what the link opens, and shows it or the reason why it does not open. */
export async function openLink<T>(purpose: Purpose, show: (link: string, opened: T) => void): Promise<void> {
  byId('again').addEventListener('click', () => location.reload())
  const link = takeLink(purpose)
  if (link === undefined) return turnTo('spent')
  const hindrance = obstacle()
  if (hindrance !== undefined) return trouble(words.trouble[hindrance])
  try {
    show(link, await ask<T>('POST', `/auth/${purpose}/open`, { link }))
    turnTo('opened')
  } catch (error) {
    if (refused(error)) spent(purpose)
    else trouble(messageOf(error))
  }
}

/** Makes a passkey with the link, which ends the link, and goes to the front desk. */
export async function register(
  purpose: Purpose,
  body: { readonly link: string; readonly [field: string]: unknown },
): Promise<void> {
  const begun = await ask<{ options: PublicKeyCredentialCreationOptionsJSON }>(
    'POST',
    `/auth/${purpose}/options`,
    body,
  ).catch((error) => {
    if (refused(error)) spent(purpose)
    throw error
  })
  const response = await createPasskey(begun.options).catch(tellPasskey(words.notMade))
  const session = await ask<{ token: string }>('POST', `/auth/${purpose}`, { ...body, response }).catch(
    (error) => {
      throw refused(error) ? new Told(words.trouble.tooLate) : error
    },
  )
  forgetLink(purpose)
  enter(session)
}

const refused = (error: unknown) => error instanceof Failure && error.code === 'invalid_authorization'

function spent(purpose: Purpose): void {
  forgetLink(purpose)
  turnTo('spent')
}

function trouble(text: string): void {
  turnTo('trouble')
  byId('trouble-text').textContent = text
}

function turnTo(state: 'opened' | 'spent' | 'trouble'): void {
  for (const each of ['loading', 'opened', 'spent', 'trouble']) byId(each).hidden = each !== state
  byId('main').ariaBusy = null
  byId(state).querySelector<HTMLElement>('h1')!.focus()
}
