/** The answers of patients for the next day with appointments: who confirmed, who asks to cancel, and who is silent. */
import { useEffect } from 'preact/hooks'
import { api } from '../../api/api.ts'
import { Icon } from '../../base/icon.tsx'
import { hrefOf } from '../../base/route.ts'
import { addDays } from '../../base/time/dates.ts'
import { sayDate, sayTime } from '../../base/time/say.ts'
import { today } from '../../base/time/today.ts'
import type { DayEntry } from '../../contract/names.ts'
import { resource } from '../../live/resource.ts'
import { Contact } from '../../parts/contact.tsx'
import { listName } from '../../words/names.ts'
import { words } from '../../words/words.ts'

interface NextDay {
  readonly date: string
  readonly timezone: string
  readonly entries: readonly DayEntry[]
}

const daysAhead = 7

/**
 * The next day with appointments; null when the next week has none. The inbox shows when the server cannot be reached.
 */
const next = resource<NextDay | null>({
  read: async () => {
    const query = { from: addDays(today.value, 1), to: addDays(today.value, 1 + daysAhead) }
    const { days } = await api.GET('/api/v1/days', { params: { query } })
    const first = days.find(({ appointments }) => appointments > 0)
    if (first === undefined) return null
    const { date, timezone, entries, withoutChair } = await api.GET('/api/v1/day', {
      params: { query: { date: first.date } },
    })
    const visits = [...entries, ...withoutChair].filter(
      ({ type, patient }) => type === 'appointment' && patient,
    )
    return { date, timezone, entries: visits }
  },
  by: () => today.value,
  pauseMs: 5_000,
})

export function Answers() {
  useEffect(next.follow, [])
  const { inbox } = words.value
  if (next.value === undefined) return <div class="answers" />
  if (next.value === null) return <p class="answers soft">{inbox.noAnswers}</p>
  const { date, timezone, entries } = next.value
  const { confirmed = [], asks = [], silent = [] } = Object.groupBy(entries, answerOf)
  return (
    <section class="answers" aria-labelledby="answers">
      <h2 id="answers">
        <a href={hrefOf('day', date)}>{inbox.answers(sayDate(date))}</a>
      </h2>
      <ul class="answers-sums">
        <li class="badge good">
          <Icon name="check" />
          {inbox.confirmed(confirmed.length)}
        </li>
        {asks.length > 0 && (
          <li class="badge danger">
            <Icon name="close" />
            {inbox.asks(asks.length)}
          </li>
        )}
        <li class="badge">
          <Icon name="question" />
          {inbox.silent(silent.length)}
        </li>
      </ul>
      {silent.length > 0 && (
        <details>
          <summary>{inbox.whoIsSilent}</summary>
          <ul class="answers-silent">
            {silent.map((entry) => (
              <Silent key={entry.id} entry={entry} timezone={timezone} />
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}

function answerOf({ answer, progress }: DayEntry): 'confirmed' | 'asks' | 'silent' {
  if (progress !== null && progress.state !== 'expected') return 'confirmed'
  if (answer === 'cancel_requested') return 'asks'
  return answer === 'confirmed' ? 'confirmed' : 'silent'
}

function Silent({ entry, timezone }: { readonly entry: DayEntry; readonly timezone: string }) {
  const { id, phoneMobile, email } = entry.patient!
  const name = listName(entry.patient!)
  const wasReminded = entry.reminders.some(
    ({ kind, state, reason }) => kind === 'reminder' && state === 'sent' && reason === null,
  )
  return (
    <li>
      <time dateTime={entry.startAt}>{sayTime(entry.startAt, timezone)}</time>
      <a href={hrefOf('patients', id)}>{name}</a>
      {!wasReminded && <span class="badge">{words.value.inbox.notReminded}</span>}
      <Contact name={name} phoneMobile={phoneMobile} email={email} />
    </li>
  )
}
