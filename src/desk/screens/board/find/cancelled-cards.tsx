import type { ButtonHTMLAttributes } from 'preact'
import { useTarget } from '../../../base/focus.ts'
import { sayFailure } from '../../../base/say-failure.ts'
import { sayTime } from '../../../base/time/say.ts'
import type { FoundAppointment } from '../../../contract/names.ts'
import { standsOut } from '../../../live/practitioner.ts'
import type { WeekOf } from '../../../live/shown-days.ts'
import { spokenName } from '../../../words/names.ts'
import { words } from '../../../words/words.ts'
import { nameOf } from '../card-words.ts'
import { belongsTo, type Column } from '../column.ts'
import { placeOf } from '../grid.ts'
import type { Lane } from '../lanes.ts'
import { openCancelled } from './cancelled-dialog.tsx'
import { cancelled, cancelledTrouble, followCancelled } from './cancelled-list.ts'

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly gone: FoundAppointment
  readonly timezone: string
  /** Whether this card is the first that the Tab key reaches. */
  readonly isFirst: boolean
}

/**
 * A cancelled appointment, on the board or in the list of a day. The appointment takes no time in the calendar and
 * cannot be moved. A click opens a dialogue with the reason, in which a member can bring the appointment back.
 */
function CancelledCard({ gone, timezone, isFirst, class: more, children, ...rest }: Props) {
  const { id, startAt, endAt, title, patient, cancellation } = gone
  const named = useTarget(`card ${id}`)
  const first = useTarget('first card')
  const sentence = sentenceOf(gone, timezone)
  return (
    <button
      {...rest}
      type="button"
      class={`entry cancelled ${more ?? ''}`}
      ref={(element) => {
        named(element)
        if (isFirst) first(element)
      }}
      data-cancelled={id}
      aria-haspopup="dialog"
      title={sentence}
      onClick={() => openCancelled(gone)}
    >
      <span class="visually-hidden">{sentence}</span>
      <s class="entry-name" dir="auto" aria-hidden="true">
        {nameOf(gone)}
      </s>
      <span class="entry-details" aria-hidden="true">
        <span class="entry-time">
          {sayTime(startAt, timezone)}
          <span class="entry-end">–{sayTime(endAt, timezone)}</span>
        </span>
        {patient && title && <span class="entry-part">{title}</span>}
        <span class="entry-part">{cancellation?.reason}</span>
      </span>
      {children}
    </button>
  )
}

/** The card as one sentence. */
function sentenceOf(gone: FoundAppointment, timezone: string): string {
  const { card, find } = words.value
  const { patient, title, startAt, endAt, cancellation } = gone
  return [
    find.cancelled,
    patient && spokenName(patient),
    card.span(sayTime(startAt, timezone), sayTime(endAt, timezone)),
    title,
    cancellation?.reason,
  ]
    .filter((part) => part)
    .join(', ')
}

interface ColumnProps {
  readonly column: Column
  readonly lanes: ReadonlyMap<string, Lane>
  /** How many times as broad the column is as other columns. */
  readonly breadth: number
  /** The class of a card, for its height in rows and its width as a part of the width of a card by itself. */
  readonly shapeOf: (rows: number, width: number) => string
  readonly timezone: string
  /** The card that the Tab key reaches. */
  readonly tabStop: string | null
}

/** The cancelled appointments in a column of the board. */
const CancelledCards = ({ column, lanes, breadth, shapeOf, timezone, tabStop }: ColumnProps) => (
  <>
    {column.cancelled.filter(standsOut).map((gone) => {
      const place = placeOf(column.grid, gone)
      const { left, width } = lanes.get(gone.id)!
      return (
        <CancelledCard
          key={gone.id}
          gone={gone}
          timezone={timezone}
          class={shapeOf(place['--rows'], width * breadth)}
          style={{ ...place, '--left': left, '--width': width }}
          tabIndex={gone.id === tabStop ? 0 : -1}
          isFirst={gone.id === tabStop}
        />
      )
    })}
  </>
)

/** How many cancelled appointments are shown, or why they could not be read. */
function CancelledCount({ of = {} }: { readonly of: WeekOf | undefined }) {
  const { value: trouble } = cancelledTrouble
  const { value: known } = cancelled
  if (trouble !== undefined) return <> · {sayFailure(trouble)}</>
  if (known === undefined) return null
  const shown = known.appointments.filter(belongsTo(of)).filter(standsOut)
  return <> · {words.value.find.count(shown.length, known.more)}</>
}

export const cancelledParts = { cancelled, followCancelled, CancelledCard, CancelledCards, CancelledCount }
