import { words } from '../words/words.ts'
import { Heading } from './heading.tsx'
import { hrefOf, route } from './route.ts'

/**
 * Shown when the place in the address does not exist. A link leads to the screen of the place's first part, or to
 * today.
 */
export function Nowhere() {
  const { nowhere, shell } = words.value
  const names = new Map([
    ['patients', shell.patients],
    ['inbox', shell.inbox],
    ['waiting-list', shell.waitingList],
    ['day-sheet', shell.daySheet],
  ])
  const [place = ''] = route.value
  const name = names.get(place)
  return (
    <div class="page">
      <Heading>{nowhere.title}</Heading>
      <p>{nowhere.text}</p>
      <p>
        <a class="button primary" href={hrefOf(name === undefined ? 'day' : place)}>
          {nowhere.goTo(name ?? shell.day)}
        </a>
      </p>
    </div>
  )
}
