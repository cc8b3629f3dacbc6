import { button, make } from './dom.ts'
import { fieldValue, onSubmit } from './form.ts'

/**
 * Asks before it does something that cannot be undone. An error is shown in the dialog.
 * Resolves when the dialog is closed, and answers whether it was done.
 */
export const askFirst = (title: string, text: string, verb: string, act: () => Promise<unknown>) =>
  open(title, [make('p', {}, text)], verb, 'danger', act)

export interface Field {
  readonly name: string
  readonly label: string
  readonly value: string
  readonly type?: 'text' | 'email'
  /** For a choice: each value with its label. */
  readonly choices?: Readonly<Record<string, string>>
}

/**
 * Asks for the values of some fields and does something with them. A mistake is shown at its field.
 * Resolves when the dialog is closed, and answers whether it was done.
 */
export const fillIn = (
  title: string,
  fields: readonly Field[],
  verb: string,
  act: (values: Record<string, string>) => Promise<unknown>,
) =>
  open(title, fields.map(drawField), verb, 'primary', (form) =>
    act(Object.fromEntries(fields.map(({ name }) => [name, fieldValue(form, name)]))),
  )

function drawField({ name, label, value, type = 'text', choices }: Field): HTMLElement {
  const id = `dialog-${name}`
  const control =
    choices === undefined
      ? make('input', {
          id,
          name,
          type,
          value,
          required: true,
          maxLength: type === 'email' ? 254 : 200,
          autocomplete: 'off',
        })
      : make(
          'select',
          { id, name },
          ...Object.entries(choices).map(([value, words]) => new Option(words, value)),
        )
  control.value = value
  return make('div', { className: 'field' }, make('label', { htmlFor: id, textContent: label }), control)
}

function open(
  title: string,
  content: readonly HTMLElement[],
  verb: string,
  manner: 'primary' | 'danger',
  act: (form: HTMLFormElement) => Promise<unknown>,
): Promise<boolean> {
  const cancel = button('Cancel', 'plain', () => dialog.close())
  const form = make(
    'form',
    { id: 'dialog-form', className: 'stack' },
    make('h2', { id: 'dialog-title', textContent: title }),
    ...content,
    make('p', { className: 'outcome', role: 'alert' }),
    make(
      'div',
      { className: 'choices' },
      cancel,
      make('button', { type: 'submit', className: `button ${manner}`, textContent: verb }),
    ),
  )
  const dialog = make('dialog', {}, form)
  dialog.setAttribute('aria-labelledby', 'dialog-title')
  document.body.append(dialog)
  dialog.showModal()
  if (manner === 'danger') cancel.focus()
  else form.querySelector('input')?.select()

  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove()
      resolve(dialog.returnValue === 'done')
    })
    onSubmit(form, async () => {
      await act(form)
      dialog.close('done')
    })
  })
}
