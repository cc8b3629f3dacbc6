import { signal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { now } from '../../api/now.ts'
import { Button } from '../../base/button.tsx'
import { focusOn, useTarget } from '../../base/focus.ts'
import { sayTime } from '../../base/time/say.ts'
import { today } from '../../base/time/today.ts'
import type { DayEntry } from '../../contract/names.ts'
import { standsOut } from '../../live/practitioner.ts'
import { useFocusKept } from '../../parts/use-focus-kept.ts'
import { words } from '../../words/words.ts'
import { glance, openEntry } from './acts/dialogs.tsx'
import { cancelledParts } from './cancelled.ts'
import { CardText, classOf, momentFor } from './card.tsx'
import { stateOf } from './card-states.ts'
import { colorOf, sentenceOf } from './card-words.ts'
import { allIn, type Column, type OnBoard } from './column.ts'
import { MenuButton } from './menu-button.tsx'
import { nowWanted } from './view.ts'

interface Props {
  readonly columns: readonly Column[]
  readonly timezone: string
  readonly week: boolean
}

/** Whether the list is grouped by chair instead of by time. */
const byChair = signal(false)

/** The day on a phone: a list by time or by chair, with buttons large enough for a finger. A week is a list by day. */
export function DayList({ columns: all, timezone, week }: Props) {
  const columns = all.map((column) => ({
    ...column,
    entries: column.entries.filter(standsOut),
    cancelled: column.cancelled.filter(standsOut),
  }))
  const { board } = words.value
  const grouped = week || byChair.value
  const groups = grouped ? groupsOf(columns) : hoursOf(columns, timezone)
  const first = groups.flatMap(({ entries }) => entries)[0]?.entry
  const list = useRef<HTMLDivElement>(null)
  const isToday = !week && columns[0]?.date === today.value
  const current = isToday && firstAt(columns, now.peek())
  useFocusKept(list, () => focusOn('first card', 'heading'))
  // The list of today opens at the current time, as the board does.
  useLayoutEffect(() => {
    if (!nowWanted.value || !isToday) return
    nowWanted.value = false
    list.current!.querySelector('.row.current')?.scrollIntoView({ block: 'start' })
  }, [isToday, nowWanted.value])
  return (
    <div class="day-list" ref={list}>
      {!week && (
        <fieldset class="joined">
          <legend class="visually-hidden">{board.sortBy}</legend>
          {[false, true].map((chairs) => (
            <Button
              key={String(chairs)}
              aria-pressed={byChair.value === chairs}
              onClick={() => {
                byChair.value = chairs
              }}
            >
              {chairs ? board.byChair : board.byTime}
            </Button>
          ))}
        </fieldset>
      )}
      {groups.map(({ title, entries }) => (
        <section key={title} aria-label={title}>
          <h2>{title}</h2>
          <ul>
            {entries.map(({ entry, column }) => (
              <Row
                key={entry.id}
                entry={entry}
                column={column}
                timezone={timezone}
                named={grouped}
                current={entry.id === current}
                isFirst={entry === first}
              />
            ))}
          </ul>
        </section>
      ))}
      {groups.every(({ entries }) => entries.length === 0) && <p class="hint">{board.empty}</p>}
    </div>
  )
}

/** The id of the first entry that has not ended at a time. */
const firstAt = (columns: readonly Column[], at: number): string | undefined =>
  columns
    .flatMap(({ entries }) => entries)
    .filter(({ endAt }) => Date.parse(endAt) > at)
    .sort((a, b) => Date.parse(a.startAt) - Date.parse(b.startAt))[0]?.id

interface Listed {
  readonly entry: OnBoard
  readonly column: Column
}

const groupsOf = (columns: readonly Column[]) =>
  columns.map((column) => ({
    title: column.title,
    entries: allIn(column).map((entry): Listed => ({ entry, column })),
  }))

/** All entries, grouped by the hour of their start. Entries that began before the day are first. */
function hoursOf(columns: readonly Column[], timezone: string) {
  const all = columns
    .flatMap((column) => allIn(column).map((entry): Listed => ({ entry, column })))
    .sort((a, b) => Date.parse(a.entry.startAt) - Date.parse(b.entry.startAt))
  const hours = columns[0]?.grid.rows.filter(({ label }) => label.endsWith(':00')) ?? []
  const hourOf = ({ entry }: Listed) =>
    hours.findLast(({ at }) => Date.parse(at) <= Date.parse(entry.startAt)) ?? hours[0]
  return [...Map.groupBy(all, hourOf)].map(([hour, entries]) => ({
    title: hour ? sayTime(hour.at, timezone) : '',
    entries,
  }))
}

interface RowProps extends Listed {
  readonly timezone: string
  /** Whether a heading above names the column. */
  readonly named: boolean
  /** Whether the entry is the first of today that has not ended. */
  readonly current: boolean
  /** Whether the entry is the first of the list. */
  readonly isFirst: boolean
}

function Row(props: RowProps) {
  const { entry, column, timezone, named, isFirst } = props
  if (!('cancellation' in entry)) return <EntryRow {...props} entry={entry} />
  const { value: gone } = cancelledParts
  return (
    <li class="row">
      {gone && (
        <gone.CancelledCard gone={entry} timezone={timezone} isFirst={isFirst}>
          {!named && <ChairOf column={column} />}
        </gone.CancelledCard>
      )}
    </li>
  )
}

const ChairOf = ({ column }: Pick<Listed, 'column'>) => (
  <span class="row-chair" aria-hidden="true">
    {column.title}
  </span>
)

function EntryRow({
  entry,
  column,
  timezone,
  named: isNamed,
  current,
  isFirst,
}: RowProps & { readonly entry: DayEntry }) {
  const moment = momentFor(entry)
  const state = stateOf(entry, moment)
  const named = useTarget(`card ${entry.id}`)
  const first = useTarget('first card')
  return (
    <li class={current ? 'row current' : 'row'} style={{ '--own': colorOf(entry) }}>
      <button
        type="button"
        class={classOf(entry, state, false)}
        ref={(element) => {
          named(element)
          if (isFirst) first(element)
        }}
        data-entry={entry.id}
        aria-haspopup="dialog"
        onClick={({ currentTarget }) => glance(entry, currentTarget)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          void openEntry(entry)
        }}
      >
        <span class="visually-hidden">
          {sentenceOf(entry, timezone, moment)}, {column.title}
        </span>
        <CardText entry={entry} timezone={timezone} state={state} moment={moment} />
        {!isNamed && <ChairOf column={column} />}
      </button>
      <MenuButton entry={entry} />
    </li>
  )
}
