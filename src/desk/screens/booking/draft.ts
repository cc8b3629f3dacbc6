/** The draft of the booking dialogue. The draft lives as long as the dialogue and is stored nowhere. */
import { computed, signal } from '@preact/signals'
import { now } from '../../api/now.ts'
import { me, zone } from '../../base/me.ts'
import { isDate } from '../../base/time/dates.ts'
import { dateOf } from '../../base/time/say.ts'
import { today } from '../../base/time/today.ts'
import { clockOf, instantsOf } from '../../base/time/wall-time.ts'
import type { Day, Patient, WaitingItem } from '../../contract/names.ts'
import type { components } from '../../contract/openapi.ts'
import { offeredType } from '../../live/appointment-types.ts'
import { day as boardDay, dayAt } from '../../live/day.ts'
import { activeMembers } from '../../live/known-names.ts'
import { type Resource, resource } from '../../live/resource.ts'
import { date as boardDate } from '../../live/shown-days.ts'
import type { Draft, Mistakes } from '../../parts/draft.ts'
import { startTyping } from '../../parts/typed.ts'
import { words } from '../../words/words.ts'
import { againOn, usualWeeks } from './again.ts'
import { checkOf, type EntryType } from './check.ts'
import type { FreeSearch, PartOfDay } from './free-search.ts'
import { ofType } from './of-type.ts'
import type { BookingStart, Like } from './start.ts'

export type Repeat = components['schemas']['Repeat']

const usualMinutes = 30
const minuteMs = 60_000

/** The fields of the booking dialogue. */
export interface BookingFields {
  readonly type: EntryType
  readonly patient: Patient | null
  /** The item of the waiting list that this booking removes; null for none. */
  readonly waiting: WaitingItem | null
  /** The appointment type; null for none. */
  readonly appointmentTypeId: string | null
  readonly title: string
  readonly notes: string
  readonly color: string
  /** Empty for no practitioner. */
  readonly practitionerId: string
  readonly date: string
  /** `HH:MM`, empty while no time is chosen. */
  readonly time: string
  /** The instant that was chosen last. When the clocks show a time twice, this instant is the one that is meant. */
  readonly instant: number | null
  readonly minutes: number
  /**
   * Whether somebody chose the length. A chosen length is not replaced by the length of a former entry with the same
   * title.
   */
  readonly lengthChosen: boolean
  /** Null for no chair. Undefined while nobody chose a chair, which means the first chair. */
  readonly chairId: string | null | undefined
  /** How the booking is repeated; null for a single booking. */
  readonly repeat: Repeat | null
  /** The filters for free times. `from` does not change when a free time is chosen, so the list stays. */
  readonly search: {
    readonly anyChair: boolean
    readonly part: PartOfDay
    readonly days: FreeSearch['weekdays']
    readonly from: string
  }
}

/** The typed fields, and the values that are computed from them. */
export type BookingDraft = Draft<BookingFields> & Omit<ReturnType<typeof startBooking>, 'typed' | 'start'>

/** Whether the dialogue contains input that would be lost when it is closed. */
export const isTyped = (
  { title, notes, patient, appointmentTypeId }: BookingFields,
  { patientId, like }: BookingStart,
): boolean =>
  (title.trim() !== '' && title !== offeredType(appointmentTypeId)?.name && title !== like?.title) ||
  notes.trim() !== '' ||
  (patient !== null && patient.id !== patientId)

/** The fields when the dialogue opens. */
function firstFields(start: BookingStart): BookingFields {
  if (start.like !== undefined) return likeFields(start.like, start)
  const startAt = start.startAt === undefined ? null : Date.parse(start.startAt)
  const endAt = start.endAt === undefined ? null : Date.parse(start.endAt)
  const isKnown = startAt !== null && endAt !== null
  const firstDay = startAt === null ? boardDate.value : dateOf(startAt, zone())
  const date = startAt === null && firstDay < today.value ? today.value : firstDay
  const fields: BookingFields = {
    type: start.type ?? 'appointment',
    patient: null,
    waiting: null,
    appointmentTypeId: null,
    title: '',
    notes: '',
    color: '',
    practitionerId: '',
    date,
    time: startAt === null ? '' : clockOf(startAt, zone()),
    instant: startAt,
    minutes: isKnown ? Math.round((endAt - startAt) / minuteMs) : usualMinutes,
    lengthChosen: isKnown,
    chairId: start.chairId,
    repeat: null,
    search: { anyChair: start.chairId === undefined, part: 'any', days: [], from: searchedFrom(date) },
  }
  const type = offeredType(start.appointmentTypeId ?? null)
  return type === undefined ? fields : { ...fields, ...ofType(fields, type, undefined) }
}

/**
 * The fields of a new appointment like an earlier one, on the same weekday and at the same time. The new day is after
 * the recall interval of the appointment type, or a week later.
 */
