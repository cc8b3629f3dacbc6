import { useEffect, useMemo, useRef } from 'preact/hooks'
import { useKeys } from '../../base/keys.ts'
import { isOwner, me } from '../../base/me.ts'
import { hrefOf } from '../../base/route.ts'
import { sayDate } from '../../base/time/say.ts'
import { Trouble } from '../../base/trouble.tsx'
import type { Day } from '../../contract/names.ts'
import { days, followDay, readDay, trouble } from '../../live/day.ts'
import { date, readWeek, week } from '../../live/shown-days.ts'
import { useRead } from '../../parts/read.tsx'
import { locale, words } from '../../words/words.ts'
import { ChecklistLink } from '../settings/checklist-link.tsx'
import { everBooked } from '../settings/ever-booked.ts'
import { boardKeys } from './board-keys.ts'
import { cancelledParts } from './cancelled.ts'
import { columnsOf, weekColumnsOf } from './column.ts'
import { Columns } from './columns.tsx'
import { BoardHead } from './head.tsx'
import { Legend } from './legend.tsx'
import { DayList } from './list.tsx'
import { useNamedEntry } from './use-named-entry.ts'
import { density, narrow, rowRem } from './view.ts'

/** The day of the practice with a column for each chair, or a week with a column for each day. */
export function Board() {
  useEffect(followDay, [])
  const { value: parts } = cancelledParts
  useEffect(() => parts?.followCancelled(), [parts])
  useKeys(boardKeys)
  useNamedEntry()
  const last = useRef<Picture | undefined>(undefined)
  const current = days.value && { days: days.value, week: week.value }
  if (current !== undefined) last.current = current
  return (
    <section
      class={`board ${density.value}`}
      style={{ '--row': `${rowRem[density.value]}rem` }}
      aria-label={sayDate(date.value)}
    >
      <BoardHead shown={days.value} />
      {current === undefined && trouble.value !== undefined ? (
        <Trouble error={trouble.value} again={() => void readDay()} />
      ) : (
        last.current && <Shown picture={last.current} waiting={current === undefined} />
      )}
    </section>
  )
}

interface Picture {
  readonly days: readonly Day[]
  /** The week that is shown; null for one day. */
  readonly week: string | null
}

/** The board shows the last day until the next day is read. Nobody can act on the board meanwhile. */
function Shown({ picture, waiting }: { readonly picture: Picture; readonly waiting: boolean }) {
  const { week } = picture
  const of = week === null ? undefined : readWeek(week)
  const { slotMinutes } = me.value.practice
  const gone = cancelledParts.value?.cancelled.value?.appointments
  const columns = useMemo(
    () =>
      of === undefined
        ? columnsOf(picture.days[0]!, slotMinutes, gone)
        : weekColumnsOf(picture.days, of, slotMinutes, gone),
    [...picture.days, gone, week, slotMinutes, locale.value, words.value],
  )
  const { timezone, more, entries, withoutChair, entriesTotal } = picture.days[0]!
  // In a week of all chairs or of a member, no column belongs to one chair. So nothing can be dropped there.
  const shape = {
    columns,
    timezone,
    week: of !== undefined,
    acting: of === undefined || of.chairId !== undefined,
  }
  if (columns.length === 0) return <NoChairs />
  return (
    <>
      {more && (
        <p class="board-notice" role="status">
          {words.value.board.more(entries.length + withoutChair.length, entriesTotal)}
        </p>
      )}
      {isOwner() && picture.days.every(isEmpty) && <FirstSteps />}
      {narrow.value ? <DayList {...shape} /> : <Columns {...shape} waiting={waiting} />}
      <Legend columns={columns} />
    </>
  )
}

const isEmpty = ({ entries, withoutChair }: Day) => entries.length + withoutChair.length === 0

/** A link to the checklist. The link is shown until the first appointment was booked. */
function FirstSteps() {
  const { value: booked } = useRead(everBooked, ['appointment'])
  if (booked !== false) return null
  return (
    <p class="board-notice steps">
      <ChecklistLink />
    </p>
  )
}

/** Shown to a practice without chairs. */
function NoChairs() {
  const { board } = words.value
  return (
    <div class="board-blank">
      <h2>{board.noChairs}</h2>
      <p>{isOwner() ? board.noChairsOwner : board.noChairsAssistant}</p>
      {isOwner() && (
        <>
          <a class="button primary" href={hrefOf('settings', 'chairs')}>
            {board.addChairs}
          </a>
          <ChecklistLink />
        </>
      )}
    </div>
  )
}
