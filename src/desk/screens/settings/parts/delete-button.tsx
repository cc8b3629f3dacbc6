import { Button } from '../../../base/button.tsx'
import { say } from '../../../base/toasts.tsx'
import { askFirst } from '../../../parts/ask-first.tsx'
import { words } from '../../../words/words.ts'

interface Props {
  /** The name of the record. */
  readonly name: string
  /** Returns the text of the question: what happens when the record is deleted. */
  readonly text: () => string | Promise<string>
  readonly remove: () => Promise<unknown>
  /** Is called after the record was deleted. */
  readonly deleted: () => void
}

/** A button that deletes a record after a question. */
export function DeleteButton({ name, text, remove, deleted }: Props) {
  const { settings } = words.value
  const ask = async () => {
    const question = { title: settings.deleteOf(name), text: [await text()], verb: settings.delete }
    if (!(await askFirst({ ...question, danger: true, act: remove }))) return
    say(settings.isDeleted(name))
    deleted()
  }
  return (
    <Button kind="quiet" onClick={() => void ask()}>
      {settings.delete}
    </Button>
  )
}