function likeFields(like: Like, { like: _, ...start }: BookingStart): BookingFields {
  const type = offeredType(like.appointmentTypeId)
  const fields = firstFields({ ...start, startAt: like.startAt, endAt: like.endAt })
  const date = againOn(like.startAt, usualWeeks(type?.recallMonths ?? null))
  return {
    ...fields,
    date,
    instant: null,
    title: like.title ?? '',
    color: like.color ?? '',
    // An appointment type that is no longer offered, or a member who is no longer active, is left out.
    appointmentTypeId: type?.id ?? null,
    practitionerId: activeMembers.peek().find(({ id }) => id === like.practitionerId)?.id ?? '',
    search: { ...fields.search, from: date },
  }
}

/** Begins a booking: the typed fields, the day that they name, and the values that are computed from both. */
export function startBooking(given: BookingStart) {
  const start = { fields: firstFields(given), version: 0 }
  const typed = startTyping<BookingFields>(start)
  const date = computed(() => typed.fields.value.date)
  /** The last valid day that was typed, as it was read. This day stays while the date field is not a valid day. */
  const read: Resource<Day | undefined> = resource<Day | undefined>({
    read: async () => (isDate(date.peek()) ? await dayAt(date.peek()) : read.peek()),
    by: () => date.value,
  })
  if (boardDay.peek()?.date === start.fields.date) read.show(boardDay.peek()!)
  /** The day of the date field; undefined until it is read. */
  const day = computed(() => (read.value?.date === date.value ? read.value : undefined))

  /** The instants that the day and the time can mean; undefined while the day or the time is missing. */
  const times = computed(() => {
    const { time } = typed.fields.value
    return day.value === undefined || time === '' ? undefined : instantsOf(day.value, time)
  })
  /** The start of the booking; undefined while it is not clear. */
  const begin = computed(() => {
    const { instant, time } = typed.fields.value
    const isShown =
      instant !== null && dateOf(instant, zone()) === date.value && clockOf(instant, zone()) === time
    if (times.value === undefined) return isShown ? instant : undefined
    if (instant !== null && times.value.includes(instant)) return instant
    return times.value.length === 1 ? times.value[0] : undefined
  })
  /** The active chairs. */
  const chairs = computed(() => read.value?.chairs.filter(({ active }) => active) ?? [])
  /** The id of the chosen chair. While nobody chose, this is the first chair. Null for no chair. */
  const chair = computed(() => {
    const { chairId } = typed.fields.value
    return chairId !== undefined ? chairId : (chairs.value[0]?.id ?? null)
  })
  const wish = computed(() => {
    const { type, patient, practitionerId, minutes } = typed.fields.value
    if (begin.value === undefined || !(minutes > 0)) return undefined
    return {
      type,
      startAt: begin.value,
      endAt: begin.value + minutes * minuteMs,
      chairId: chair.value,
      patientId: type === 'unavailable' ? null : (patient?.id ?? null),
      practitionerId: practitionerId || null,
    }
  })
  const findings = computed(() =>
    wish.value === undefined || day.value === undefined
      ? []
      : checkOf(day.value, wish.value, me.value.practice.practitionersOnce, now.value),
  )
  /** Whether the practice sends patients a message about bookings; undefined until the setting is read. */
  const tells = signal<boolean | undefined>(undefined)
  return { start, typed, read, day, times, chairs, chair, wish, findings, tells }
}

/** The fields that are wrong or missing, each with a text. */
export function mistakesIn(
  { type, patient, title, date, time, minutes }: BookingFields,
  { times, wish }: Pick<BookingDraft, 'times' | 'wish'>,
): Mistakes {
  const { booking } = words.value
  const wrong: Record<string, string> = {}
  if (type === 'appointment' && patient === null && title.trim() === '') wrong.title = booking.whoOrWhat
  if (!isDate(date)) wrong.date = booking.chooseDate
  if (time === '') wrong.startAt = booking.chooseTime
  else if (times.value?.length === 0) wrong.startAt = booking.skipped
  else if (times.value !== undefined && wish.value === undefined && minutes > 0)
    wrong.startAt = booking.chooseWhich
  if (!(minutes > 0)) wrong.endAt = booking.chooseLength
  return wrong
}

/** The fields that change when somebody chooses a found time, such as a free time. Instants are epoch milliseconds. */
export const atTime = (startAt: number, chairId: string): Partial<BookingFields> => ({
  instant: startAt,
  date: dateOf(startAt, zone()),
  time: clockOf(startAt, zone()),
  chairId,
})

/** Free times of past days are not offered. */
const searchedFrom = (date: string): string => (date < today.value ? today.value : date)

/** Sets the day of the booking to the typed text. A valid day also becomes the first day of the search. */
export const takeDate = (draft: BookingDraft, date: string): void =>
  draft.set(({ search }) => ({
    date,
    search: isDate(date) ? { ...search, from: searchedFrom(date) } : search,
  }))

/** Changes the length, unless somebody chose one. */
export const suggestMinutes = (draft: BookingDraft, minutes: number): void =>
  draft.set((now) => (now.lengthChosen ? {} : { minutes }))
