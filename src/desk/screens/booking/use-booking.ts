/** Sends a draft once at a time, and says what came of it. */
import { useMemo } from 'preact/hooks'
import { type Failure, failedBy } from '../../api/failure.ts'
import { online } from '../../api/online.ts'
import { repeatableKeys } from '../../api/repeatable.ts'
import { zone } from '../../base/me.ts'
import { isDate } from '../../base/time/dates.ts'
import { sayWhen } from '../../base/time/say.ts'
import { offerUndo } from '../../base/toasts.tsx'
import { readDay } from '../../live/day.ts'
import { mistakes, useForm } from '../../parts/form.ts'
import { showEntry } from '../../parts/show-entry.ts'
import { spokenName } from '../../words/names.ts'
import { words } from '../../words/words.ts'
import { type Booked, book, unbook } from './book.ts'
import { type BookingDraft, readDayOf } from './draft.ts'
import { sayEntry } from './say.ts'
import { sayTold } from './told.tsx'

export function useBooking(draft: BookingDraft, close: () => void) {
  const { state, submit } = useForm()
  const keyOf = useMemo(repeatableKeys, [])
  const send = async () => {
    const booked = await attempt(draft, keyOf)
    close()
    offerUndo(sayBooked(draft, booked), async () => {
      await unbook(booked).finally(() => void readDay())
    })
    void showEntry(booked.entries[0]!)
  }
  return {
    state,
    submit: async () => {
      const done = await submit(send)
      if (!done) requestAnimationFrame(() => focusMistake(draft))
    },
  }
}

/** Leads to the first field that is wrong, or to the free times where only the time is missing. */
function focusMistake(draft: BookingDraft): void {
  const wrong = [...document.querySelectorAll<HTMLElement>('.booking [aria-invalid="true"]')]
  const isTimeMissing = draft.time.value === '' && wrong[0]?.matches('.booking-time-field')
  const free = document.querySelector<HTMLElement>('.booking-time')
  const to = isTimeMissing && free !== null ? free : wrong[0]
  to?.focus()
}

/** @throws Failure, or the mistakes of the form. */
async function attempt(draft: BookingDraft, keyOf: ReturnType<typeof repeatableKeys>): Promise<Booked> {
  // A read finds out whether the connection is back.
  if (!online.value || draft.day.value?.date !== draft.date.value) await readDayOf(draft)
  if (!online.value) throw mistakes({ whole: words.value.shell.offlineWrite })
  requireComplete(draft)
  try {
    return await book(draft, keyOf)
  } catch (error) {
    if (!failedBy(error, 'conflict') || error.details.length === 0) throw error
    await readDayOf(draft)
    throw mistakes(sayConflict(draft, error))
  }
}

/** @throws the mistakes of the form, when something is missing. */
function requireComplete(draft: BookingDraft): void {
  const { booking } = words.value
  const { date, time, times, minutes, patient, title, type, wish } = draft
  const wrong: Record<string, string> = {}
  if (type.value === 'appointment' && patient.value === null && title.value.trim() === '')
    wrong.title = booking.whoOrWhat
  if (!isDate(date.value)) wrong.date = booking.chooseDate
  if (time.value === '') wrong.startAt = booking.chooseTime
  else if (times.value?.length === 0) wrong.startAt = booking.skipped
  else if (wish.value === undefined && minutes.value > 0) wrong.startAt = booking.chooseWhich
  if (!(minutes.value > 0)) wrong.endAt = booking.chooseLength
  if (Object.keys(wrong).length > 0) throw mistakes(wrong)
  if (wish.value === undefined) throw draft.trouble.value
}

/** Who is in the way, by the picture of the day that was read after the refusal. */
function sayConflict(draft: BookingDraft, { details }: Failure): Record<string, string> {
  const { booking } = words.value
  if (draft.repeat.value !== null) return { whole: booking.seriesTaken }
  const day = draft.day.value
  const known = [...(day?.entries ?? []), ...(day?.withoutChair ?? [])]
  const named = details.flatMap(({ entryId }) => known.find(({ id }) => id === entryId) ?? [])
  const who = named.map(sayEntry).join('; ')
  const isBusy = details.some(({ path }) => path === 'practitionerId')
  const text = who === '' ? booking.conflict : isBusy ? booking.busy(who) : booking.taken(who)
  return { [isBusy ? 'practitionerId' : 'startAt']: text }
}

/** What was booked, and what there is to know about it. */
function sayBooked(draft: BookingDraft, { entries }: Booked): string {
  const { booking } = words.value
  const first = entries[0]!
  const { patient } = draft
  const who =
    patient.value !== null && first.patientId !== null
      ? spokenName(patient.value)
      : (first.title ?? booking.kinds[first.type])
  const when = sayWhen(first.startAt, zone())
  const closed = new Set(entries.flatMap(({ warnings }) => warnings.map(({ name }) => name ?? '')))
  return [
    entries.length > 1 ? booking.bookedSeries(who, entries.length, when) : booking.booked(who, when),
    ...[...closed].slice(0, 2).map(booking.closed),
    sayTold(draft),
  ]
    .filter(Boolean)
    .join(' ')
}
