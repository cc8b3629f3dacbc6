import { daysBetween } from '../../../base/time/dates.ts'
import { DayField } from '../../../parts/day-field.tsx'
import type { Draft } from '../../../parts/draft.ts'
import { meantEnd, shownEnd } from '../../../parts/hours.ts'
import { Tick } from '../../../parts/tick.tsx'
import { TimeField } from '../../../parts/time-field.tsx'
import { words } from '../../../words/words.ts'

interface DaysAndTimes {
  readonly fromDate: string
  readonly throughDate: string | null
  readonly startTime: string | null
  readonly endTime: string | null
}

interface Props {
  readonly draft: Pick<Draft<DaysAndTimes>, 'fields' | 'errorAt'> & {
    readonly set: (changes: Changes) => void
  }
  /** The labels of the two times. */
  readonly from: string
  readonly until: string
  /** Removes the last day. Left out when a last day is required. */
  readonly noEnd?: (() => void) | undefined
}

interface Changes {
  readonly fromDate?: string
  readonly throughDate?: string
  readonly startTime?: string | null
  readonly endTime?: string | null
}

/** The fields for the first and the last day of a period, and for the times of each day. */
export function DayTimes({ draft, from, until, noEnd }: Props) {
  const { settings } = words.value
  const { fromDate, throughDate, startTime, endTime } = draft.fields
  return (
    <>
      <div class="pair">
        <DayField
          label={settings.firstDay}
          error={draft.errorAt('fromDate')}
          day={fromDate}
          // When the period is one day, a change of the first day also changes the last day.
          change={(day) =>
            draft.set({ fromDate: day, ...(throughDate === fromDate && { throughDate: day }) })
          }
        />
        <DayField
          label={settings.lastDay}
          error={draft.errorAt('throughDate')}
          optional={noEnd !== undefined}
          min={fromDate}
          day={throughDate ?? ''}
          // A text that is no day is a mistake. Only an empty field removes the last day.
          change={(day, typed) => (typed.trim() === '' && noEnd ? noEnd() : draft.set({ throughDate: day }))}
        />
      </div>
      <Tick
        label={settings.wholeDays}
        checked={startTime === null}
        change={(whole) =>
          draft.set(whole ? { startTime: null, endTime: null } : { startTime: '12:00', endTime: '18:00' })
        }
      />
      {startTime !== null && (
        <div class="pair">
          <TimeField
            label={from}
            error={draft.errorAt('startTime')}
            time={startTime}
            change={(time) => draft.set({ startTime: time })}
          />
          <TimeField
            label={until}
            error={draft.errorAt('endTime')}
            time={shownEnd(endTime ?? '')}
            change={(time) => draft.set({ endTime: meantEnd(time) })}
          />
        </div>
      )}
    </>
  )
}

/** The mistakes in days and times, by the field names of the API. `tooMany` returns the text for too many days. */
export function dayTimesMistakes(
  { fromDate, throughDate, startTime, endTime }: DaysAndTimes,
  mostDays: number,
  tooMany: (most: number) => string,
): Record<string, string> {
  const { forms, settings } = words.value
  const wrong: Record<string, string> = {}
  if (fromDate === '') wrong.fromDate = forms.fillIn
  if (throughDate === '') wrong.throughDate = forms.fillIn
  else if (fromDate !== '' && throughDate !== null) {
    const days = daysBetween(fromDate, throughDate) + 1
    if (days < 1) wrong.throughDate = settings.daysRunBack
    else if (days > mostDays) wrong.throughDate = tooMany(mostDays)
  }
  if (startTime === '') wrong.startTime = forms.fillIn
  if (endTime === '') wrong.endTime = forms.fillIn
  else if (startTime && endTime && endTime <= startTime) wrong.endTime = settings.timeRunsBack
  return wrong
}
