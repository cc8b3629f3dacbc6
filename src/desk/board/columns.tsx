import type { FieldsetHTMLAttributes } from 'preact'
import { useMemo, useRef } from 'preact/hooks'
import { now } from '../shell/now.ts'
import { sayTime } from '../time/say.ts'
import { words } from '../words/words.ts'
import { openEntry } from './acts/entry-dialog.tsx'
import { openEntryMenu } from './acts/menu.tsx'
import { surfaceHandlers } from './acts/surface.tsx'
import { BoardColumn, labelsOf } from './board-column.tsx'
import type { Column } from './column.ts'
import { ColumnHead } from './column-head.tsx'
import { entryOf } from './day.ts'
import { type Grid, hoursOf, rowsOf, rowsTo } from './grid.ts'
import { entryTowards, focused, tabStopOf } from './roving.ts'
import { useFocusKept } from './use-focus-kept.ts'
import { useScroll } from './use-scroll.ts'

interface Props {
  readonly columns: readonly Column[]
  readonly timezone: string
  /** Whether the columns are days of one chair. */
  readonly week: boolean
  /** Whether a newer picture is on its way, so that nothing may be done with this one. */
  readonly waiting: boolean
}

/** The columns with their heads and the times beside them. They scroll in both directions; heads and times stay. */
export function Columns({ columns, timezone, week, waiting }: Props) {
  const scroller = useRef<HTMLDivElement>(null)
  const latest = useRef(columns)
  latest.current = columns
  const acts = useMemo(
    () => surfaceHandlers(() => latest.current) as FieldsetHTMLAttributes<HTMLFieldSetElement>,
    [],
  )
  // The clock was changed inside the grid of at most one of the days, so the times are those of another one.
  const reference = columns.find(({ clockChange }) => clockChange === undefined) ?? columns[0]!
  const tabStop = tabStopOf(columns, focused.value, now.peek())
  useScroll(scroller, columns, reference.grid)
  useFocusKept(scroller, tabStop)
  return (
    <div
      class={`scroller${waiting ? ' waiting' : ''}`}
      ref={scroller}
      inert={waiting}
      style={{ '--columns': columns.length }}
    >
      <div class="heads">
        <div class="corner" />
        {columns.map((column) => (
          <ColumnHead key={column.key} column={column} week={week} />
        ))}
      </div>
      <fieldset
        class="columns"
        aria-label={words.value.board.entries}
        {...acts}
        onKeyDown={(event) => {
          ;(acts.onKeyDown as ((event: KeyboardEvent) => void) | undefined)?.(event)
          if (!event.defaultPrevented) onKey(event, latest.current)
        }}
      >
        <Times grid={reference.grid} timezone={timezone} />
        {columns.map((column) => (
          <BoardColumn
            key={column.key}
            column={column}
            timezone={timezone}
            tabStop={column.entries.some(({ id }) => id === tabStop) ? tabStop : null}
            labels={labelsOf(reference.grid)}
          />
        ))}
      </fieldset>
    </div>
  )
}

/** The keys of the entries on the board. */
function onKey(event: KeyboardEvent, columns: readonly Column[]): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey !== (event.key === 'F10')) return
  const target = event.target as HTMLElement
  const id = target.dataset.entry
  const entry = id === undefined ? undefined : entryOf(id)
  if (id === undefined || entry === undefined) return
  const next = entryTowards(columns, id, event.key)
  if (next !== undefined) {
    focused.value = next.id
    focusEntry(event.currentTarget as HTMLElement, next.id)
  } else if (event.key === 'Enter' || event.key === ' ') openEntry(entry)
  else if (event.key === 'ContextMenu' || event.key === 'F10') openEntryMenu(entry, target)
  else if (!event.key.startsWith('Arrow')) return
  event.preventDefault()
}

/** Gives the focus to an entry inside an element. */
export const focusEntry = (inside: ParentNode, id: string): void =>
  inside.querySelector<HTMLElement>(`[data-entry="${CSS.escape(id)}"]`)?.focus()

const Times = ({ grid, timezone }: { readonly grid: Grid; readonly timezone: string }) => (
  <div class="times" style={{ '--count': rowsOf(grid) }} aria-hidden="true">
    {hoursOf(grid).map(({ at }) => (
      <span key={at} style={{ '--top': rowsTo(grid, Date.parse(at)) }}>
        {sayTime(at, timezone)}
      </span>
    ))}
    <NowTime grid={grid} timezone={timezone} />
  </div>
)

function NowTime({ grid, timezone }: { readonly grid: Grid; readonly timezone: string }) {
  const at = now.value
  if (at < grid.from || at >= grid.to) return null
  return (
    <span class="now-time" title={words.value.board.now} style={{ '--top': rowsTo(grid, at) }}>
      {sayTime(at, timezone)}
    </span>
  )
}
