import { zone } from '../../base/me.ts'
import { sayTime } from '../../base/time/say.ts'
import type { Day } from '../../contract/names.ts'
import { words } from '../../words/words.ts'
import { openKnownAbsence } from '../settings/open-absence.tsx'

/** Who is away on the day. Each leads to their absence. */
export function Away({ day }: { readonly day: Day }) {
  const { absences, dayStart, dayEnd } = day
  if (absences.length === 0) return null
  return (
    <ul class="board-away">
      {absences.map(({ id, name, reason, startAt, endAt }) => {
        const { board } = words.value
        const from = startAt === dayStart ? '' : sayTime(startAt, zone())
        const until = endAt === dayEnd ? '' : sayTime(endAt, zone())
        return (
          <li key={id + startAt}>
            <button type="button" class="badge caution" onClick={() => void openKnownAbsence(id)}>
              {[board.away(name, from, until), reason].filter(Boolean).join(' · ')}
            </button>
          </li>
        )
      })}
    </ul>
  )
}
