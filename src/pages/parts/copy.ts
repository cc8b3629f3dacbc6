import { button, make, say } from './dom.ts'

/** A read-only field with a value, and a button that copies it. */
export function copyable(label: string, value: string): HTMLElement {
  const field = make('input', {
    readOnly: true,
    value,
    ariaLabel: label,
    className: 'secret',
    spellcheck: false,
  })
  const copy = button('Copy', 'primary', async () => {
    field.select()
    const copied = await navigator.clipboard.writeText(value).then(
      () => true,
      () => false,
    )
    say(
      copied
        ? 'Copied.'
        : 'The browser does not let this page copy. The text is selected: press Ctrl+C or ⌘C.',
    )
  })
  return make('div', { className: 'copyable' }, field, copy)
}
