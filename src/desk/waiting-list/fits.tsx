import { useEffect, useState } from 'preact/hooks'
import { ask } from '../api/api.ts'
import type { components } from '../api/openapi.ts'
import { words } from '../words/words.ts'

type WaitingItem = components['schemas']['WaitingItem']

interface Props {
  /** Instants in ISO 8601. */
  readonly startAt: string
  readonly endAt: string
  readonly chairId: string | null
  readonly choose: (item: WaitingItem) => void
}

/** Who of the waiting list fits a free time. */
export function WhoFits({ startAt, endAt, chairId, choose }: Props) {
  const [items, setItems] = useState<readonly WaitingItem[]>([])
  useEffect(() => {
    const giveUp = new AbortController()
    const query = { fits: `${startAt}/${endAt}`, ...(chairId !== null && { chairId }) }
    ask((api) => api.GET('/api/v1/waiting-list', { params: { query }, signal: giveUp.signal })).then(
      ({ waiting }) => setItems(waiting),
      () => {},
    )
    return () => giveUp.abort()
  }, [startAt, endAt, chairId])
  return (
    <ul>
      {items.map((item) => (
        <li key={item.id}>
          <button type="button" class="booking-time" onClick={() => choose(item)}>
            <strong>
              {item.patient?.lastName}, {item.patient?.firstName}
            </strong>
            <span>{words.value.shell.minutes(item.durationMinutes)}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
