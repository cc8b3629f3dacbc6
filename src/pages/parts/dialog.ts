import { button, make } from './dom.ts'
import { fieldValue, onSubmit } from './form.ts'

/**
 * Asks before it does something that cannot be undone. An error is shown in the dialog.
 * Resolves when the dialog is closed, and answers whether it was done.
 */
export const askFirst = (title: string, text: string, verb: string, act: () => Promise<unknown>) =>
  open(title, [make('p', {}, text)], verb, 'danger', act)

/** Asks like `askFirst`, with a choice that is ticked at first. `act` is told whether it still is. */
export function askFirstWith(
  choice: string,
  title: string,
  text: string,
  verb: string,
  act: (chosen: boolean) => Promise<unknown>,
) {
  const box = make('input', { type: 'checkbox', checked: true })
  const label = make('label', { className: 'tick' }, box, make('span', { textContent: choice }))
  return open(title, [make('p', {}, text), label], verb, 'danger', () => act(box.checked))
}

export interface Field {
  readonly name: string
  readonly label: string
  readonly value: string
  readonly type?: 'text' | 'email'
  /** What helps to fill it in. */
  readonly hint?: string
  /** 200 when left out, and 254 for an e-mail address. */
  readonly maxLength?: number
  /** For a choice: each value with its label. */
  readonly choices?: Readonly<Record<string, string>>
}

/**
 * Asks for the values of some fields, below some text, and does something with them. A mistake is shown at its field.
 * Resolves when the dialog is closed, and answers whether it was done.
 */
export const fillIn = (
  title: string,
  fields: readonly Field[],
  verb: string,
  act: (values: Record<string, string>) => Promise<unknown>,
  text: readonly string[] = [],
  manner: 'primary' | 'danger' = 'primary',
) =>
  open(title, [...text.map((line) => make('p', {}, line)), ...fields.map(drawField)], verb, manner, (form) =>
    act(Object.fromEntries(fields.map(({ name }) => [name, fieldValue(form, name)]))),
  )

function drawField({
  name,
  label,
  value,
  type = 'text',
  choices,
  hint,
  maxLength = type === 'email' ? 254 : 200,
}: Field): HTMLElement {
  const id = `dialog-${name}`
  const control =
    choices === undefined
      ? make('input', {
          id,
          name,
          type,
          value,
          required: true,
          maxLength,
          autocomplete: 'off',
        })
      : make(
          'select',
          { id, name },
          ...Object.entries(choices).map(([value, words]) => new Option(words, value)),
        )
  control.value = value
  if (hint !== undefined) control.setAttribute('aria-describedby', `${id}-hint`)
  return make(
    'div',
    { className: 'field' },
    make('label', { htmlFor: id, textContent: label }),
    control,
    ...(hint === undefined ? [] : [make('p', { id: `${id}-hint`, className: 'hint', textContent: hint })]),
  )
}

function open(
  title: string,
  content: readonly HTMLElement[],
  verb: string,
  manner: 'primary' | 'danger',
  act: (form: HTMLFormElement) => Promise<unknown>,
): Promise<boolean> {
  // A dialog can ask for something while another one is open.
  const id = `dialog${document.querySelectorAll('dialog').length || ''}`
  const cancel = button('Cancel', 'plain', () => dialog.close())
  const form = make(
    'form',
    { id: `${id}-form`, className: 'stack' },
    make('h2', { id: `${id}-title`, textContent: title }),
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
  dialog.setAttribute('aria-labelledby', `${id}-title`)
  document.body.append(dialog)
  dialog.showModal()
  const first = form.querySelector('input')
  if (manner === 'danger') cancel.focus()
  else if (first) first.select()
  else form.querySelector<HTMLElement>('[type=submit]')!.focus()

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
