/** The list of the next free times, or the reasons for which there are none. */
import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import { controlsIn, focusBy, focusOn, useTarget } from '../../base/focus.ts'
import { zone } from '../../base/me.ts'
import { sayFailure } from '../../base/say-failure.ts'
import { isDate } from '../../base/time/dates.ts'
import { dateOf, sayDate, sayTime } from '../../base/time/say.ts'
import { today } from '../../base/time/today.ts'
import { offeredType } from '../../live/appointment-types.ts'
import { More } from '../../parts/more.tsx'
import { useAnswer } from '../../parts/read.tsx'
import { useFocusKept } from '../../parts/use-focus-kept.ts'
import { known } from '../../words/known.ts'
import { words } from '../../words/words.ts'
import type { BookingDraft } from './draft.ts'
import { FreeFilters } from './free-filters.tsx'
import { type FreeSearch, findOpenings, findReasons, type Opening, type Reason } from './free-search.ts'
import { minutesOfType } from './of-type.ts'

interface Props {
  readonly draft: BookingDraft
  readonly taken: (opening: Opening) => void
  /** Is shown when nothing is free. */
  readonly instead: ComponentChildren
}

interface Found {
  readonly openings: readonly Opening[]
  readonly next: string | null
  readonly reasons: readonly Reason[]
}

const pauseMs = 150

export function FreeTimes({ draft, taken, instead }: Props) {
  const { booking } = words.value
  const asked = searchOf(draft)
  const found = useAnswer(asked, pauseMs, (search, signal) => readFound(draft, search, signal))
  const more = () =>
    found.grow(async (before) => {
      const { openings, nextCursor } = await findOpenings(asked!, before.next)
      return { ...before, openings: [...before.openings, ...openings], next: nextCursor }
    })
  const { openings = [], next, reasons = [] } = found.value ?? {}
  const isNone = found.trouble === undefined && found.value?.openings.length === 0
  const list = useRef<HTMLDivElement>(null)
  // A typed title can change the length, and then the list is read again. A focus in the old list moves to the first
  // time.
  useFocusKept(list, () => focusOn('first free time'))
  return (
    <section aria-label={booking.nextFree}>
      <h3>{booking.nextFree}</h3>
      {found.trouble !== undefined && <p class="error">{sayFailure(found.trouble)}</p>}
      <div class="booking-times" ref={list}>
        {[...Map.groupBy(openings, ({ startAt }) => dateOf(startAt, zone()))].map(([date, times]) => (
          <div key={date}>
            <h4>{sayDate(date, 'short')}</h4>
            <ul>
              {times.map((opening) => (
                <li key={opening.startAt + opening.chairId}>
                  <OpeningButton
                    draft={draft}
                    opening={opening}
                    date={date}
                    taken={taken}
                    isFirst={opening === openings[0]}
                  />
                </li>
              ))}
            </ul>
          </div>
        ))}
        {isNone && (
          <>
            <p>{draft.chairs.value.length === 0 ? booking.noChairs : booking.nothingFree}</p>
            {reasons.length > 0 && (
              <ul class="booking-reasons">
                {reasons.map((reason) => (
                  <li key={reason.code + reason.name}>
                    {known(booking.reasons, reason.code, () => words.value.shell.newer)(reason.name ?? '')}
                  </li>
                ))}
              </ul>
            )}
            {instead}
          </>
        )}
        {asked && next && <More says={booking.moreTimes} more={more} />}
      </div>
      <FreeFilters draft={draft} />
    </section>
  )
}

/** Lets the arrow keys move the focus from one free time to another, as Tab does. */
function moveByArrows(event: KeyboardEvent & { readonly currentTarget: HTMLElement }): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  event.preventDefault()
  focusBy(controlsIn(event.currentTarget.closest('.booking-times')!, '.booking-time'), step)
}

function OpeningButton({
  draft,
  opening,
  date,
  taken,
  isFirst,
}: {
  readonly draft: BookingDraft
  readonly opening: Opening
  readonly date: string
  readonly taken: Props['taken']
  readonly isFirst: boolean
}) {
  const first = useTarget('first free time')
  const chairs = draft.read.value?.chairs ?? []
  const chair = chairs.length > 1 ? chairs.find(({ id }) => id === opening.chairId)?.name : undefined
  const time = sayTime(opening.startAt, zone())
  const isChosen =
    draft.wish.value?.startAt === Date.parse(opening.startAt) && draft.chair.value === opening.chairId
  return (
    <button
      type="button"
      ref={isFirst ? first : null}
      class="booking-time"
      aria-pressed={isChosen}
      aria-label={[sayDate(date, 'short'), time, chair].filter(Boolean).join(', ')}
      onKeyDown={moveByArrows}
      onClick={() => taken(opening)}
    >
      <strong class="number">{time}</strong> {chair && <span>{chair}</span>}
    </button>
  )
}

function searchOf(draft: BookingDraft): FreeSearch | undefined {
  const { type, appointmentTypeId, practitionerId, minutes, search } = draft.fields
  const kind = type === 'appointment' ? offeredType(appointmentTypeId) : undefined
  const { anyChair, part, days, from } = search
  if (!(minutes > 0)) return undefined
  return {
    minutes,
    // When the chosen length differs from the length of the type, the search is by length.
    typeId: kind && minutesOfType(kind, practitionerId) === minutes ? kind.id : null,
    memberId: type === 'appointment' && practitionerId !== '' ? practitionerId : null,
    chairId: anyChair ? null : draft.chair.value,
    from: isDate(from) ? from : today.value,
    part,
    weekdays: days,
  }
}

async function readFound(draft: BookingDraft, search: FreeSearch, signal: AbortSignal): Promise<Found> {
  const { openings, nextCursor: next } = await findOpenings(search, null, signal)
  const { startAt, endAt, chairId } = draft.wish.value ?? {}
  const asks = openings.length === 0 && startAt !== undefined && chairId
  return {
    openings,
    next,
    reasons: asks ? await findReasons(chairId, startAt, endAt!, search.typeId, signal) : [],
  }
}
