import { useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { now } from '../../api/now.ts'
import { focusOn } from '../../base/focus.ts'
import { sayTime } from '../../base/time/say.ts'
import { today } from '../../base/time/today.ts'
import { standsOut } from '../../live/practitioner.ts'
import { useFocusKept } from '../../parts/use-focus-kept.ts'
import { words } from '../../words/words.ts'
import { surfaceHandlers } from './acts/surface.tsx'
import { Beyond } from './beyond.tsx'
import { BoardColumn, labelsOf } from './board-column.tsx'
import { allIn, type Column } from './column.ts'
import { ColumnHead } from './column-head.tsx'
import { type Grid, hoursOf, rowsOf, rowsTo } from './grid.ts'
import { breadthOf, lanesOf } from './lanes.ts'
import { idIn, opening } from './opening.ts'
import { focused, type Reached, type Stood, standsAt, tabStopOf } from './roving.ts'
import { useScroll } from './use-scroll.ts'
import { useWaiting } from './use-waiting.ts'

interface Props {
  readonly columns: readonly Column[]
  readonly timezone: string
  /** Whether the columns are days. */
  readonly week: boolean
  /** Whether a column determines the chair of an entry. Only then can somebody book and drop entries there. */
  readonly acting: boolean
  /** Whether a newer picture is being read. Meanwhile nobody may act on this picture. */
  readonly waiting: boolean
}

/** The columns with their heads, and the times at the left. Columns scroll in both directions; heads and times stay. */
export function Columns({ columns, timezone, week, acting, waiting }: Props) {
  const scroller = useRef<HTMLDivElement>(null)
  // While another day is being read, no key marks or moves anything on the day that is still shown.
  const latest = useRef(columns)
  latest.current = waiting ? [] : columns
  const acts = useRef(acting)
  acts.current = acting
  const all = useMemo(
    () => columns.map((column): Reached => ({ ...column, entries: allIn(column) })),
    [columns],
  )
  // The arrow keys skip the cards of other practitioners.
  const own = useRef(all)
  own.current = all.map((column) => ({ ...column, entries: column.entries.filter(standsOut) }))
  const handlers = useMemo(
    () =>
      opening(
        surfaceHandlers(() => (acts.current ? latest.current : [])),
        () => own.current,
      ),
    [],
  )
  // The clocks change on at most one of the days. So the times at the left are of a day without a change.
  const reference = columns.find(({ clockChange }) => clockChange === undefined) ?? columns[0]!
  const labels = labelsOf(reference.grid)
  const stood = useRef<Stood | undefined>(undefined)
  const tabStop = tabStopOf(own.current, focused.value, now.peek(), stood.current)
  stood.current = standsAt(all, focused.value) ?? stood.current
  // Day columns grow for cards side by side. Week columns do not: a week shows many days, so the cards share the width.
  const lanes = useMemo(() => all.map(({ entries }) => lanesOf(entries)), [all])
  const breadths = all.map(({ entries }, i) => (week ? 1 : breadthOf(entries, lanes[i]!)))
  const tracks = breadths.map((one) => `minmax(calc(${one} * var(--least)), ${one}fr)`).join(' ')
  const { isLong, handlers: refusing } = useWaiting(scroller, waiting)
  useScroll(scroller, columns, reference.grid)
  useFocusKept(scroller, () => focusOn('first card', 'heading'))
  useLayoutEffect(() => {
    const element = scroller.current!
    const onFocus = ({ target }: FocusEvent) => {
      const id = idIn(target as HTMLElement)
      if (id !== undefined) focused.value = id
    }
    element.addEventListener('focusin', onFocus)
    return () => element.removeEventListener('focusin', onFocus)
  }, [])
  return (
    <div
      {...refusing}
      class={`scroller${isLong ? ' waiting' : ''}`}
      ref={scroller}
      inert={isLong}
      style={{
        '--columns': breadths.reduce((sum, one) => sum + one, 0),
        '--tracks': tracks,
      }}
    >
      <div class="heads">
        <div class="corner" />
        {columns.map((column) => (
          <ColumnHead key={column.key} column={column} week={week} />
        ))}
        <Beyond place={scroller} tracks={tracks} />
      </div>
      <fieldset class="columns" aria-label={words.value.board.entries} {...handlers}>
        <Times
          grid={reference.grid}
          ofToday={columns.find(({ date }) => date === today.value)?.grid}
          timezone={timezone}
        />
        {columns.map((column, i) => (
          <BoardColumn
            // Chromium draws nothing in cards that become query containers later. So a broad column gets a new key.
            key={`${column.key} ${breadths[i]! > 1}`}
            column={column}
            lanes={lanes[i]!}
            breadth={breadths[i]!}
            timezone={timezone}
            tabStop={all[i]!.entries.some(({ id }) => id === tabStop) ? tabStop : null}
            labelled={column.grid !== reference.grid && labelsOf(column.grid) !== labels}
          />
        ))}
      </fieldset>
    </div>
  )
}

interface TimesProps {
  readonly grid: Grid
  /** The grid of today, for the line of the current time; undefined while today is not on the board. */
  readonly ofToday: Grid | undefined
  readonly timezone: string
}

/** The times at the left. A time that the current time would cover is left out. */
function Times({ grid, ofToday, timezone }: TimesProps) {
  const at = now.value
  const top = ofToday && ofToday.from <= at && at < ofToday.to ? rowsTo(ofToday, at) : undefined
  return (
    <div class="times" style={{ '--count': rowsOf(grid) }} aria-hidden="true">
      {hoursOf(grid).map((row) => {
        const own = rowsTo(grid, Date.parse(row.at))
        if (top !== undefined && Math.abs(own - top) < 0.75) return null
        return (
          <span key={row.at} style={{ '--top': own }}>
            {sayTime(row.at, timezone)}
          </span>
        )
      })}
      {top !== undefined && (
        <span class="now-time" style={{ '--top': top }}>
          {sayTime(at, timezone)}
        </span>
      )}
    </div>
  )
}
