/** The buttons for an appointment that cannot stay: free times to which it can be moved, and cancelling. */
import { Button } from '../../base/button.tsx'
import { zone } from '../../base/me.ts'
import { sayWhen } from '../../base/time/say.ts'
import type { InboxItem } from '../../contract/names.ts'
import { chairName, chairs } from '../../live/known-names.ts'
import { keepPlace } from '../../parts/keep-place.ts'
import { words } from '../../words/words.ts'
import { cancel, moveTo } from './acts.ts'
import { timesFor } from './new-times.ts'
import { sayName } from './say-item.ts'

export function DisplacedActs({ item }: { readonly item: InboxItem }) {
  const { inbox } = words.value
  const name = sayName(item)
  const times = timesFor(item)
  return (
    <>
      <fieldset class="inbox-times">
        <legend class="hint">{inbox.moveTo}</legend>
        {times?.length === 0 && <span class="hint">{inbox.noTimes}</span>}
        {times?.map((time) => {
          const when = sayWhen(time.startAt, zone())
          const where = chairs.value.length > 1 ? chairName(time.chairId) : ''
          return (
            <Button
              key={time.startAt + time.chairId}
              class="inbox-time"
              label={[inbox.moveOfTo(name, when), where].filter(Boolean).join(', ')}
              onClick={(event) => keepPlace(event.currentTarget, () => void moveTo(item, time))}
            >
              {when}
            </Button>
          )
        })}
      </fieldset>
      <Button label={inbox.cancelOf(name)} onClick={() => void cancel(item)}>
        {inbox.cancel}
      </Button>
    </>
  )
}
