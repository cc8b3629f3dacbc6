import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import { askFirst } from '../../parts/ask-first.tsx'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { FormProblem } from '../../parts/field.tsx'
import { focusFirstMistake } from '../../parts/form.ts'
import { say } from '../../shell/toasts.tsx'
import { words } from '../../words/words.ts'
import type { Draft } from './draft.ts'

interface Props<T> {
  readonly title: string
  readonly draft: Draft<T>
  readonly close: () => void
  /** The words on the button that saves. */
  readonly verb?: string
  /** Said when it is saved. */
  readonly saved: string
  readonly size?: 'small' | 'medium' | 'wide'
  readonly children: ComponentChildren
  /** A button at the other end, such as the one that deletes. */
  readonly more?: ComponentChildren
}

/** A dialog that changes one record. It asks before it is closed with unsaved changes. */
export function RecordDialog<T>({ title, draft, close, verb, saved, size, children, more }: Props<T>) {
  const body = useRef<HTMLDivElement>(null)
  const { settings, shell } = words.value
  const mayClose = () => {
    if (!draft.isUnsaved) return true
    const { leaveTitle, leaveVerb } = shell
    const text = [settings.leaveDialogText]
    void askFirst({ title: leaveTitle, text, verb: leaveVerb, danger: true, act: close })
    return false
  }
  const submit = async () => {
    if (!(await draft.save())) return focusFirstMistake(body.current)
    say(saved)
    close()
  }
  return (
    <Dialog
      title={title}
      close={close}
      mayClose={mayClose}
      onSubmit={submit}
      {...(size && { size })}
      actions={
        <>
          {more && <span class="first-action">{more}</span>}
          <Button onClick={() => mayClose() && close()}>{shell.cancel}</Button>
          <Button kind="primary" type="submit" busy={draft.busy}>
            {verb ?? shell.save}
          </Button>
        </>
      }
    >
      <div class="stack" ref={body}>
        {children}
        <FormProblem text={draft.problem} />
      </div>
    </Dialog>
  )
}
