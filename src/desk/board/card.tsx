import type { DayEntry } from '../api/names.ts'
import { Icon } from '../parts/icon.tsx'
import { now } from '../shell/now.ts'
import { words } from '../words/words.ts'
import { openEntryMenu } from './acts/menu.tsx'
import { dependsOnNow, flagsOf, type Mark, stateOf } from './card-states.ts'
import { detailsOf, nameOf, sentenceOf, shortOf } from './card-words.ts'

interface Props {
  readonly entry: DayEntry
  /** Where the card begins and how long it is, in rows. */
  readonly top: number
  readonly rows: number
  /** The part of the column's width that it has, and where that begins. */
  readonly left: number
  readonly width: number
  readonly timezone: string
  /** The colour of its edge; null for the accent. */
  readonly color: string | null
  /** Whether the Tab key reaches it. */
  readonly tabStop: boolean
  /** Whether it is somebody else's while one practitioner stands out. */
  readonly other: boolean
}

/**
 * An entry on the board. It reads a signal, so it is drawn anew only when one of its properties has changed; each of
 * them but the entry is a plain value for that.
 */
export function Card({ entry, top, rows, left, width, timezone, color, tabStop, other }: Props) {
  const moment = momentFor(entry)
  const state = stateOf(entry, moment)
  return (
    <div
      class="place"
      style={{ '--top': top, '--rows': rows, '--left': left, '--width': width, '--own': color }}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: Firefox does not let one drag a button */}
      <div
        class={classOf(entry, state, other)}
        data-entry={entry.id}
        role="button"
        tabIndex={tabStop ? 0 : -1}
        aria-haspopup="dialog"
      >
        <span class="visually-hidden">{sentenceOf(entry, timezone, moment)}</span>
        <CardText entry={entry} timezone={timezone} state={state} flags={flagsOf(entry, moment)} />
      </div>
      <MenuButton entry={entry} tabIndex={-1} />
    </div>
  )
}

/** The time that the card's words depend on. A card that the clock does not change must not listen to it. */
export const momentFor = (entry: DayEntry): number => (dependsOnNow(entry) ? now.value : now.peek())

export const classOf = (entry: DayEntry, state: Mark | undefined, other: boolean): string =>
  `entry ${entry.type} ${state ? `is-${state.kind}` : ''} ${state?.tone ?? ''} ${other ? 'other' : ''}`

/** What is written on a card. */
export function CardText({
  entry,
  timezone,
  state,
  flags,
}: {
  readonly entry: DayEntry
  readonly timezone: string
  readonly state: Mark | undefined
  readonly flags: readonly Mark[]
}) {
  return (
    <span class="entry-text" aria-hidden="true">
      <strong class="entry-name">{nameOf(entry)}</strong>
      <span class="entry-details">{detailsOf(entry, timezone)}</span>
      <span class="entry-marks">
        {state && state.kind !== 'expected' && <Pill mark={state} />}
        {flags.map((flag) => (
          <Pill key={flag.kind} mark={flag} />
        ))}
      </span>
    </span>
  )
}

const Pill = ({ mark }: { readonly mark: Mark }) => (
  <span class={`pill ${mark.tone} pill-${mark.kind}`} title={shortOf(mark)}>
    <Icon name={mark.icon} />
    {mark.minutes !== undefined && <span class="pill-minutes">{mark.minutes}′</span>}
    <span class="pill-word">{shortOf(mark)}</span>
  </span>
)

/** The button with all that one can do with an entry. */
export const MenuButton = ({ entry, tabIndex }: { readonly entry: DayEntry; readonly tabIndex?: number }) => (
  <button
    type="button"
    class="entry-menu"
    tabIndex={tabIndex}
    aria-label={words.value.card.menu(nameOf(entry))}
    aria-haspopup="menu"
    // The board takes a press outside of entries for the begin of a booking.
    onPointerDown={(event) => event.stopPropagation()}
    onDblClick={(event) => event.stopPropagation()}
    onClick={(event) => {
      event.stopPropagation()
      openEntryMenu(entry, event.currentTarget)
    }}
  >
    <Icon name="more" />
  </button>
)
