/** The results of the calls about an item. */

import { now } from '../../api/now.ts'
import { Icon } from '../../base/icon.tsx'
import { zone } from '../../base/me.ts'
import { sayMomentShort } from '../../base/time/moment.ts'
import { dateOf, sayTime } from '../../base/time/say.ts'
import { today } from '../../base/time/today.ts'
import type { InboxItem } from '../../contract/names.ts'
import { whoDid } from '../../live/known-names.ts'
import { words } from '../../words/words.ts'

/** Shows the number of calls, the result of the last call, and the time of the next call. Empty without any call. */
export function Calls({ item }: { readonly item: InboxItem }) {
  const { inbox } = words.value
  const last = item.calls[0]
  if (last === undefined) return null
  return (
    <p class="inbox-calls">
      <span class="soft">
        {inbox.tries(item.tries)} ·{' '}
        {inbox.lastCall(inbox.results[last.result], sayShort(last.calledAt), whoDid(last.calledBy))}
      </span>
      {last.againAt !== null && (
        <span class={`badge${isLater(item) ? '' : ' caution'}`}>
          <Icon name="phone" />
          {(isLater(item) ? inbox.calledLater : inbox.callNow)(sayShort(last.againAt))}
        </span>
      )}
    </p>
  )
}

/** Whether the time of the next call is in the future. An item with a later call is listed after the others. */
export const isLater = ({ calls }: InboxItem): boolean => {
  const againAt = calls[0]?.againAt ?? null
  return againAt !== null && Date.parse(againAt) > now.value
}

const sayShort = (at: string) =>
  dateOf(at, zone()) === today.value ? sayTime(at, zone()) : sayMomentShort(at)
