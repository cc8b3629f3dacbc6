import { useEffect } from 'preact/hooks'
import type { Day, DayEntry } from '../api/names.ts'
import { Button } from '../parts/button.tsx'
import { me } from '../shell/me.ts'
import { go } from '../shell/route.ts'
import { Trouble } from '../shell/trouble.tsx'
import { addDays } from '../time/dates.ts'
import { sayDate, sayTime } from '../time/say.ts'
import { words } from '../words/words.ts'
import { Ghosts, surfaceHandlers } from './acts/surface.tsx'
import { columnsOf } from './column.ts'
import { date, day, followDay, readDay, today, trouble } from './day.ts'
import { type Grid, rowsTo } from './grid.ts'

/** The day of the practice: a column for each chair. */
export function Board() {
  useEffect(followDay, [])
  const { board } = words.value
  return (
    <section class="board" aria-label={sayDate(date.value)}>
      <header class="board-head">
        <h1>{sayDate(date.value)}</h1>
        <Button icon="left" label={board.previous} onClick={() => go(['day', addDays(date.value, -1)])} />
        <Button onClick={() => go(['day', today.value])}>{board.today}</Button>
        <Button icon="right" label={board.next} onClick={() => go(['day', addDays(date.value, 1)])} />
      </header>
      {day.value && <Columns day={day.value} />}
      {trouble.value !== undefined && day.value === undefined && (
        <Trouble error={trouble.value} again={() => void readDay()} />
      )}
    </section>
  )
}

function Columns({ day }: { readonly day: Day }) {
  const columns = columnsOf(day, me.value.practice.slotMinutes)
  const { rows } = columns[0]!.grid
  return (
    <div class="columns" {...surfaceHandlers(() => columns)}>
      <div class="times">
        {rows.map(({ at, label }) => (
          <span key={at}>{label.endsWith(':00') && sayTime(at, day.timezone)}</span>
        ))}
      </div>
      {columns.map((column) => (
        <div class="column" key={column.key} data-column={column.key}>
          <h2>{column.title}</h2>
          {column.entries.map((entry) => (
            <Card key={entry.id} entry={entry} grid={column.grid} />
          ))}
          <Ghosts column={column} />
        </div>
      ))}
    </div>
  )
}

const Card = ({ entry, grid }: { readonly entry: DayEntry; readonly grid: Grid }) => {
  const top = rowsTo(grid, Date.parse(entry.startAt))
  const height = rowsTo(grid, Date.parse(entry.endAt)) - top
  return (
    <article class="entry" data-entry={entry.id} style={{ '--top': top, '--rows': height }}>
      {entry.patient ? `${entry.patient.lastName}, ${entry.patient.firstName}` : entry.title}
    </article>
  )
}
