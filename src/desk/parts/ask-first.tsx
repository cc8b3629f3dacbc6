import { words } from '../words/words.ts'
import { Button } from './button.tsx'
import { Dialog, openDialog } from './dialog.tsx'
import { FormProblem } from './field.tsx'
import { useForm } from './form.ts'

interface Question {
  readonly title: string
  readonly text: string
  /** The words on the button that does it. */
  readonly verb: string
  readonly kind?: 'primary' | 'danger'
  readonly act: () => unknown
}

/** Asks before it does something. An error is shown in the dialog; one of its own is thrown as `mistakes({ '': sentence })`. Answers whether it was done. */
export async function askFirst({ act, ...question }: Question): Promise<boolean> {
  let done = false
  await openDialog((close) => (
    <AskFirst
      {...question}
      close={close}
      act={async () => {
        await act()
        done = true
      }}
    />
  ))
  return done
}

function AskFirst({ title, text, verb, kind = 'danger', act, close }: Question & { close: () => void }) {
  const { state, submit } = useForm()
  const { busy, problem, errors } = state.value
  return (
    <Dialog
      title={title}
      size="small"
      close={close}
      onSubmit={async () => (await submit(async () => act())) && close()}
      actions={
        <>
          <Button onClick={close}>{words.value.shell.cancel}</Button>
          <Button kind={kind} type="submit" busy={busy}>
            {verb}
          </Button>
        </>
      }
    >
      <p>{text}</p>
      <FormProblem text={problem || (errors[''] ?? '')} />
    </Dialog>
  )
}
