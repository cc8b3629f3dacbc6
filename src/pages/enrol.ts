import { byId } from './parts/dom.ts'
import { fieldValue, onSubmit } from './parts/form.ts'
import { openLink, register } from './parts/opening.ts'

interface Invitation {
  readonly practiceName: string
  /** The e-mail address until somebody has given a name. */
  readonly name: string
  readonly email: string
  readonly role: 'owner' | 'assistant'
}

void openLink<Invitation>('enrol', (link, { practiceName, name, email, role }) => {
  const form = byId<HTMLFormElement>('enrol')
  const known = name !== email
  const greeting = known ? 'Welcome back to' : 'Join'
  document.title = `${greeting} ${practiceName} · chairside`
  byId('greeting').textContent = greeting
  byId('practice-name').textContent = practiceName
  byId('standing').textContent = known ? 'You are' : 'You are invited as'
  byId('role').textContent = role === 'owner' ? 'an owner' : 'an assistant'
  byId('email').textContent = email
  byId<HTMLInputElement>('name').value = known ? name : ''
  byId('made').textContent = known ? 'a new passkey' : 'a passkey'
  byId('make').textContent = known ? 'Make a new passkey' : 'Make my passkey'
  onSubmit(form, () => register('enrol', { link, name: fieldValue(form, 'name') }))
})
