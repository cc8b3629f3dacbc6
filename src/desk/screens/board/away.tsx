import { zone } from '../../base/me.ts'
import { sayTime } from '../../base/time/say.ts'
import type { Day } from '../../contract/names.ts'
import { words } from '../../words/words.ts'
import { openKnownAbsence } from '../settings/open-absence.tsx'
import { sayDaysOf } from './said-days.ts'

/** Lists the members who are away on the day, or on days of the week. A click on a member opens the absence. */
export function Away({ days }: { readonly days: readonly Day[] }) {
  const { board } = words.value
  const all = days.flatMap(({ date, absences, dayStart, dayEnd }) =>
    absences.map(({ id, name, reason, startAt, endAt }) => {
      const from = startAt === dayStart ? '' : sayTime(startAt, zone())
      const until = endAt === dayEnd ? '' : sayTime(endAt, zone())
      const text = [board.away(name, from, until), reason].filter(Boolean).join(' · ')
      return { id, date, text, key: `${id} ${from} ${until}` }
    }),
  )
  if (all.length === 0) return null
  return (
    <ul class="board-away">
      {[...Map.groupBy(all, ({ key }) => key)].map(([key, same]) => {
        const { id, text } = same[0]!
        return (
          <li key={key}>
            <button type="button" class="badge caution" onClick={() => void openKnownAbsence(id)}>
              {sayDaysOf(days, same)}
              {text}
            </button>
          </li>
        )
      })}
    </ul>
  )
}
