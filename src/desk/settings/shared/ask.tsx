/** Dialogs that ask before something is done. */
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { Button } from '../../parts/button.tsx'
import { Dialog, openDialog } from '../../parts/dialog.tsx'
import { FormProblem } from '../../parts/field.tsx'
import type { FormState } from '../../parts/form.ts'
import { words } from '../../words/words.ts'
import { useCheckedForm } from './checked-form.tsx'

interface Question {
  readonly title: string
  /** What is said above the fields. */
  readonly text?: readonly string[]
  readonly fields?: (errors: FormState['errors']) => ComponentChildren
  /** What the button says that does it. */
  readonly verb: string
  /** For what cannot be undone: the focus is on the other button at first. */
  readonly danger?: boolean
  /** A failure stays in the dialog. */
  readonly act: (form: HTMLFormElement) => Promise<unknown>
}

/** Asks, and does it when the person agrees. Answers whether it was done. */
export async function ask(question: Question): Promise<boolean> {
  let done = false
  await openDialog((close) => (
    <Asked
      {...question}
      close={close}
      done={() => {
        done = true
        close()
      }}
    />
  ))
  return done
}

function Asked({
  title,
  text = [],
  fields,
  verb,
  danger,
  act,
  close,
  done,
}: Question & { readonly close: () => void; readonly done: () => void }) {
  const { state, ref, submitNow } = useCheckedForm(act)
  const body = useRef<HTMLDivElement>(null)
  const { busy, problem, errors } = state.value
  useEffect(() => {
    const dialog = body.current!.closest('dialog')!
    ref.current = dialog.querySelector('form')!
    const first = danger
      ? dialog.querySelector<HTMLElement>('.cancel')
      : (dialog.querySelector<HTMLElement>('form :is(input, select, textarea)') ??
        dialog.querySelector<HTMLElement>('[type=submit]'))
    first?.focus()
    if (first instanceof HTMLInputElement && first.type !== 'checkbox') first.select()
  }, [])
  return (
    <Dialog
      title={title}
      close={close}
      size="small"
      onSubmit={async () => (await submitNow()) && done()}
      actions={
        <>
          <Button class="cancel" onClick={close}>
            {words.value.shell.cancel}
          </Button>
          <Button type="submit" kind={danger ? 'danger' : 'primary'} busy={busy}>
            {verb}
          </Button>
        </>
      }
    >
      <div ref={body} class="stack">
        {text.map((line) => (
          <p key={line}>{line}</p>
        ))}
        {fields?.(errors)}
        <FormProblem text={problem} />
      </div>
    </Dialog>
  )
}
