import { useEffect } from 'preact/hooks'
import type { DayEntry } from '../../contract/names.ts'
import { needTypes, offeredType } from '../../live/appointment-types.ts'
import { standsOut } from '../../live/practitioner.ts'
import { words } from '../../words/words.ts'
import { colorOf } from './card-words.ts'
import type { Column } from './column.ts'

/** The legend: what the colours of the cards mean. The legend lists only colours that are on the board. */
export function Legend({ columns }: { readonly columns: readonly Column[] }) {
  useEffect(needTypes, [])
  const told = new Map<string, string>()
  for (const entry of columns.flatMap(({ entries }) => entries.filter(standsOut))) {
    const color = entry.type === 'appointment' && colorOf(entry)
    if (color) told.set(meaningOf(entry), color)
  }
  if (told.size === 0) return null
  return (
    <ul class="legend" aria-label={words.value.board.legend}>
      {[...told].sort().map(([meaning, color]) => (
        <li key={meaning}>
          <span class="swatch" style={{ '--own': color }} />
          {meaning}
        </li>
      ))}
    </ul>
  )
}

/** What the colour of a card means: an appointment type, the member who treats, or only this entry's own colour. */
function meaningOf({ color, appointmentTypeId, practitioner, title }: DayEntry): string {
  if (color === null) return practitioner!.name
  const type = offeredType(appointmentTypeId)
  if (type?.color === color) return type.name
  return appointmentTypeId === null ? words.value.board.ownColor : (title ?? words.value.board.ownColor)
}
