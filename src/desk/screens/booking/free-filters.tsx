import { addDays } from '../../base/time/dates.ts'
import { firstWeekday, sayDate } from '../../base/time/say.ts'
import { DayField } from '../../parts/day-field.tsx'
import { Select } from '../../parts/select.tsx'
import { words } from '../../words/words.ts'
import type { BookingDraft } from './draft.ts'
import { type PartOfDay, weekdays } from './free-search.ts'

const parts: readonly PartOfDay[] = ['any', 'morning', 'afternoon']

/** The filters for free times: the chair, the part of the day, the days of the week, and the first day. */
export function FreeFilters({ draft }: { readonly draft: BookingDraft }) {
  const { booking } = words.value
  const { anyChair, part, days, from } = draft.fields.search
  const change = (changes: Partial<typeof draft.fields.search>) =>
    draft.set(({ search }) => ({ search: { ...search, ...changes } }))
  const first = firstWeekday()
  const chair = draft.read.value?.chairs.find(({ id }) => id === draft.chair.value)
  return (
    <div class="booking-filters">
      <div class="pair">
        <Select
          aria-label={booking.chair}
          value={anyChair ? '' : 'this'}
          choices={[['', booking.anyChair], ...(chair ? [['this', chair.name] as const] : [])]}
          choose={(value) => change({ anyChair: value === '' })}
        />
        <Select
          aria-label={booking.partOfDay}
          value={part}
          choices={parts.map((each) => [each, booking.parts[each]] as const)}
          choose={(part) => change({ part })}
        />
      </div>
      <DayField label={booking.from} day={from} change={(from) => change({ from })} />
      <fieldset class="booking-weekdays">
        <legend class="visually-hidden">{booking.weekdays}</legend>
        {Array.from({ length: 7 }, (_, i) => weekdays[(i + first - 1) % 7]!).map((day) => (
          <label key={day} class="booking-chip">
            <input
              type="checkbox"
              aria-label={sayDate(addDays('2024-01-01', weekdays.indexOf(day)), 'weekday')}
              checked={days.includes(day)}
              onChange={({ currentTarget }) => {
                const others = days.filter((each) => each !== day)
                change({ days: currentTarget.checked ? [...others, day] : others })
              }}
            />
            {sayDate(addDays('2024-01-01', weekdays.indexOf(day)), 'weekday').slice(0, 2)}
          </label>
        ))}
      </fieldset>
    </div>
  )
}
