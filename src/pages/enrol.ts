import { byId } from './parts/dom.ts'
import { fieldValue, onSubmit } from './parts/form.ts'
import { openLink, register } from './parts/opening.ts'

interface Invitation {
  readonly practiceName: string
  /** The e-mail address until somebody has given a name. */
  readonly name: string
  readonly email: string
  readonly role: 'owner' | 'assistant'
  /** Whether the member had a passkey before. */
  readonly returning: boolean
}

void openLink<Invitation>('enrol', (link, { practiceName, name, email, role, returning }) => {
  const form = byId<HTMLFormElement>('enrol')
  const greeting = returning ? 'Welcome back to' : 'Welcome to'
  document.title = `${greeting} ${practiceName} · chairside`
  byId('greeting').textContent = greeting
  byId('practice-name').textContent = practiceName
  byId('standing').textContent = returning ? 'You are' : 'You are invited as'
  byId('role').textContent = role === 'owner' ? 'an owner' : 'an assistant'
  byId('email').textContent = email
  byId<HTMLInputElement>('name').value = name === email ? '' : name
  byId('made').textContent = returning ? 'a new passkey' : 'a passkey'
  byId('make').textContent = returning ? 'Make a new passkey' : 'Make my passkey'
  onSubmit(form, () => register('enrol', { link, name: fieldValue(form, 'name') }))
})
