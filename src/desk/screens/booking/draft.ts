/** What is typed in the booking dialogue. It lives as long as the dialogue and is stored nowhere. */
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

/** What the dialogue holds. */
export interface BookingFields {
  readonly type: EntryType
  readonly patient: Patient | null
  /** Somebody of the waiting list, who leaves the list by this booking. */
  readonly waiting: WaitingItem | null
  /** The kind of appointment; null for none. */
  readonly appointmentTypeId: string | null
  readonly title: string
  readonly notes: string
  readonly color: string
  /** Empty for nobody. */
  readonly practitionerId: string
  readonly date: string
  /** `HH:MM`, empty while none is chosen. */
  readonly time: string
  /** The instant that was chosen last. It shows which one is meant where the clocks show a time twice. */
  readonly instant: number | null
  readonly minutes: number
  /** Whether somebody chose the length. Then what a title took last does not change it. */
  readonly lengthChosen: boolean
  /** Null for none. Undefined while nobody chose, which means the first one. */
  readonly chairId: string | null | undefined
  /** How it comes again; null for once. */
  readonly repeat: Repeat | null
  /** Which free times are looked for. `from` does not follow a free time that is chosen, so the list stays. */
  readonly search: {
    readonly anyChair: boolean
    readonly part: PartOfDay
    readonly days: FreeSearch['weekdays']
    readonly from: string
  }
}

/** What is typed, and what follows from it. */
export type BookingDraft = Draft<BookingFields> & Omit<ReturnType<typeof startBooking>, 'typed' | 'start'>

/** Whether somebody would have to find or type something again after the dialogue was closed. */
export const isTyped = (
  { title, notes, patient, appointmentTypeId }: BookingFields,
  { patientId, like }: BookingStart,
): boolean =>
  (title.trim() !== '' && title !== offeredType(appointmentTypeId)?.name && title !== like?.title) ||
  notes.trim() !== '' ||
  (patient !== null && patient.id !== patientId)

/** What the dialogue holds at first. */
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

/** The fields of another appointment like one that is there: the same weekday and time, when the kind says or in a week. */
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
    // A kind or a member that is gone by now cannot be booked again.
    appointmentTypeId: type?.id ?? null,
    practitionerId: activeMembers.peek().find(({ id }) => id === like.practitionerId)?.id ?? '',
    search: { ...fields.search, from: date },
  }
}

/** Begins a booking: what is typed, the day that it names, and what follows from both. */
export function startBooking(given: BookingStart) {
  const start = { fields: firstFields(given), version: 0 }
  const typed = startTyping<BookingFields>(start)
  const date = computed(() => typed.fields.value.date)
  /** The day that was named last. It stays while no day is named. */
  const read: Resource<Day | undefined> = resource<Day | undefined>({
    read: async () => (isDate(date.peek()) ? await dayAt(date.peek()) : read.peek()),
    by: () => date.value,
  })
  if (boardDay.peek()?.date === start.fields.date) read.show(boardDay.peek()!)
  /** The day that is named now; undefined until it is there. */
  const day = computed(() => (read.value?.date === date.value ? read.value : undefined))

  /** The instants that day and time mean; undefined while that is not known. */
  const times = computed(() => {
    const { time } = typed.fields.value
    return day.value === undefined || time === '' ? undefined : instantsOf(day.value, time)
  })
  /** When the booking starts; undefined while that is not clear. */
  const begin = computed(() => {
    const { instant, time } = typed.fields.value
    const isShown =
      instant !== null && dateOf(instant, zone()) === date.value && clockOf(instant, zone()) === time
    if (times.value === undefined) return isShown ? instant : undefined
    if (instant !== null && times.value.includes(instant)) return instant
    return times.value.length === 1 ? times.value[0] : undefined
  })
  /** The chairs that take entries. */
  const chairs = computed(() => read.value?.chairs.filter(({ active }) => active) ?? [])
  /** The chair that was chosen. The first one while nobody chose, and null for none. */
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
  /** Whether the practice sends patients a message about bookings; undefined while that is not known. */
  const tells = signal<boolean | undefined>(undefined)
  return { start, typed, read, day, times, chairs, chair, wish, findings, tells }
}

/** What is wrong or missing. */
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

/** What a time that was found changes, such as a free one. Instants are epoch milliseconds. */
export const atTime = (startAt: number, chairId: string): Partial<BookingFields> => ({
  instant: startAt,
  date: dateOf(startAt, zone()),
  time: clockOf(startAt, zone()),
  chairId,
})

/** Free times of past days are not offered. */
const searchedFrom = (date: string): string => (date < today.value ? today.value : date)

/** Takes over a day that was typed. */
export const takeDate = (draft: BookingDraft, date: string): void =>
  draft.set(({ search }) => ({
    date,
    search: isDate(date) ? { ...search, from: searchedFrom(date) } : search,
  }))

/** Changes the length, unless somebody chose one. */
export const suggestMinutes = (draft: BookingDraft, minutes: number): void =>
  draft.set((now) => (now.lengthChosen ? {} : { minutes }))
