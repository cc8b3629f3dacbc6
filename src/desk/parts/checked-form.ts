import { useRef } from 'preact/hooks'
import { words } from '../words/words.ts'
import { focusFirstMistake, mistakes, useForm } from './form.ts'

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/**
 * The state of a form, and how it is sent. Controls are named like the paths of the API. What the browser finds wrong is
 * told before the server is asked. After a failure, the first field with a mistake gets the focus.
 */
export function useCheckedForm(send: (form: HTMLFormElement) => unknown) {
  const { state, submit } = useForm()
  const ref = useRef<HTMLFormElement>(null)
  const submitNow = async (): Promise<boolean> => {
    const form = ref.current!
    const { activeElement } = document
    const done = await submit(async () => {
      const found = mistakesIn(form)
      if (Object.keys(found).length > 0) throw mistakes(found)
      await send(form)
    })
    if (!done) focusFirstMistake(form, activeElement)
    return done
  }
  return { state, ref, submitNow }
}

/** The text in a field of a form, trimmed. */
export const fieldValue = (form: HTMLFormElement, name: string): string =>
  (form.elements.namedItem(name) as Control).value.trim()

function mistakesIn(form: HTMLFormElement): Record<string, string> {
  const controls = [...form.elements].filter((each): each is Control => 'validity' in each && 'name' in each)
  const wrong = controls.filter(({ name, validity }) => name !== '' && !validity.valid)
  return Object.fromEntries(wrong.map((control) => [control.name, mistakeIn(control)]))
}

function mistakeIn({ type, validity }: Control): string {
  const { forms } = words.value
  if (validity.typeMismatch) return forms.notEmail
  return type === 'radio' ? forms.choose : forms.fillIn
}
