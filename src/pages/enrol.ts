import { byId } from './parts/dom.ts'
import { fieldValue, onSubmit } from './parts/form.ts'
import { openLink, register } from './parts/opening.ts'

interface Invitation {
  readonly practiceName: string
  /** The e-mail address, as long as nobody has given a name. */
  readonly name: string
  readonly email: string
  readonly role: 'owner' | 'assistant'
}

void openLink<Invitation>('enrol', (link, { practiceName, name, email, role }) => {
  const form = byId<HTMLFormElement>('enrol')
  document.title = `Join ${practiceName} · chairside`
  byId('practice-name').textContent = practiceName
  byId('role').textContent = role === 'owner' ? 'an owner' : 'an assistant'
  byId('email').textContent = email
  byId<HTMLInputElement>('name').value = name === email ? '' : name
  onSubmit(form, () => register('enrol', { link, name: fieldValue(form, 'name') }))
})
