/** A form that shows each mistake at its field. */
import { useSignal } from '@preact/signals'
import { type ComponentChildren, Fragment } from 'preact'
import { useRef } from 'preact/hooks'
import { Button } from '../../parts/button.tsx'
import { FormProblem } from '../../parts/field.tsx'
import { type FormState, mistakes, useForm } from '../../parts/form.ts'
import { words } from '../../words/words.ts'

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/**
 * The state of a form, and how it is sent. Controls are named like the paths of the API. What the browser finds wrong is
 * told before the server is asked. After a failure, the first field with a mistake gets the focus.
 */
export function useCheckedForm(send: (form: HTMLFormElement) => Promise<unknown>) {
  const { state, submit } = useForm()
  const ref = useRef<HTMLFormElement>(null)
  const submitNow = async (): Promise<boolean> => {
    const form = ref.current!
    const done = await submit(async () => {
      const found = mistakesIn(form)
      if (Object.keys(found).length > 0) throw mistakes(found)
      await send(form)
    })
    if (!done) setTimeout(() => form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
    return done
  }
  return { state, ref, submitNow }
}

/** The text in a field of a form, trimmed. */
export const fieldValue = (form: HTMLFormElement, name: string): string =>
  (form.elements.namedItem(name) as Control).value.trim()

function mistakesIn(form: HTMLFormElement): Record<string, string> {
  const controls = [...form.elements].filter((each): each is Control => 'validity' in each && 'name' in each)
  const wrong = controls.filter(({ validity }) => !validity.valid)
  const { security } = words.value
  return Object.fromEntries(
    wrong.map(({ name, validity }) => [name, validity.typeMismatch ? security.notEmail : security.fillIn]),
  )
}

interface Props {
  /** What the button says. */
  readonly verb: string
  readonly send: (form: HTMLFormElement) => Promise<unknown>
  readonly children: (errors: FormState['errors']) => ComponentChildren
}

/** A form on a page, with its button at the end. It is emptied when it was sent. */
export function CheckedForm({ verb, send, children }: Props) {
  const { state, ref, submitNow } = useCheckedForm(send)
  const round = useSignal(0)
  const { busy, problem, errors } = state.value
  return (
    <form
      ref={ref}
      noValidate
      class="stack"
      onSubmit={async (event) => {
        event.preventDefault()
        if (await submitNow()) round.value++
      }}
    >
      {/* New fields hold what they held at first. */}
      <Fragment key={round.value}>{children(errors)}</Fragment>
      <FormProblem text={problem} />
      <div>
        <Button type="submit" busy={busy}>
          {verb}
        </Button>
      </div>
    </form>
  )
}
