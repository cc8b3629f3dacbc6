import { Button } from '../../../base/button.tsx'
import { askFirst } from '../../../parts/ask-first.tsx'
import { words } from '../../../words/words.ts'
import { Part } from '../parts/part.tsx'
import type { OpenImport } from './state.ts'

/** The button that turns on reminders for imported appointments. The reminders cannot be turned off again. */
export function Reminders({ it, change }: OpenImport) {
  const { imports: says } = words.value
  const remind = () =>
    askFirst({
      title: says.remindTitle,
      text: [says.remindText],
      verb: says.remind,
      act: () => change({ reminders: true }),
    })
  return (
    <Part title={says.reminders} about={it.reminders ? says.remindersOn : says.remindersAbout}>
      {!it.reminders && (
        <div>
          <Button onClick={() => void remind()}>{says.remind}</Button>
        </div>
      )}
    </Part>
  )
}
