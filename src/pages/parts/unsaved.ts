/** Knows which forms of the page hold changes that were not saved, and asks before the page is left with them. */

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** The contents of each watched form when it was last saved. */
const saved = new Map<HTMLFormElement, string>()

/** Takes what is in the form now as saved. From here on, another content counts as unsaved. */
export function markSaved(form: HTMLFormElement): void {
  saved.set(form, contentOf(form))
}

/** Whether a watched form holds something that was not saved. */
export const hasUnsaved = (): boolean => [...saved].some(([form, content]) => contentOf(form) !== content)

/** Lets the page be left without a question. */
export const dropUnsaved = (): void => saved.clear()

/** Every field with its name and what is in it. Fields may have come, gone or moved. */
const contentOf = (form: HTMLFormElement): string =>
  JSON.stringify(
    [...form.elements]
      .filter((element): element is Control => 'willValidate' in element && element.tagName !== 'BUTTON')
      .map((control) => [control.name, heldBy(control)]),
  )

const heldBy = (control: Control) =>
  control instanceof HTMLInputElement && ['checkbox', 'radio'].includes(control.type)
    ? control.checked
    : control.value

addEventListener('beforeunload', (event) => {
  if (hasUnsaved()) event.preventDefault()
})
