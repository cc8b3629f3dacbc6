/** The words of a card: the text that is written on the card, and the one sentence that a screen reader reads out. */
import { sayTime } from '../../base/time/say.ts'
import type { DayEntry } from '../../contract/names.ts'
import { known } from '../../words/known.ts'
import { isolated, listName, spokenName } from '../../words/names.ts'
import { words } from '../../words/words.ts'
import { type CardMark, flagsOf, stateOf } from './card-states.ts'

type Named = Pick<DayEntry, 'title' | 'type' | 'hold'> & {
  readonly patient: { readonly firstName: string; readonly lastName: string } | null
}

/** The name on a card: the patient's name, or else the title or the type of the entry. */
export function nameOf(entry: Named): string {
  const { patient, title } = entry
  if (patient !== null) return listName(patient)
  return title ?? kindIn(entry)
}

/**
 * The type of an entry in words, such as `Blocked time`. A time that a visitor of the booking page holds has other
 * words.
 */
export function kindIn({ type, hold }: Pick<DayEntry, 'type' | 'hold'>): string {
  const { card, shell } = words.value
  return hold ? card.held : known(card.types, type, shell.newer)
}

/** The colour of a card: the entry's own colour, or else the colour of the practitioner; null when there is none. */
export const colorOf = ({ color, practitioner }: DayEntry): string | null =>
  color ?? practitioner?.color ?? null

/** The alerts that the team must know about the patient before the visit. Empty when the patient has none. */
export const alertsOn = ({ patient }: DayEntry): string => patient?.alerts.map(isolated).join(', ') ?? ''

/** The title of a patient's visit. Empty for an entry without a patient, because its title is already its name. */
export const titleOf = ({ patient, title }: DayEntry): string =>
  patient === null || title === null ? '' : isolated(title)

/** The short text of a mark, such as `waits 12 min`. */
export const shortOf = ({ kind, minutes = 0 }: CardMark): string => words.value.card.short[kind](minutes)

/** The whole card as one sentence. */
export function sentenceOf(entry: DayEntry, timezone: string, now: number): string {
  const { card } = words.value
  const { patient, title, type, practitioner } = entry
  const state = stateOf(entry, now)
  const marks = [...flagsOf(entry, now), ...(state ? [state] : [])]
  const name = patient && spokenName(patient)
  const alerts = alertsOn(entry)
  return [
    type === 'appointment' && name ? name : kindIn(entry),
    type === 'appointment' && name ? null : name,
    alerts && card.alert(alerts),
    card.span(sayTime(entry.startAt, timezone), sayTime(entry.endAt, timezone)),
    title,
    practitioner && card.with(practitioner.name),
    ...marks.map(({ kind, minutes = 0 }) => card.long[kind](minutes)),
  ]
    .filter((part) => part)
    .join(', ')
}
