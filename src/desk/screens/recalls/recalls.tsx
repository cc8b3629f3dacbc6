/** The patients who are due to come again. Their list and the waiting list are one screen. */
import { useEffect } from 'preact/hooks'
import { Button } from '../../base/button.tsx'
import { Heading } from '../../base/heading.tsx'
import { Nowhere } from '../../base/nowhere.tsx'
import { route } from '../../base/route.ts'
import { needTypes } from '../../live/appointment-types.ts'
import { askFirst } from '../../parts/ask-first.tsx'
import { CallLists, isDueList } from '../../parts/call-lists.tsx'
import { Empty } from '../../parts/empty.tsx'
import { More } from '../../parts/more.tsx'
import { Read } from '../../parts/read.tsx'
import { words } from '../../words/words.ts'
import { WaitingListScreen } from '../waiting-list/waiting-list.tsx'
import { canMessage, sendMessages } from './acts.ts'
import { Row } from './row.tsx'
import { followRecalls, recalls } from './state.ts'

/** The list that the address names: the waiting list, or the patients who are due. */
export const CallScreen = () => {
  if (isDueList()) return <DueScreen />
  if (route.value[1] === undefined) return <WaitingListScreen />
  return <Nowhere />
}

const DueScreen = () => (
  <div class="page waiting">
    <header class="waiting-head">
      <Heading>{words.value.recalls.title}</Heading>
      <CallLists />
    </header>
    <div class="waiting-wide">
      <Recalls />
    </div>
  </div>
)

function Recalls() {
  useEffect(followRecalls, [])
  useEffect(needTypes, [])
  const { recalls: w } = words.value
  return (
    <Read from={recalls}>
      {({ list, next }) =>
        list.length === 0 ? (
          <Empty icon="check" title={w.empty} hint={w.emptyHint} />
        ) : (
          <div class="waiting-list">
            <MessageAll />
            <ul class="inbox-list">
              {list.map((item) => (
                <Row key={item.patientId} item={item} />
              ))}
            </ul>
            {next !== null && <More says={w.more} more={recalls.more} />}
          </div>
        )
      }
    </Read>
  )
}

/** The button that sends messages to all shown patients who agreed to messages and have none planned. */
function MessageAll() {
  const { recalls: w } = words.value
  const ready = recalls.value!.list.filter(canMessage)
  if (ready.length < 2) return null
  const ask = () =>
    askFirst({
      title: w.messageAll(ready.length),
      text: [w.messageAllText],
      verb: w.messageAll(ready.length),
      act: () => sendMessages(ready),
    })
  return (
    <p>
      <Button icon="mail" onClick={() => void ask()}>
        {w.messageAll(ready.length)}
      </Button>
    </p>
  )
}
