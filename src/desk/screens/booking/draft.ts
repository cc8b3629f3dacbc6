/** What is typed in the booking dialogue. It lives as long as the dialogue and is stored nowhere. */

import { computed, type Signal, signal } from '@preact/signals'
import { ask } from '../../api/api.ts'
import { now } from '../../api/now.ts'
import { me, zone } from '../../base/me.ts'
import { isDate } from '../../base/time/dates.ts'
import { dateOf } from '../../base/time/say.ts'
import { today } from '../../base/time/today.ts'
import { clockOf, instantsOf } from '../../base/time/wall-time.ts'
import type { Day, Patient, WaitingItem } from '../../contract/names.ts'
import type { components } from '../../contract/openapi.ts'
import { day as boardDay } from '../../live/day.ts'
import { date as boardDate } from '../../live/shown-days.ts'
import { checkOf, type EntryType } from './check.ts'
import type { FreeSearch, PartOfDay } from './free-search.ts'
import type { BookingStart } from './start.ts'

export type Repeat = components['schemas']['Repeat']

const usualMinutes = 30
const minuteMs = 60_000

/** The state of one booking. */
export type BookingDraft = ReturnType<typeof newDraft>

/** Whether somebody would have to find or type something again after the dialogue was closed. */
export const isTyped = ({ title, notes, patient }: BookingDraft, { patientId }: BookingStart): boolean =>
  `${title.value}${notes.value}`.trim() !== '' || (patient.value !== null && patient.value.id !== patientId)

export function newDraft(start: BookingStart) {
  const startAt = start.startAt === undefined ? null : Date.parse(start.startAt)
  const endAt = start.endAt === undefined ? null : Date.parse(start.endAt)
  const isKnown = startAt !== null && endAt !== null
  const firstDay = startAt === null ? boardDate.value : dateOf(startAt, zone())
  const texts = {
    date: signal(startAt === null && firstDay < today.value ? today.value : firstDay),
    /** `HH:MM`, empty while none is chosen. */
    time: signal(startAt === null ? '' : clockOf(startAt, zone())),
    title: signal(''),
    notes: signal(''),
    color: signal(''),
    /** Empty for nobody. */
    practitionerId: signal(''),
  }
  const type = signal<EntryType>('appointment')
  const patient = signal<Patient | null>(null)
  const chairId = signal<string | null | undefined>(start.chairId)
  /** The instant that was chosen last. It shows which one is meant where the clocks show a time twice. */
  const instant = signal(startAt)
  const minutes = signal(isKnown ? Math.round((endAt - startAt) / minuteMs) : usualMinutes)
  const day = signal<Day | undefined>(boardDay.value?.date === texts.date.value ? boardDay.value : undefined)

  /** The instants that day and time mean; undefined while that is not known. */
  const times = computed(() =>
    day.value === undefined || day.value.date !== texts.date.value || texts.time.value === ''
      ? undefined
      : instantsOf(day.value, texts.time.value),
  )
  /** When the booking starts; undefined while that is not clear. */
  const begin = computed(() => {
    const { value } = instant
    if (times.value === undefined) return value !== null && isShown(value) ? value : undefined
    if (value !== null && times.value.includes(value)) return value
    return times.value.length === 1 ? times.value[0] : undefined
  })
  const isShown = (at: number) =>
    dateOf(at, zone()) === texts.date.value && clockOf(at, zone()) === texts.time.value
  /** The chairs that take entries. */
  const chairs = computed(() => day.value?.chairs.filter(({ active }) => active) ?? [])
  /** The chair that was chosen. The first one while nobody chose, and null for none. */
  const chair = computed(() => (chairId.value !== undefined ? chairId.value : (chairs.value[0]?.id ?? null)))
  const wish = computed(() => {
    if (begin.value === undefined || !(minutes.value > 0)) return undefined
    return {
      type: type.value,
      startAt: begin.value,
      endAt: begin.value + minutes.value * minuteMs,
      chairId: chair.value,
      patientId: type.value === 'unavailable' ? null : (patient.value?.id ?? null),
      practitionerId: texts.practitionerId.value || null,
    }
  })
  const findings = computed(() =>
    wish.value === undefined || day.value === undefined || day.value.date !== texts.date.value
      ? []
      : checkOf(day.value, wish.value, me.value.practice.practitionersOnce, now.value),
  )
  return {
    ...texts,
    type,
    patient,
    chairId,
    chair,
    chairs,
    instant,
    minutes,
    day,
    times,
    wish,
    findings,
    /** Whether somebody chose the length. Then what a title took last does not change it. */
    lengthChosen: signal(isKnown),
    /** Somebody of the waiting list, who leaves the list by this booking. */
    waiting: signal<WaitingItem | null>(null),
    /** How it comes again; null for once. */
    repeat: signal<Repeat | null>(null),
    /** Which free times are looked for. `from` does not follow a free time that is chosen, so the list stays. */
    search: {
      anyChair: signal(start.chairId === undefined),
      part: signal<PartOfDay>('any'),
      days: signal<FreeSearch['weekdays']>([]),
      from: signal(searchedFrom(texts.date.value)),
    },
    /** Whether the practice sends patients a message about bookings; undefined while that is not known. */
    tells: signal<boolean | undefined>(undefined),
    /** Why the day could not be read. */
    trouble: signal<unknown>(undefined),
  }
}

/** Takes over a time that was found, such as a free one. Instants are epoch milliseconds. */
export function takeTime(draft: BookingDraft, startAt: number, chairId: string): void {
  draft.instant.value = startAt
  draft.date.value = dateOf(startAt, zone())
  draft.time.value = clockOf(startAt, zone())
  draft.chairId.value = chairId
}

/** Free times of past days are not offered. */
function searchedFrom(date: string): string {
  return date < today.value ? today.value : date
}

/** Takes over a day that was typed. */
export function takeDate(draft: BookingDraft, date: string): void {
  draft.date.value = date
  if (isDate(date)) draft.search.from.value = searchedFrom(date)
}

/** Changes the length, unless somebody chose one. */
export function suggestMinutes(draft: BookingDraft, minutes: number): void {
  if (!draft.lengthChosen.value) draft.minutes.value = minutes
}

/** Reads the day that the draft names. Failures go to `trouble`. */
export async function readDayOf(draft: BookingDraft): Promise<void> {
  const date = draft.date.value
  if (!isDate(date)) return
  try {
    const read = await ask((api) => api.GET('/api/v1/day', { params: { query: { date } } }))
    if (draft.date.value === date) draft.day.value = read
    draft.trouble.value = undefined
  } catch (error) {
    draft.trouble.value = error
  }
}

/** Lets a field of text follow a signal. */
export const bound = (text: Signal<string>) => ({
  value: text.value,
  onInput: (event: { readonly currentTarget: { readonly value: string } }) => {
    text.value = event.currentTarget.value
  },
})
