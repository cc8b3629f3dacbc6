import type { ComponentChildren } from 'preact'
import { say } from '../base/toasts.tsx'
import { words } from '../words/words.ts'
import { Dialog, FormButtons } from './dialog.tsx'
import type { Draft } from './draft.ts'
import { FormProblem } from './field.tsx'
import { leaving } from './leaving.ts'

interface Props<T extends object> {
  readonly title: string
  readonly draft: Draft<T>
  readonly close: () => void
  /** The words on the button that saves. */
  readonly verb?: string
  /** The message when the record is saved. */
  readonly saved: string
  readonly size?: 'small' | 'medium' | 'wide'
  readonly children: ComponentChildren
  /** A button at the other end, such as a button that deletes the record. */
  readonly more?: ComponentChildren
}

/** A dialog that changes one record. It asks before it is closed with unsaved changes. */
export function RecordDialog<T extends object>({
  title,
  draft,
  close,
  verb,
  saved,
  size,
  children,
  more,
}: Props<T>) {
  const leave = leaving(() => draft.isUnsaved, close)
  const submit = async () => {
    if (!(await draft.save())) return
    say(saved)
    close()
  }
  return (
    <Dialog
      title={title}
      {...leave}
      onSubmit={submit}
      {...(size && { size })}
      actions={
        <>
          {more && <span class="first-action">{more}</span>}
          <FormButtons
            close={() => leave.mayClose() && close()}
            verb={verb ?? words.value.shell.save}
            busy={draft.busy}
          />
        </>
      }
    >
      <div class="stack">
        {children}
        <FormProblem text={draft.problem} />
      </div>
    </Dialog>
  )
}
