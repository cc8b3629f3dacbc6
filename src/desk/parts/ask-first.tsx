import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { Button } from '../base/button.tsx'
import { words } from '../words/words.ts'
import { useCheckedForm } from './checked-form.ts'
import { Dialog, openDialog } from './dialog.tsx'
import { FormProblem } from './field.tsx'
import type { FormState } from './form.ts'

interface Question {
  readonly title: string
  /** What is said above the fields. */
  readonly text?: readonly string[]
  readonly fields?: (errors: FormState['errors']) => ComponentChildren
  /** What the button says that does it. */
  readonly verb: string
  /** For what loses or ends something: the focus is on the other button at first. */
  readonly danger?: boolean
  /** A failure stays in the dialog. */
  readonly act: (form: HTMLFormElement) => unknown
}

/** Asks before something is done, and does it when the person agrees. Answers whether it was done. */
export async function askFirst(question: Question): Promise<boolean> {
  let done = false
  await openDialog((close) => (
    <AskFirst
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

function AskFirst({
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
  // A hurried person answers before the question was painted. So nothing of it may wait for that.
  useLayoutEffect(() => {
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
