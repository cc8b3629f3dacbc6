/** The part of the booking dialogue that makes the booking a series. */
import { addDays, nearestDate } from '../../base/time/dates.ts'
import { today } from '../../base/time/today.ts'
import { DayInput } from '../../parts/day-field.tsx'
import { Field } from '../../parts/field.tsx'
import { Select } from '../../parts/select.tsx'
import { Box } from '../../parts/tick.tsx'
import { words } from '../../words/words.ts'
import type { BookingDraft, Repeat } from './draft.ts'
import { SeriesPreview } from './series-preview.tsx'

interface Props {
  readonly draft: BookingDraft
}

const usual: Repeat = { every: 1, unit: 'week', count: 6 }
const units = ['day', 'week', 'month'] as const

export function RepeatPart({ draft }: Props) {
  const { booking } = words.value
  const { repeat } = draft.fields
  const change = (part: Partial<Repeat>) => {
    // The skipped days belonged to the old series, so they are removed.
    const { skip: _, ...kept } = draft.fields.repeat!
    draft.set({ repeat: { ...kept, ...part } })
  }
  return (
    <>
      <Box
        label={booking.comesAgain}
        checked={repeat !== null}
        change={(again) => draft.set({ repeat: again ? usual : null })}
      />
      {repeat !== null && (
        <div class="booking-repeat">
          <div class="pair">
            <Field label={booking.every} error={draft.errorAt('repeat.every')}>
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
                  <Select
                    aria-label={booking.unit}
                    value={repeat.unit}
                    choices={units.map((unit) => [unit, booking.units[unit]] as const)}
                    choose={(unit) => change({ unit })}
                  />
                </span>
              )}
            </Field>
            <Ends draft={draft} repeat={repeat} />
          </div>
          <SeriesPreview draft={draft} />
        </div>
      )}
    </>
  )
}

function Ends({ draft, repeat }: Props & { readonly repeat: Repeat }) {
  const { booking } = words.value
  const isCounted = repeat.until === undefined
  const { every, unit } = repeat
  return (
    <Field label={booking.ends} error={draft.errorAt('repeat.count') ?? draft.errorAt('repeat.until')}>
      {(its) => (
        <span class="booking-every ends">
          <Select
            {...its}
            value={isCounted ? 'count' : 'until'}
            choices={[
              ['count', booking.afterTimes],
              ['until', booking.onDay],
            ]}
            choose={(kind) => {
              const end =
                kind === 'count'
                  ? { count: usual.count! }
                  : { until: addDays(nearestDate(draft.fields.date) ?? today.value, 6 * 7) }
              draft.set({ repeat: { every, unit, ...end } })
            }}
          />
          {isCounted ? (
            <input
              type="number"
              min={2}
              max={104}
              aria-label={booking.times}
              value={Number.isNaN(repeat.count) ? '' : repeat.count!}
              onInput={({ currentTarget }) =>
                draft.set({ repeat: { every, unit, count: currentTarget.valueAsNumber } })
              }
            />
          ) : (
            <DayInput
              label={booking.lastDay}
              min={draft.fields.date}
              day={repeat.until!}
              change={(until) => draft.set({ repeat: { every, unit, until } })}
            />
          )}
        </span>
      )}
    </Field>
  )
}
