import { useState } from 'preact/hooks'
import { api } from '../../api/api.ts'
import { Button } from '../../base/button.tsx'
import { zone } from '../../base/me.ts'
import { sayFailure } from '../../base/say-failure.ts'
import { sayTime } from '../../base/time/say.ts'
import type { WaitingItem } from '../../contract/names.ts'
import { Contact } from '../../parts/contact.tsx'
import { Alerts } from '../../parts/patient/alerts.tsx'
import { nameOf } from '../../parts/patient/name.ts'
import { useAnswer } from '../../parts/read.tsx'
import { words } from '../../words/words.ts'
import { UrgencyBadge } from './urgency.tsx'

interface Props {
  /** The free time, as ISO 8601 instants at most 48 hours apart. */
  readonly startAt: string
  readonly endAt: string
  /** Null when the chair is not known yet. */
  readonly chairId: string | null
  readonly choose: (item: WaitingItem) => void
}

const mostShown = 5

const findFits = async ({ startAt, endAt, chairId }: Omit<Props, 'choose'>) => {
  const query = { fits: `${startAt}/${endAt}`, ...(chairId !== null && { chairId }) }
  return (await api.GET('/api/v1/waiting-list', { params: { query } })).waiting
}

/**
 * The waiting patients for whom a free time fits, in the order for calling. Each patient has the first start that
 * suits.
 */
export function WhoFits({ startAt, endAt, chairId, choose }: Props) {
  const [all, setAll] = useState(false)
  const { shell, waiting: texts } = words.value
  const found = useAnswer({ startAt, endAt, chairId }, 0, findFits)
  const fits = found.value
  if (found.trouble !== undefined) return <p class="error">{sayFailure(found.trouble)}</p>
  if (fits === undefined) return <p class="hint">{shell.loading}</p>
  if (fits.length === 0) return <p class="hint">{texts.nobodyFits}</p>
  return (
    <div class="who-fits">
      <ul aria-label={texts.whoFits}>
        {fits.slice(0, all ? undefined : mostShown).map((item) => (
          <li key={item.id}>
            <p class="waiting-who">
              <strong>{nameOf(item)}</strong>
              <UrgencyBadge urgency={item.urgency} />
            </p>
            <Alerts names={item.patient?.alerts ?? []} id={alertsOf(item)} />
            <p class="soft">
              {shell.minutes(item.durationMinutes)}
              {item.note && ` · ${item.note}`}
            </p>
            <div class="who-fits-acts">
              {item.patient && <Contact {...item.patient} name={nameOf(item)} />}
              <Choose item={item} startAt={item.suggestedStartAt ?? startAt} choose={choose} />
            </div>
          </li>
        ))}
      </ul>
      {!all && fits.length > mostShown && (
        <Button kind="quiet" onClick={() => setAll(true)}>
          {texts.allWhoFit(fits.length)}
        </Button>
      )}
    </div>
  )
}

/** The id of the element with the alerts of a line. The button that books refers to it. */
const alertsOf = ({ id }: WaitingItem): string => `alerts-fits-${id}`

interface ChooseProps {
  readonly item: WaitingItem
  readonly startAt: string
  readonly choose: (item: WaitingItem) => void
}

function Choose({ item, startAt, choose }: ChooseProps) {
  const text = words.value.waiting.bookAt(sayTime(startAt, zone()))
  return (
    <Button aria-describedby={alertsOf(item)} label={`${text}: ${nameOf(item)}`} onClick={() => choose(item)}>
      {text}
    </Button>
  )
}
