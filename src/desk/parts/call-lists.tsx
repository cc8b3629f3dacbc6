/** The links between two lists of patients to call: those who wait for a time, and those who are due to come again. */
import { hrefOf, route } from '../base/route.ts'
import { words } from '../words/words.ts'

const due = 'due'

/** Whether the list of patients who are due is open. */
export const isDueList = (): boolean => route.value[1] === due

export function CallLists() {
  const { recalls, waiting } = words.value
  const list = (title: string, isHere: boolean, ...place: string[]) => (
    <a href={hrefOf('waiting-list', ...place)} aria-current={isHere ? 'page' : undefined}>
      {title}
    </a>
  )
  return (
    <nav class="call-lists" aria-label={recalls.lists}>
      {list(waiting.title, !isDueList())}
      {list(recalls.title, isDueList(), due)}
    </nav>
  )
}
