import { Button } from '../../base/button.tsx'
import { sayMomentShort } from '../../base/time/moment.ts'
import type { InboxItem } from '../../contract/names.ts'
import { whoDid } from '../../live/known-names.ts'
import { keepPlace } from '../../parts/keep-place.ts'
import { known } from '../../words/known.ts'
import { words } from '../../words/words.ts'
import { putBack } from './acts.ts'
import { Name } from './item.tsx'
import { sayItem, sayName } from './say-item.ts'
import type { Mark } from './state.ts'

/** The done items, the newest first, each with the member and the time. Each item can be made open again. */
export const Marked = ({ items }: { readonly items: readonly InboxItem[] }) => (
  <details class="inbox-marked">
    <summary>{words.value.inbox.doneBefore(items.length)}</summary>
    <ul class="inbox-list">
      {items
        .toSorted((a, b) => Date.parse(b.mark!.seenAt) - Date.parse(a.mark!.seenAt))
        .map((item) => (
          <MarkedItem key={item.kind + item.recordId} item={item} mark={item.mark!} />
        ))}
    </ul>
  </details>
)

function MarkedItem({ item, mark }: { readonly item: InboxItem; readonly mark: Mark }) {
  const { inbox } = words.value
  return (
    <li class="inbox-item">
      <div class="inbox-what">
        <p class="inbox-who">
          <Name item={item} />
          <span class="badge good">{inbox.by(whoDid(mark.seenBy), sayMomentShort(mark.seenAt))}</span>
        </p>
        <p class="soft">
          {known(inbox.groups, item.kind, words.value.shell.newer)} · {sayItem(item)}
        </p>
      </div>
      {mark.id !== '' && (
        <Button
          kind="quiet"
          label={inbox.putBackOf(sayName(item))}
          onClick={(event) => keepPlace(event.currentTarget, () => void putBack(item, mark))}
        >
          {inbox.putBack}
        </Button>
      )}
    </li>
  )
}
