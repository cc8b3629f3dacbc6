import { now } from '../../api/now.ts'
import { sayTime } from '../../base/time/say.ts'
import { standsOut } from '../../live/practitioner.ts'
import { words } from '../../words/words.ts'
import { Ghosts } from './acts/surface.tsx'
import { cancelledParts } from './cancelled.ts'
import { Card, shapeOf } from './card.tsx'
import { colorOf } from './card-words.ts'
import type { Column } from './column.ts'
import { type Grid, hoursOf, placeOf, rowsOf, rowsTo } from './grid.ts'
import type { Lane } from './lanes.ts'
import { PointedMenu } from './menu-button.tsx'
import { density, rowRem } from './view.ts'

interface Props {
  readonly column: Column
  /** The part of the column's width that each entry has. */
  readonly lanes: ReadonlyMap<string, Lane>
  /** How many times as broad the column is as a column without cards beside each other. */
  readonly breadth: number
  readonly timezone: string
  /** The entry that the Tab key reaches. */
  readonly tabStop: string | null
  /**
   * Whether the hours of this column differ from the hours at the left of the board. If so, the column shows its own
   * hours.
   */
  readonly labelled: boolean
}

/** A column of the board. The column is exactly as tall as its grid. */
export function BoardColumn({ column, lanes, breadth, timezone, tabStop, labelled }: Props) {
  const { grid, entries } = column
  const row = rowRem[density.value]
  const gone = column.cancelled.length > 0 && cancelledParts.value
  return (
    <fieldset
      class={breadth > 1 ? 'column broad' : 'column'}
      data-column={column.key}
      aria-label={words.value.board.columnName(column.title, entries.length)}
      style={{ '--count': rowsOf(grid) }}
    >
      {column.hours.map((open) => (
        <div key={open.startAt} class="open" style={placeOf(grid, open)} />
      ))}
      <div class="slots" />
      {column.closures.map((closure) => (
        <p key={closure.id + closure.startAt} class="closure" style={placeOf(grid, closure)}>
          <span>{closure.name}</span>
        </p>
      ))}
      <Lines grid={grid} timezone={timezone} labelled={labelled} />
      <ClockLine column={column} />
      <NowLine grid={grid} />
      {entries.map((entry) => {
        const { '--top': top, '--rows': rows } = placeOf(grid, entry)
        const { left, width } = lanes.get(entry.id)!
        return (
          <Card
            key={entry.id}
            entry={entry}
            top={top}
            rows={rows}
            left={left}
            width={width}
            room={width * breadth}
            timezone={timezone}
            lines={linesIn(rows * row)}
            color={colorOf(entry)}
            tabStop={entry.id === tabStop}
            other={!standsOut(entry)}
          />
        )
      })}
      {gone && (
        <gone.CancelledCards
          column={column}
          lanes={lanes}
          breadth={breadth}
          shapeOf={(rows, width) => shapeOf(linesIn(rows * row), width)}
          timezone={timezone}
          tabStop={tabStop}
        />
      )}
      <PointedMenu column={column} lanes={lanes} />
      <Ghosts column={column} />
    </fieldset>
  )
}

/** How many lines of text fit into a height in rem. At most six, because no card has more text. */
const linesIn = (height: number): number => Math.min(6, Math.max(1, Math.floor((height + 0.25) / 1.25)))

/** The hours of a grid and their positions, as one text. Two grids show the same hours when their texts are equal. */
export const labelsOf = (grid: Grid): string =>
  hoursOf(grid)
    .map(({ at, label }) => `${label}@${rowsTo(grid, Date.parse(at))}`)
    .join()

const Lines = ({
  grid,
  timezone,
  labelled,
}: {
  readonly grid: Grid
  readonly timezone: string
  readonly labelled: boolean
}) => (
  <>
    {hoursOf(grid).map(({ at }) => (
      <div key={at} class="hour" style={{ '--top': rowsTo(grid, Date.parse(at)) }}>
        {labelled && <span>{sayTime(at, timezone)}</span>}
      </div>
    ))}
  </>
)

/** The line at which the clocks change. */
function ClockLine({ column: { grid, clockChange } }: { readonly column: Column }) {
  if (clockChange === undefined || clockChange.at <= grid.from || clockChange.at >= grid.to) return null
  return (
    <p class="clock-line" style={{ '--top': rowsTo(grid, clockChange.at) }}>
      <span>{words.value.board.clockChange(clockChange.minutes)}</span>
    </p>
  )
}

/** The line that marks the current time, in a column of today. */
function NowLine({ grid }: { readonly grid: Grid }) {
  const at = now.value
  if (at < grid.from || at >= grid.to) return null
  return <div class="now" style={{ '--top': rowsTo(grid, at) }} />
}
