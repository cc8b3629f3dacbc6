/** The draft of a booking, which sends the booking and shows its result. */
import { useEffect, useMemo } from 'preact/hooks'
import { type Failure, failedBy } from '../../api/failure.ts'
import { online } from '../../api/online.ts'
import { repeatableKeys } from '../../api/repeatable.ts'
import { focusMistake, focusOn, targetOf } from '../../base/focus.ts'
import { zone } from '../../base/me.ts'
import { Told } from '../../base/say-failure.ts'
import { isDate } from '../../base/time/dates.ts'
import { sayWhen } from '../../base/time/say.ts'
import { offerUndo } from '../../base/toasts.tsx'
import { readDay } from '../../live/day.ts'
import { useDraft } from '../../parts/draft.ts'
import { mistakes } from '../../parts/form.ts'
import { showEntry } from '../../parts/show-entry.ts'
import { spokenName } from '../../words/names.ts'
import { words } from '../../words/words.ts'
import { type Booked, book, unbook } from './book.ts'
import { type BookingDraft, type BookingFields, mistakesIn, startBooking } from './draft.ts'
import { sayInTheWay, sayWarning } from './say.ts'
import type { BookingStart } from './start.ts'
import { sayTold } from './told.tsx'

export function useBooking(given: BookingStart, close: () => void): BookingDraft {
  const booking = useMemo(() => startBooking(given), [])
  const { start, typed, read, day } = booking
  const keyOf = useMemo(repeatableKeys, [])
  const form = useDraft<BookingFields>({
    saved: () => start,
    typed,
    check: (fields) => mistakesIn(fields, booking),
    settled: async () => {
      // Reading the day shows whether the connection is back.
      if (isDate(typed.fields.peek().date) && (!online.value || day.value === undefined)) await read.again()
      return true
    },
    send: async () => {
      const booked = await attempt(draft, keyOf)
      close()
      offerUndo(sayBooked(draft, booked), async () => {
        await unbook(booked).finally(() => void readDay())
      })
      void showEntry(booked.entries[0]!)
    },
  })
  const draft: BookingDraft = useMemo(() => Object.assign(form, booking), [])
  useEffect(read.follow, [])
  return draft
}

/** Moves the focus to the first wrong field, or to the free times when the missing time is the first mistake. */
export function leadToMistake(draft: BookingDraft, form: HTMLElement | null): void {
  const { fields, errorAt } = draft
  const isTimeMissing = fields.time === '' && errorAt('startAt') !== undefined
  const isFirst = !['patientId', 'title', 'date'].some((name) => errorAt(name) !== undefined)
  if (isTimeMissing && isFirst && targetOf('first free time') !== null) focusOn('first free time')
  else focusMistake(form)
}

/** @throws Failure, or the mistakes of the form. */
async function attempt(draft: BookingDraft, keyOf: ReturnType<typeof repeatableKeys>): Promise<Booked> {
  if (!online.value) throw new Told(words.value.shell.offlineWrite)
  if (draft.wish.value === undefined) throw draft.read.trouble
  try {
    return await book(draft, keyOf)
  } catch (error) {
    if (!failedBy(error, 'conflict') || error.details.length === 0) throw error
    await draft.read.again()
    throw whyTaken(draft, error)
  }
}

/**
 * The error for a refused booking. The error names the entries in the way, from the day that was read after the
 * refusal.
 */
function whyTaken({ fields, read }: BookingDraft, { details }: Failure): Error {
  const { booking } = words.value
  if (fields.repeat !== null) return new Told(booking.seriesTaken)
  const day = read.peek()
  const known = [...(day?.entries ?? []), ...(day?.withoutChair ?? [])]
  const named = details.flatMap(({ entryId }) => known.find(({ id }) => id === entryId) ?? [])
  const kind = details.some(({ path }) => path === 'practitionerId') ? 'busy' : 'taken'
  // Another time, chair or member would solve this. The text is shown at the time, because everybody sees that field.
  return mistakes({
    startAt: named.length === 0 ? booking.conflict : sayInTheWay(kind, named),
  })
}

/** A message with the booked entries, the warnings, and whether the patient gets a message. */
function sayBooked(draft: BookingDraft, { entries }: Booked): string {
  const { booking, card } = words.value
  const { patient } = draft.fields
  const first = entries[0]!
  const who =
    patient !== null && first.patientId !== null
      ? spokenName(patient)
      : (first.title ?? card.types[first.type])
  const when = sayWhen(first.startAt, zone())
  const warned = new Set(entries.flatMap(({ warnings }) => warnings.map(sayWarning)))
  return [
    entries.length > 1 ? booking.bookedSeries(who, entries.length, when) : booking.booked(who, when),
    ...[...warned].slice(0, 2),
    sayTold(draft),
  ]
    .filter(Boolean)
    .join(' ')
}
