import { now } from '../../api/now.ts'
import { useTarget } from '../../base/focus.ts'
import { Icon } from '../../base/icon.tsx'
import { sayTime } from '../../base/time/say.ts'
import type { DayEntry } from '../../contract/names.ts'
import { sayBorn } from '../../parts/patient/name.ts'
import { type CardMark, dependsOnNow, flagsOf, isUrgent, stateOf } from './card-states.ts'
import { alertsOn, nameOf, sentenceOf, shortOf, titleOf } from './card-words.ts'

interface Props {
  readonly entry: DayEntry
  /** Where the card begins and how long it is, in rows. */
  readonly top: number
  readonly rows: number
  /** How many lines of text fit on the card. */
  readonly lines: number
  /** Where the card begins in the column, and how broad it is. Both numbers are parts of the column's width. */
  readonly left: number
  readonly width: number
  /** The width of the card, as a part of the width of a card without others beside it. */
  readonly room: number
  readonly timezone: string
  /** The colour of the card's edge and background; null for none. */
  readonly color: string | null
  /** Whether the Tab key reaches the card. */
  readonly tabStop: boolean
  /** Whether the entry belongs to another practitioner than the chosen one. */
  readonly other: boolean
}

/**
 * An entry on the board. A card reads a signal. So Preact draws it again for new properties only when one of them has
 * changed. For this, each property except the entry is a plain value. A card has few elements, because a day can have
 * hundreds of cards.
 */
export function Card(props: Props) {
  if (props.other) return <Taken {...props} />
  const { entry, top, rows, lines, left, width, room, timezone, color, tabStop, other } = props
  const moment = momentFor(entry)
  const state = stateOf(entry, moment)
  const named = useTarget(`card ${entry.id}`)
  const first = useTarget('first card')
  return (
    // biome-ignore lint/a11y/useSemanticElements: Firefox does not let one drag a button
    <div
      class={`${classOf(entry, state, other)} ${shapeOf(lines, room)}`}
      style={{ '--top': top, '--rows': rows, '--left': left, '--width': width, '--own': color }}
      ref={(element) => {
        named(element)
        if (tabStop) first(element)
      }}
      data-entry={entry.id}
      role="button"
      tabIndex={tabStop ? 0 : -1}
      aria-haspopup="dialog"
    >
      <span class="visually-hidden">{sentenceOf(entry, timezone, moment)}</span>
      <CardText entry={entry} timezone={timezone} state={state} moment={moment} reach={lines > 5} />
    </div>
  )
}

/**
 * The class of a card that is narrow because others are beside it: `thin` beside one, also `thinner` beside several.
 */
const thinness = (room: number): string => (room > 0.99 ? '' : room > 0.4 ? ' thin' : ' thin thinner')

/** The class of a card: for its number of lines, and for its width as a part of the width of a card by itself. */
export const shapeOf = (lines: number, width: number): string => `lines-${lines}${thinness(width)}`

/** The time of another practitioner while one practitioner is chosen. The card shows only that the time is taken. */
const Taken = ({ top, rows, left, width }: Props) => (
  <div
    class="entry other"
    data-taken
    aria-hidden="true"
    style={{ '--top': top, '--rows': rows, '--left': left, '--width': width }}
  />
)

/** The current time for the words of a card. A card that does not change with the clock must not subscribe to it. */
export const momentFor = (entry: DayEntry): number => (dependsOnNow(entry) ? now.value : now.peek())

export const classOf = (entry: DayEntry, state: CardMark | undefined, other: boolean): string =>
  `entry ${entry.type} ${state ? `is-${state.kind}` : ''} ${state?.tone ?? ''} ${other ? 'other' : ''}`

interface TextProps {
  readonly entry: DayEntry
  readonly timezone: string
  readonly state: CardMark | undefined
  readonly moment: number
  /** Whether the card has room for the patient's age and phone number. */
  readonly reach?: boolean
}

/** The visible text on a card. A screen reader gets one sentence instead. */
export function CardText({ entry, timezone, state, moment, reach = false }: TextProps) {
  const { patient } = entry
  const title = titleOf(entry)
  const flags = flagsOf(entry, moment)
  const alerts = alertsOn(entry)
  const marks = state === undefined || state.kind === 'expected' ? flags : [state, ...flags]
  return (
    <>
      <strong class={`entry-name ${roomOf(patient)} ${alerts && 'alerted'}`} dir="auto" aria-hidden="true">
        {alerts && <Icon name="alert" />}
        <span class="entry-family">{patient?.lastName ?? nameOf(entry)}</span>
        {patient && <span class="entry-first">, {patient.firstName}</span>}
      </strong>
      <span class="entry-details" aria-hidden="true">
        {alerts && <b>{alerts}</b>}
        <span class="entry-time">
          {sayTime(entry.startAt, timezone)}
          <span class="entry-end">–{sayTime(entry.endAt, timezone)}</span>
        </span>
        {title && <span class="entry-part">{title}</span>}
        {entry.practitioner && <span class="entry-part">{entry.practitioner.name}</span>}
        {reach && patient?.dob && <span>{sayBorn(patient.dob)}</span>}
        {reach && patient?.phoneMobile && <span>{patient.phoneMobile}</span>}
      </span>
      {marks.length > 0 && (
        <span class="entry-marks" aria-hidden="true">
          {marks.map(pill)}
        </span>
      )}
    </>
  )
}

/** How much room a family name needs on a narrow card: one line, two small ones, or three. */
const roomOf = (patient: DayEntry['patient']): string => {
  const length = patient?.lastName.length ?? 0
  return length > 22 ? 'long' : length > 12 ? 'longish' : ''
}

const pill = (mark: CardMark) => (
  <span key={mark.kind} class={`pill ${mark.tone}${isUrgent(mark) ? ' strong' : ''}`} title={shortOf(mark)}>
    <Icon name={mark.icon} />
    {mark.minutes !== undefined && <span class="pill-minutes">{mark.minutes}′</span>}
    <span class="pill-word">{shortOf(mark)}</span>
  </span>
)
