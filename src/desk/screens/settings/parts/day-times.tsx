import { calendar } from '../../../base/time/dates.ts'
import type { Draft } from '../../../parts/draft.ts'
import { Field } from '../../../parts/field.tsx'
import { meantEnd, shownEnd } from '../../../parts/hours.ts'
import { words } from '../../../words/words.ts'
import { Tick } from './tick.tsx'

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
  /** What the two times are called. */
  readonly from: string
  readonly until: string
  /** Takes the last day away, where there may be none. */
  readonly noEnd?: (() => void) | undefined
}

interface Changes {
  readonly fromDate?: string
  readonly throughDate?: string
  readonly startTime?: string | null
  readonly endTime?: string | null
}

/** The first and the last day of something, and the times of each day. */
export function DayTimes({ draft, from, until, noEnd }: Props) {
  const { settings } = words.value
  const { fromDate, throughDate, startTime, endTime } = draft.fields
  return (
    <>
      <div class="pair">
        <Field label={settings.firstDay} error={draft.errorAt('fromDate')}>
          {(its) => (
            <input
              {...its}
              type="date"
              {...calendar}
              value={fromDate}
              onInput={({ currentTarget: { value } }) =>
                // The last day goes along, as long as there is only one.
                draft.set({ fromDate: value, ...(throughDate === fromDate && { throughDate: value }) })
              }
            />
          )}
        </Field>
        <Field label={settings.lastDay} error={draft.errorAt('throughDate')} optional={noEnd !== undefined}>
          {(its) => (
            <input
              {...its}
              type="date"
              {...calendar}
              min={fromDate}
              value={throughDate ?? ''}
              onInput={({ currentTarget: { value } }) =>
                value === '' && noEnd ? noEnd() : draft.set({ throughDate: value })
              }
            />
          )}
        </Field>
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
          <Field label={from} error={draft.errorAt('startTime')}>
            {(its) => (
              <input
                {...its}
                type="time"
                value={startTime}
                onInput={({ currentTarget: { value } }) => draft.set({ startTime: value })}
              />
            )}
          </Field>
          <Field label={until} error={draft.errorAt('endTime')}>
            {(its) => (
              <input
                {...its}
                type="time"
                value={shownEnd(endTime ?? '')}
                onInput={({ currentTarget: { value } }) => draft.set({ endTime: meantEnd(value) })}
              />
            )}
          </Field>
        </div>
      )}
    </>
  )
}
