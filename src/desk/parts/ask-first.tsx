import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { Button } from '../base/button.tsx'
import { controlsIn } from '../base/focus.ts'
import { words } from '../words/words.ts'
import { Dialog, openDialog } from './dialog.tsx'
import { type Draft, type Mistakes, useNew } from './draft.ts'
import { FormProblem } from './field.tsx'

interface Question<T extends object> {
  readonly title: string
  /** The sentences above the fields. */
  readonly text?: readonly string[]
  /** The values that the fields show at first. */
  readonly start?: T
  readonly fields?: (draft: Draft<T>) => ComponentChildren
  readonly check?: (fields: T) => Mistakes
  /** The words on the button that carries the act out. */
  readonly verb: string
  /** The words on the other button, if they are not the usual words. */
  readonly cancel?: string
  /** Whether the act loses or ends something. Then the focus is on the other button at first. */
  readonly danger?: boolean
  /** Carries out the act. A failure is shown in the dialog, which stays open. */
  readonly act: (fields: T) => unknown
}

/** Asks before an act, and carries it out when the person agrees. Resolves with whether it was carried out. */
export async function askFirst<T extends object>(question: Question<T>): Promise<boolean> {
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

function AskFirst<T extends object>({
  title,
  text = [],
  start = {} as T,
  fields,
  check,
  verb,
  cancel = words.value.shell.cancel,
  danger,
  act,
  close,
  done,
}: Question<T> & { readonly close: () => void; readonly done: () => void }) {
  const draft = useNew(start, act, check)
  const body = useRef<HTMLDivElement>(null)
  const cancelling = useRef<HTMLButtonElement>(null)
  const carryingOut = useRef<HTMLButtonElement>(null)
  // A person in a hurry answers before the question is painted. So the focus must be set before that.
  useLayoutEffect(() => {
    const [field] = danger ? [] : controlsIn(body.current!, 'input, select, textarea')
    if (field === undefined) (danger ? cancelling : carryingOut).current!.focus()
    else field.focus()
    if (field instanceof HTMLInputElement && field.type !== 'checkbox') field.select()
  }, [])
  return (
    <Dialog
      title={title}
      close={close}
      size="small"
      onSubmit={async () => (await draft.save()) && done()}
      actions={
        <>
          <Button ref={cancelling} onClick={close}>
            {cancel}
          </Button>
          <Button ref={carryingOut} type="submit" kind={danger ? 'danger' : 'primary'} busy={draft.busy}>
            {verb}
          </Button>
        </>
      }
    >
      <div ref={body} class="stack">
        {text.map((line) => (
          <p key={line}>{line}</p>
        ))}
        {fields?.(draft)}
        <FormProblem text={draft.problem} />
      </div>
    </Dialog>
  )
}
