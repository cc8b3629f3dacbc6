/** How the booking comes again. */
import { addDays, calendar, nearestDate } from '../../base/time/dates.ts'
import { today } from '../../base/time/today.ts'
import { Field } from '../../parts/field.tsx'
import { words } from '../../words/words.ts'
import type { BookingDraft, Repeat } from './draft.ts'
import { SeriesPreview } from './series-preview.tsx'

interface Props {
  readonly draft: BookingDraft
  readonly errors: Readonly<Record<string, string>>
}

const usual: Repeat = { every: 1, unit: 'week', count: 6 }
const units = ['day', 'week', 'month'] as const

export function RepeatPart({ draft, errors }: Props) {
  const { booking } = words.value
  const repeat = draft.repeat.value
  const change = (part: Partial<Repeat>) => {
    // Days that were left out belonged to the repeat before.
    const { skip: _, ...kept } = draft.repeat.value!
    draft.repeat.value = { ...kept, ...part }
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
                  : { until: addDays(nearestDate(draft.date.value) ?? today.value, 6 * 7) }
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
              {...calendar}
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
