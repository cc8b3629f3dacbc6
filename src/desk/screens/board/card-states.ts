/**
 * What a card shows about its entry: one state, and marks beside it. Each state or mark has an icon, a word and a tone.
 */
import type { IconName } from '../../base/icon.tsx'
import type { DayEntry } from '../../contract/names.ts'

/** One mark on a card. `minutes` is how long the patient waits or is late. */
export interface CardMark {
  readonly kind: Kind
  readonly icon: IconName
  readonly tone: 'plain' | 'good' | 'info' | 'caution' | 'danger'
  readonly minutes?: number
}

type Kind =
  | 'expected'
  | 'confirmed'
  | 'cancelRequested'
  | 'late'
  | 'arrived'
  | 'inChair'
  | 'done'
  | 'noShow'
  | 'firstVisit'
  | 'nextNote'
  | 'reminderFailed'
  | 'reminderUncertain'
  | 'noReminder'
  | 'series'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
/** How long a patient may wait before their card stands out, in minutes. */
const longWait = 15

/** The state of a visit; undefined when the entry is not a visit. `now` is in epoch milliseconds. */
export function stateOf(entry: DayEntry, now: number): CardMark | undefined {
  const { progress, answer } = entry
  if (progress === null) return undefined
  switch (progress.state) {
    case 'no_show':
      return { kind: 'noShow', icon: 'ban', tone: 'danger' }
    case 'done':
      return { kind: 'done', icon: 'check', tone: 'plain' }
    case 'in_chair':
      return { kind: 'inChair', icon: 'chair', tone: 'info' }
    case 'arrived': {
      const minutes = minutesSince(progress.waitingSince ?? entry.startAt, now)
      return { kind: 'arrived', icon: 'door', tone: minutes > longWait ? 'caution' : 'info', minutes }
    }
    default:
      if (isLate(entry, now))
        return { kind: 'late', icon: 'waiting', tone: 'caution', minutes: minutesSince(entry.startAt, now) }
      if (answer === 'cancel_requested') return { kind: 'cancelRequested', icon: 'question', tone: 'danger' }
      if (progress.state === 'confirmed') return { kind: 'confirmed', icon: 'thumb', tone: 'good' }
      return { kind: 'expected', icon: 'dot', tone: 'plain' }
  }
}

/** The further marks of a card, the most urgent first. */
export function flagsOf(entry: DayEntry, now: number): readonly CardMark[] {
  const flags: (CardMark | false)[] = [
    entry.answer === 'cancel_requested' &&
      isAwaited(entry) &&
      isLate(entry, now) && { kind: 'cancelRequested', icon: 'question', tone: 'danger' },
    reminderFlag(entry, now) ?? false,
    entry.hasNextNote && { kind: 'nextNote', icon: 'note', tone: 'caution' },
    entry.firstVisit && { kind: 'firstVisit', icon: 'star', tone: 'info' },
    entry.seriesId !== null && { kind: 'series', icon: 'repeat', tone: 'plain' },
    hadConfirmed(entry, now) && { kind: 'confirmed', icon: 'thumb', tone: 'good' },
  ]
  return flags.filter((flag) => flag !== false)
}

/**
 * A mark is urgent when a member should act, or when the patient is in the practice. An urgent mark has a coloured
 * background.
 */
export const isUrgent = ({ kind, tone }: CardMark): boolean =>
  tone === 'caution' || tone === 'danger' || kind === 'arrived' || kind === 'inChair'

/** Whether the text of the card changes with the clock. */
export const dependsOnNow = ({ progress }: DayEntry): boolean =>
  progress !== null && ['expected', 'confirmed', 'arrived'].includes(progress.state)

const isAwaited = ({ progress }: DayEntry): boolean =>
  progress?.state === 'expected' || progress?.state === 'confirmed'

/**
 * A patient who is still awaited is late from one minute to one day after the start. The server also ends this after a
 * day, but begins right after the start (`domain/progress.ts`).
 */
function isLate(entry: DayEntry, now: number): boolean {
  const since = now - Date.parse(entry.startAt)
  return isAwaited(entry) && since >= minuteMs && since < dayMs
}

/** Whether the patient confirmed the appointment, while the state of the card shows something newer. */
const hadConfirmed = (entry: DayEntry, now: number): boolean =>
  (entry.answer === 'confirmed' && entry.progress?.state === 'arrived') ||
  ((entry.answer === 'confirmed' || entry.progress?.state === 'confirmed') && isLate(entry, now))

const minutesSince = (instant: string, now: number): number =>
  Math.max(0, Math.floor((now - Date.parse(instant)) / minuteMs))

/** The mark for the messages to a patient who has not answered yet. The mark is removed when the appointment starts. */
function reminderFlag(entry: DayEntry, now: number): CardMark | undefined {
  if (entry.progress?.state !== 'expected' || entry.answer !== null) return undefined
  if (Date.parse(entry.startAt) <= now || entry.reminders.length === 0) return undefined
  const states = new Set(entry.reminders.map(({ state }) => state))
  if (states.has('sent') || states.has('scheduled') || states.has('running')) return undefined
  if (states.has('dead')) return { kind: 'reminderFailed', icon: 'alert', tone: 'danger' }
  if (states.has('uncertain')) return { kind: 'reminderUncertain', icon: 'alert', tone: 'caution' }
  const noWay = entry.reminders.every(({ reason }) => reason !== null && noWays.has(reason))
  return noWay ? { kind: 'noReminder', icon: 'mute', tone: 'plain' } : undefined
}

/** When all reminders of an entry have one of these reasons, no message can reach the patient. */
const noWays: ReadonlySet<string> = new Set([
  'no_consent',
  'no_address',
  'no_phone',
  'invalid_phone',
  'landline',
  'unknown_country',
  'country_not_allowed',
])
