import { words } from '../words/words.ts'
import { Failure } from './api.ts'
import { make, whileBusy } from './dom.ts'
import { messageOf } from './tell.ts'

/** A mistake in a field, in a sentence. */
interface Mistake {
  readonly path: string
  readonly message: string
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/**
 * Runs the work when the form is sent. Fields are named like the paths of the API, so each mistake is shown at its
 * field, and the first one gets the focus. A mistake without a field is shown in the form's `.outcome`.
 */
export function onSubmit(form: HTMLFormElement, work: () => Promise<unknown>): void {
  form.noValidate = true
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const sender = event.submitter ?? form.querySelector<HTMLElement>('button[type=submit]')!
    void whileBusy(sender, async () => {
      clear(form)
      const mistakes = mistakesIn(form)
      if (mistakes.length > 0) return show(form, mistakes)
      try {
        await work()
      } catch (error) {
        const issues = error instanceof Failure ? error.issues : []
        if (issues.length > 0) show(form, issues.map(inWords))
        else tell(form, messageOf(error))
      }
    })
  })
}

/** The text in a field, trimmed. */
export const fieldValue = (form: HTMLFormElement, name: string): string =>
  (form.elements.namedItem(name) as Control | RadioNodeList).value.trim()

const controlsOf = (form: HTMLFormElement) =>
  [...form.elements].filter((element): element is Control => 'willValidate' in element && 'name' in element)

function clear(form: HTMLFormElement): void {
  tell(form, '')
  for (const control of controlsOf(form)) {
    if (control.ariaInvalid !== 'true') continue
    control.ariaInvalid = null
    const note = document.getElementById(noteId(form, control))
    if (note === null) continue
    note.remove()
    const others = control.getAttribute('aria-describedby')?.replace(note.id, '').trim()
    if (others) control.setAttribute('aria-describedby', others)
    else control.removeAttribute('aria-describedby')
  }
}

/** The mistakes that the browser finds before the server is asked. */
const mistakesIn = (form: HTMLFormElement): Mistake[] =>
  controlsOf(form)
    .filter((control) => !control.validity.valid)
    .map((control) => ({ path: control.name, message: mistakeIn(control) }))

function mistakeIn({ validity, type }: Control): string {
  const { fields } = words
  if (validity.valueMissing) return type === 'radio' ? fields.choose : fields.missing
  return validity.typeMismatch && type === 'email' ? fields.notEmail : fields.other
}

/** What the server found wrong, by the field. */
function inWords({ path }: { readonly path: string }): Mistake {
  const { fields } = words
  if (path.startsWith('workingHours')) return { path, message: fields.hours }
  return { path, message: path.endsWith('Email') ? fields.notEmail : fields.other }
}

function show(form: HTMLFormElement, issues: readonly Mistake[]): void {
  const named = issues.map((issue) => ({ ...issue, control: controlAt(form, issue.path) }))
  for (const { control, message } of named) if (control !== undefined) mark(form, control, message)
  const homeless = named.filter(({ control }) => control === undefined)
  if (homeless.length > 0) tell(form, [...new Set(homeless.map(({ message }) => message))].join(' '))
  controlsOf(form)
    .find(({ ariaInvalid }) => ariaInvalid === 'true')
    ?.focus()
}

/** The control of a path, or else the first control inside the path, or else one that the path lies in. */
function controlAt(form: HTMLFormElement, path: string): Control | undefined {
  const controls = controlsOf(form).filter(({ name }) => name !== '')
  return (
    controls.find(({ name }) => name === path) ??
    controls.find(({ name }) => path !== '' && name.startsWith(`${path}.`)) ??
    controls.find(({ name }) => path.startsWith(`${name}.`))
  )
}

function mark(form: HTMLFormElement, control: Control, message: string): void {
  control.ariaInvalid = 'true'
  const id = noteId(form, control)
  if (document.getElementById(id) !== null) return
  control.closest('.field')?.append(make('p', { id, className: 'issue', textContent: message }))
  control.setAttribute('aria-describedby', `${control.getAttribute('aria-describedby') ?? ''} ${id}`.trim())
}

const noteId = (form: HTMLFormElement, control: Control) => `${form.id}-${control.name}-issue`

const tell = (form: HTMLFormElement, text: string) => {
  form.querySelector('.outcome')!.textContent = text
}
