import type { VNode } from 'preact'
import { Icon, type IconName } from '../../../base/icon.tsx'
import { zone } from '../../../base/me.ts'
import { saySpan } from '../../../base/time/say.ts'
import type { DayEntry } from '../../../contract/names.ts'
import { allIn, type Column } from '../column.ts'
import { type Grid, rowsTo } from '../grid.ts'
import { type Lane, lanesOf } from '../lanes.ts'
import { entryIn, placed, sayStanding, standingOf, swapping } from './holding.ts'
import { nameOf } from './names.ts'
import { cutCards } from './pins.ts'
import { warns } from './standing.ts'

/**
 * The place of an entry that is being dragged, moved or booked, drawn above the entries of a column. The ghosts are a
 * separate layer, so that the browser need not draw the cards again when something moves.
 */
export const Ghosts = ({ column }: { readonly column: Column }): VNode => (
  <div class="ghosts" aria-hidden="true">
    {marksOn(column).map(({ entry, icon, lane: { left, width } }) => (
      <div
        key={entry.id}
        class="lifted"
        style={{
          ...rowsOf(column.grid, Date.parse(entry.startAt), Date.parse(entry.endAt)),
          '--left': left,
          '--width': width,
        }}
      >
        <Icon name={icon} />
      </div>
    ))}
    <Ghost column={column} />
  </div>
)

interface Mark {
  readonly entry: DayEntry
  readonly icon: IconName
  /** The part of the column's width that the card of the entry has. */
  readonly lane: Lane
}

/** The entries of a column that are on the pinboard, or that wait for a second entry to change places with. */
function marksOn(column: Column): readonly Mark[] {
  const icons = new Map<string, IconName>(cutCards.value.map(({ id }) => [id, 'pin']))
  if (swapping.value) icons.set(swapping.value.id, 'repeat')
  if (icons.size === 0) return []
  const lanes = lanesOf(allIn(column))
  return column.entries.flatMap((entry) => {
    const icon = icons.get(entry.id)
    return icon === undefined ? [] : [{ entry, icon, lane: lanes.get(entry.id)! }]
  })
}

function Ghost({ column }: { readonly column: Column }) {
  const now = placed.value
  if (now === undefined || now.place.column !== column.key) return null
  const entry = entryIn(now)
  const standing = standingOf(now.place, entry)
  if (standing === undefined) return null
  const { from, to } = now.place
  const tone = standing.taken ? 'taken' : warns(standing) ? 'warns' : 'free'
  return (
    <div class={`ghost ${tone} ${now.is}`} style={rowsOf(column.grid, from, to)}>
      <strong>{saySpan(from, to, zone())}</strong>
      <span>{sayStanding(standing)}</span>
      {entry && <span class="ghost-name">{nameOf(entry)}</span>}
    </div>
  )
}

function rowsOf(grid: Grid, from: number, to: number) {
  const top = rowsTo(grid, from)
  return { '--top': top, '--rows': rowsTo(grid, to) - top }
}
