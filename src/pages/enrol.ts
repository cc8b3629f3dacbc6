import { byId } from './parts/dom.ts'
import { fieldValue, onSubmit } from './parts/form.ts'
import { openLink, register } from './parts/opening.ts'
import { fillIn, speak, words } from './words/words.ts'

interface Invitation {
  readonly practiceName: string
  /** The e-mail address until somebody has given a name. */
  readonly name: string
  readonly email: string
  readonly role: 'owner' | 'assistant'
  /** Whether the member had a passkey before. */
  readonly returning: boolean
}

speak(words.enrol)
void openLink<Invitation>('enrol', (link, { practiceName, name, email, role, returning }) => {
  const { enrol } = words
  const form = byId<HTMLFormElement>('enrol')
  const greeting = (returning ? enrol.welcomeBack : enrol.welcome)(practiceName)
  document.title = `${greeting} · chairside`
  byId('greeting').textContent = greeting
  fillIn(byId('standing'), (returning ? enrol.youAre : enrol.invited)[role])
  byId('email').textContent = email
  byId<HTMLInputElement>('name').value = name === email ? '' : name
  byId('next').textContent = returning ? enrol.nextAgain : enrol.next
  byId('make').textContent = returning ? enrol.actAgain : enrol.act
  onSubmit(form, () => register('enrol', { link, name: fieldValue(form, 'name') }))
})
