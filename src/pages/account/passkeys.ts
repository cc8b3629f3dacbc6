import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import { browserName } from '../parts/browser-name.ts'
import { dayOf } from '../parts/dates.ts'
import { askFirst, fillIn } from '../parts/dialog.ts'
import { byId, say } from '../parts/dom.ts'
import { createPasskey } from '../parts/passkey.ts'
import type { Passkey } from '../parts/records.ts'
import { action, list, row, type Section, section } from '../parts/section.ts'
import { call } from '../parts/session.ts'

/** The member's own passkeys. Adding or removing one ends the member's other sessions, so `sessions` is read again. */
export function showPasskeys(sessions: Section): Section {
  const passkeys = section('passkeys', async () => {
    const found = (await call<{ passkeys: Passkey[] }>('GET', '/me/passkeys')).passkeys
    return [
      list(
        found.map((passkey) => draw(passkey, found.length === 1)),
        'There is none.',
      ),
    ]
  })

  const draw = ({ id, name, createdAt, lastUsedAt }: Passkey, last: boolean) =>
    row({
      title: name,
      badges: last ? ['Your only one'] : [],
      notes: [
        ['Made ', dayOf(createdAt), ...(lastUsedAt === null ? [] : [', last used ', dayOf(lastUsedAt)])],
      ],
      actions: [
        action('Rename', name, () => rename(id, name)),
        ...(last ? [] : [action('Remove', name, () => remove(id, name))]),
      ],
    })

  const rename = async (id: string, name: string) => {
    const renamed = await fillIn(
      'Rename this passkey',
      [{ name: 'name', label: 'Name', value: name }],
      'Save',
      (values) => call('PATCH', `/me/passkeys/${id}`, values),
    )
    if (!renamed) return
    say('The passkey has its new name.')
    await passkeys.changed()
  }

  const remove = async (id: string, name: string) => {
    const removed = await askFirst(
      'Remove this passkey?',
      `You cannot sign in with “${name}” any more. You are signed out in all other browsers.`,
      'Remove',
      () => call('DELETE', `/me/passkeys/${id}`),
    )
    if (!removed) return
    say('The passkey is removed.')
    await Promise.all([passkeys.changed(), sessions.refresh()])
  }

  const add = async () => {
    const name = { name: 'name', label: 'Name', value: browserName(navigator.userAgent) }
    const added = await fillIn('Add a passkey', [name], 'Make it', async (values) => {
      const { options } = await call<{ options: PublicKeyCredentialCreationOptionsJSON }>(
        'POST',
        '/me/passkeys/options',
      )
      await call('POST', '/me/passkeys', { ...values, response: await createPasskey(options) })
    })
    if (!added) return
    say('You can sign in with the new passkey now. You are signed out in all other browsers.')
    await Promise.all([passkeys.changed(), sessions.refresh()])
    byId('passkeys').querySelector('.rows')?.lastElementChild?.scrollIntoView({ block: 'nearest' })
  }

  byId('add-passkey').addEventListener('click', add)
  return passkeys
}
