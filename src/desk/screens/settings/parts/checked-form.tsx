import { useSignal } from '@preact/signals'
import { type ComponentChildren, Fragment } from 'preact'
import { Button } from '../../../base/button.tsx'
import { useCheckedForm } from '../../../parts/checked-form.ts'
import { FormProblem } from '../../../parts/field.tsx'
import type { FormState } from '../../../parts/form.ts'

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
