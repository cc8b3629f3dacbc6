/** How the booking comes again, with a preview of every day. */
import { type Signal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { ask } from '../api/api.ts'
import type { components } from '../api/openapi.ts'
import { Field } from '../parts/field.tsx'
import { Icon } from '../parts/icon.tsx'
import { zone } from '../shell/me.ts'
import { addDays, isDate } from '../time/dates.ts'
import { sayDayOf, saySpan } from '../time/say.ts'
import { sayFailure } from '../words/say-failure.ts'
import { words } from '../words/words.ts'
import { bodyOf } from './body.ts'
import type { Draft, Repeat } from './draft.ts'

type Preview = components['schemas']['SeriesPreview']

interface Props {
  readonly draft: Draft
  readonly errors: Readonly<Record<string, string>>
}

const usual: Repeat = { every: 1, unit: 'week', count: 6 }
const units = ['day', 'week', 'month'] as const

export function RepeatPart({ draft, errors }: Props) {
  const { booking } = words.value
  const repeat = draft.repeat.value
  const change = (part: Partial<Repeat>) => {
    draft.repeat.value = { ...draft.repeat.value!, ...part }
  }
  return (
    <>
      <label class="tick">
        <input
          type="checkbox"
          checked={repeat !== null}
          onChange={({ currentTarget }) => {
            draft.repeat.value = currentTarget.checked ? usual : null
          }}
        />
        {booking.comesAgain}
      </label>
      {repeat !== null && (
        <div class="booking-repeat">
          <div class="pair">
            <Field label={booking.every} error={errors['repeat.every']}>
              {(its) => (
                <span class="booking-every">
                  <input
                    {...its}
                    type="number"
                    min={1}
                    max={52}
                    value={Number.isNaN(repeat.every) ? '' : repeat.every}
                    onInput={({ currentTarget }) => change({ every: currentTarget.valueAsNumber })}
                  />
                  <select
                    aria-label={booking.unit}
                    value={repeat.unit}
                    onChange={({ currentTarget }) => change({ unit: currentTarget.value as Repeat['unit'] })}
                  >
                    {units.map((unit) => (
                      <option key={unit} value={unit}>
                        {booking.units[unit]}
                      </option>
                    ))}
                  </select>
                </span>
              )}
            </Field>
            <Ends draft={draft} repeat={repeat} errors={errors} />
          </div>
          <SeriesPreview draft={draft} />
        </div>
      )}
    </>
  )
}

function Ends({ draft, repeat, errors }: Props & { readonly repeat: Repeat }) {
  const { booking } = words.value
  const isCounted = repeat.until === undefined
  const { every, unit } = repeat
  return (
    <Field label={booking.ends} error={errors['repeat.count'] ?? errors['repeat.until']}>
      {(its) => (
        <span class="booking-every ends">
          <select
            {...its}
            value={isCounted ? 'count' : 'until'}
            onChange={({ currentTarget }) => {
              const end =
                currentTarget.value === 'count'
                  ? { count: usual.count! }
                  : { until: addDays(draft.date.value, 6 * 7) }
              draft.repeat.value = { every, unit, ...end }
            }}
          >
            <option value="count">{booking.afterTimes}</option>
            <option value="until">{booking.onDay}</option>
          </select>
          {isCounted ? (
            <input
              type="number"
              min={2}
              max={104}
              aria-label={booking.times}
              value={Number.isNaN(repeat.count) ? '' : repeat.count!}
              onInput={({ currentTarget }) => {
                draft.repeat.value = { every, unit, count: currentTarget.valueAsNumber }
              }}
            />
          ) : (
            <input
              type="date"
              aria-label={booking.lastDay}
              value={repeat.until!}
              onInput={({ currentTarget }) => {
                draft.repeat.value = { every, unit, until: currentTarget.value }
              }}
            />
          )}
        </span>
      )}
    </Field>
  )
}

const pauseMs = 250

function SeriesPreview({ draft }: { readonly draft: Draft }) {
  const { booking } = words.value
  const preview = useSignal<Preview | undefined>(undefined)
  const trouble = useSignal('')
  const body = bodyOf(draft)
  const repeat = draft.repeat.value!
  const isClear = body !== undefined && isComplete(repeat)
  const asked = isClear ? { ...body, repeat } : undefined
  useEffect(() => {
    if (asked === undefined) return
    const giveUp = new AbortController()
    const timer = setTimeout(() => void readPreview(asked, preview, trouble, giveUp.signal), pauseMs)
    return () => {
      clearTimeout(timer)
      giveUp.abort()
    }
  }, [JSON.stringify(asked)])
  if (body === undefined) return <p class="hint">{booking.previewNeedsTime}</p>
  return (
    <div class="booking-preview">
      <p role="status" class={trouble.value || preview.value?.conflictsTotal ? 'error' : 'hint'}>
        {trouble.value ||
          (preview.value &&
            booking.previewSays(
              preview.value.occurrences.length,
              preview.value.occurrences.filter(({ conflictsTotal }) => conflictsTotal > 0).length,
            ))}
      </p>
      <ol aria-label={booking.preview}>
        {preview.value?.occurrences.map(({ startAt, endAt, conflicts, conflictsTotal, warnings }) => (
          <li key={startAt} class={conflictsTotal > 0 ? 'danger' : warnings.length > 0 ? 'caution' : 'good'}>
            <Icon name={conflictsTotal > 0 || warnings.length > 0 ? 'alert' : 'check'} />
            <span>
              {sayDayOf(startAt, zone())}, {saySpan(startAt, endAt, zone())}
              {conflictsTotal > 0 &&
                ` – ${booking.inTheWay(conflicts.map((clash) => saySpan(clash.startAt, clash.endAt, zone())).join(', '))}`}
              {warnings.map(({ name }) => ` – ${booking.closed(name ?? '')}`)}
            </span>
          </li>
        ))}
      </ol>
    </div>
  )
}

const isComplete = ({ every, count, until }: Repeat): boolean =>
  every >= 1 && every <= 52 && (until === undefined ? count! >= 2 && count! <= 104 : isDate(until))

async function readPreview(
  body: components['schemas']['CreateSeries'],
  preview: Signal<Preview | undefined>,
  trouble: Signal<string>,
  signal: AbortSignal,
): Promise<void> {
  try {
    const query = { dryRun: 'true' } as const
    const read = await ask<Preview | components['schemas']['NewSeries']>((api) =>
      api.POST('/api/v1/appointments/series', { params: { query }, body, signal }),
    )
    if (signal.aborted || !('occurrences' in read)) return
    preview.value = read
    trouble.value = ''
  } catch (error) {
    if (!signal.aborted) trouble.value = sayFailure(error)
  }
}
