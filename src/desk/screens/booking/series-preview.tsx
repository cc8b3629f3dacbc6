/** A preview of all days of a series, with the obstacles of each day. Days with obstacles can be left out. */
import { api } from '../../api/api.ts'
import { Button } from '../../base/button.tsx'
import { Icon } from '../../base/icon.tsx'
import { zone } from '../../base/me.ts'
import { sayFailure } from '../../base/say-failure.ts'
import { isDate } from '../../base/time/dates.ts'
import { dateOf, sayDate, sayDayOf, saySpan } from '../../base/time/say.ts'
import type { components } from '../../contract/openapi.ts'
import { useAnswer } from '../../parts/read.tsx'
import { words } from '../../words/words.ts'
import { bodyOf } from './body.ts'
import type { BookingDraft, Repeat } from './draft.ts'
import { sayWarning } from './say.ts'

type Preview = components['schemas']['SeriesPreview']
type Occurrence = Preview['occurrences'][number]

const pauseMs = 250

export function SeriesPreview({ draft }: { readonly draft: BookingDraft }) {
  const { booking } = words.value
  const body = bodyOf(draft)
  const repeat = draft.fields.repeat!
  const asked = body !== undefined && isComplete(repeat) ? { ...body, repeat } : undefined
  const preview = useAnswer(asked, pauseMs, readPreview)
  const trouble = preview.trouble === undefined ? '' : sayFailure(preview.trouble)
  if (body === undefined) return <p class="hint">{booking.previewNeedsTime}</p>
  const occurrences = preview.value?.occurrences ?? []
  const taken = occurrences.filter(isTaken)
  const closed = occurrences.filter(({ warnings }) => warnings.some(({ code }) => code !== 'patient_booked'))
  const skip = repeat.skip ?? []
  const leaveOut = (more: readonly Occurrence[]) => {
    const days = more.map(({ startAt }) => dateOf(startAt, zone()))
    draft.set({ repeat: { ...repeat, skip: [...new Set([...skip, ...days])] } })
  }
  return (
    <div class="booking-preview">
      <p role="status" class={trouble || taken.length > 0 ? 'error' : 'hint'}>
        {trouble || (preview.value && booking.previewSays(occurrences.length, taken.length))}
      </p>
      {taken.length > 0 && (
        <Button class="booking-skip" onClick={() => leaveOut(taken)}>
          {booking.skipTaken}
        </Button>
      )}
      {closed.length > 0 && (
        <Button class="booking-skip" onClick={() => leaveOut(closed)}>
          {booking.skipClosed}
        </Button>
      )}
      {skip.length > 0 && <Skipped draft={draft} repeat={repeat} />}
      <ol aria-label={booking.preview}>{occurrences.map(row)}</ol>
    </div>
  )
}

const isTaken = ({ conflictsTotal }: Occurrence): boolean => conflictsTotal > 0

function row(occurrence: Occurrence) {
  const { booking } = words.value
  const { startAt, endAt, conflicts, warnings } = occurrence
  const tone = isTaken(occurrence) ? 'danger' : warnings.length > 0 ? 'caution' : 'good'
  const others = conflicts.map((clash) => saySpan(clash.startAt, clash.endAt, zone())).join(', ')
  const text = [
    `${sayDayOf(startAt, zone())}, ${saySpan(startAt, endAt, zone())}`,
    isTaken(occurrence) && booking.inTheWay(others),
    ...warnings.map(sayWarning),
  ]
  return (
    <li key={startAt} class={tone}>
      <Icon name={tone === 'good' ? 'check' : 'alert'} />
      {text.filter(Boolean).join(' – ')}
    </li>
  )
}

/** The days that are left out, and a button that adds them again. */
function Skipped({ draft, repeat }: { readonly draft: BookingDraft; readonly repeat: Repeat }) {
  const { booking } = words.value
  return (
    <p class="booking-skipped hint">
      {booking.skippedDays(repeat.skip!.map((day) => sayDate(day, 'short')).join('; '))}
      <Button
        kind="quiet"
        onClick={() => {
          const { skip: _, ...whole } = repeat
          draft.set({ repeat: whole })
        }}
      >
        {booking.skipNone}
      </Button>
    </p>
  )
}

const isComplete = ({ every, count, until }: Repeat): boolean =>
  every >= 1 && every <= 52 && (until === undefined ? count! >= 2 && count! <= 104 : isDate(until))

async function readPreview(
  body: components['schemas']['CreateSeries'],
  signal: AbortSignal,
): Promise<Preview> {
  const query = { dryRun: 'true' } as const
  // With `dryRun`, the server books nothing and returns a preview.
  return (await api.POST('/api/v1/appointments/series', { params: { query }, body, signal })) as Preview
}
