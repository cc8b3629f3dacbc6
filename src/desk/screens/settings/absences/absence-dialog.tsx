import { useEffect, useMemo } from 'preact/hooks'
import { api, at } from '../../../api/api.ts'
import { now } from '../../../api/now.ts'
import { Button } from '../../../base/button.tsx'
import { zone } from '../../../base/me.ts'
import { sayDate } from '../../../base/time/say.ts'
import { today } from '../../../base/time/today.ts'
import { clockOf } from '../../../base/time/wall-time.ts'
import type { Absence } from '../../../contract/names.ts'
import { activeMembers, memberName, needNames } from '../../../live/known-names.ts'
import type { Draft } from '../../../parts/draft.ts'
import { type Weekday, weekdays as weekdaysInOrder } from '../../../parts/hours.ts'
import { RecordDialog } from '../../../parts/record-dialog.tsx'
import { named, SelectField } from '../../../parts/select.tsx'
import { TextField } from '../../../parts/text-field.tsx'
import { Box, Radios } from '../../../parts/tick.tsx'
import { words } from '../../../words/words.ts'
import { DayTimes } from '../parts/day-times.tsx'
import { DeleteButton } from '../parts/delete-button.tsx'
import { useRecordDraft } from '../parts/record-draft.ts'
import { Touched } from '../parts/touched.tsx'
import {
  type AbsenceFields,
  absenceMistakes,
  deleteAbsence,
  saveAbsence,
  touchedByAbsence,
} from './absence-record.ts'

/** The values that are known of a new absence before the dialogue opens. */
export interface AbsenceStart {
  readonly practitionerId?: string
  /** `YYYY-MM-DD`; today when left out. */
  readonly date?: string
  /** The time at which the absence begins, `HH:MM`; the whole day when left out. */
  readonly startTime?: string
}

interface Props {
  readonly absence?: Absence | undefined
  readonly start?: AbsenceStart
  readonly close: () => void
}

const isRight = (absence: AbsenceFields) => Object.keys(absenceMistakes(absence)).length === 0

/** The dialogue that adds an absence of a member, or changes the given absence. */
export function AbsenceDialog({ absence, start = {}, close }: Props) {
  const { absences } = words.value.settings
  useEffect(needNames, [])
  const fresh = useMemo(() => freshOf(start), [])
  const { draft, record } = useRecordDraft<Absence, AbsenceFields>({
    given: absence,
    fresh,
    fieldsOf,
    save: saveAbsence,
    read: (absenceId) => api.GET('/api/v1/absences/{absenceId}', at({ absenceId })),
    check: absenceMistakes,
  })
  const { practitionerId, weekdays } = draft.fields
  const name = memberName(absence?.practitionerId ?? null) ?? ''
  return (
    <RecordDialog
      title={absence ? absences.editOf(name) : absences.add}
      draft={draft}
      close={close}
      saved={absences.saved}
      more={
        absence && (
          <DeleteButton
            name={absences.of(name)}
            text={() => absences.deleteText}
            remove={() => deleteAbsence(record.value!)}
            deleted={close}
          />
        )
      }
    >
      <SelectField
        label={absences.who}
        error={draft.errorAt('practitionerId')}
        autofocus
        value={practitionerId}
        choices={[
          ...(practitionerId === '' ? [['', absences.choose] as const] : []),
          ...named(whoCanBe(practitionerId)),
        ]}
        choose={(practitionerId) => draft.set({ practitionerId })}
      />
      {absence === undefined && <Presets draft={draft} />}
      <Rhythm draft={draft} />
      <DayTimes
        draft={draft}
        from={absences.from}
        until={absences.until}
        noEnd={weekdays === null ? undefined : () => draft.set({ throughDate: null })}
      />
      <TextField name="reason" label={absences.reason} hint={absences.reasonHint} optional draft={draft} />
      <Touched asked={draft.fields} isRight={isRight} count={touchedByAbsence} />
    </RecordDialog>
  )
}

const fieldsOf = ({
  practitionerId,
  reason,
  fromDate,
  throughDate,
  startTime,
  endTime,
  weekdays,
}: Absence) => ({
  practitionerId,
  fromDate,
  throughDate,
  startTime,
  endTime,
  weekdays,
  reason: reason ?? '',
})

function freshOf({ practitionerId, date = today.peek(), startTime }: AbsenceStart): AbsenceFields {
  return {
    // When there is only one active member, they are chosen from the start.
    practitionerId: practitionerId ?? (activeMembers.peek().length === 1 ? activeMembers.peek()[0]!.id : ''),
    fromDate: date,
    throughDate: date,
    weekdays: null,
    reason: '',
    ...(startTime === undefined ? { startTime: null, endTime: null } : { startTime, endTime: '24:00' }),
  }
}

/** The active members, and the chosen member even if they are no longer active. */
const whoCanBe = (chosen: string) => {
  const active = activeMembers.value
  return chosen === '' || active.some(({ id }) => id === chosen)
    ? active
    : [...active, { id: chosen, name: memberName(chosen) ?? '…' }]
}

const slotMs = 15 * 60_000

/** Buttons for absences that are often reported by telephone: the rest of today, or all of today. */
function Presets({ draft }: { readonly draft: Draft<AbsenceFields> }) {
  const { absences } = words.value.settings
  const set = (more: Partial<AbsenceFields>) =>
    draft.set({ fromDate: today.peek(), throughDate: today.peek(), weekdays: null, ...more })
  return (
    <div class="presets">
      <Button
        onClick={() =>
          set({ startTime: clockOf(Math.floor(now.peek() / slotMs) * slotMs, zone()), endTime: '24:00' })
        }
      >
        {absences.restOfToday}
      </Button>
      <Button onClick={() => set({ startTime: null, endTime: null })}>{absences.today}</Button>
    </div>
  )
}

/** The choice whether the absence happens once, or each week on some weekdays. */
function Rhythm({ draft }: { readonly draft: Draft<AbsenceFields> }) {
  const { absences } = words.value.settings
  const { weekdays } = draft.fields
  const error = draft.errorAt('weekdays')
  return (
    <fieldset class="field rhythm">
      <legend class="label">{absences.rhythm}</legend>
      <Radios
        name="rhythm"
        value={weekdays !== null}
        choices={[
          [false, absences.once],
          [true, absences.weekly],
        ]}
        choose={(weekly) =>
          draft.set((before) =>
            weekly
              ? { weekdays: [weekdayOf(before.fromDate)], throughDate: null }
              : { weekdays: null, throughDate: before.fromDate },
          )
        }
      />
      {weekdays !== null && (
        <div class="chair-ticks">
          {weekdaysInOrder().map((day) => (
            <Box
              key={day}
              label={sayWeekday(day)}
              checked={weekdays.includes(day)}
              aria-invalid={error ? 'true' : undefined}
              change={(checked) =>
                draft.set({
                  weekdays: weekdaysInOrder().filter((one) =>
                    one === day ? checked : weekdays.includes(one),
                  ),
                })
              }
            />
          ))}
        </div>
      )}
      {error && <p class="error">{error}</p>}
    </fieldset>
  )
}

const fromMonday: readonly Weekday[] = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']

/** The weekday of a date. Monday when the text is no date. */
const weekdayOf = (date: string): Weekday => fromMonday[(new Date(date).getUTCDay() + 6) % 7] ?? 'mon'

/** The name of a weekday. 1 January 2024 was a Monday. */
export const sayWeekday = (day: Weekday): string =>
  sayDate(`2024-01-0${fromMonday.indexOf(day) + 1}`, 'weekdayLong')
