/** The dialogue that puts a patient on the waiting list, or that changes the wishes of a waiting patient. */

import { useMemo } from 'preact/hooks'
import { online } from '../../api/online.ts'
import { repeatableKeys } from '../../api/repeatable.ts'
import { isDate } from '../../base/time/dates.ts'
import { sayDate } from '../../base/time/say.ts'
import { today } from '../../base/time/today.ts'
import { sayProblem } from '../../base/toasts.tsx'
import type { Patient, WaitingItem } from '../../contract/names.ts'
import { offeredType, offeredTypes } from '../../live/appointment-types.ts'
import { changedBy } from '../../live/changed-by.ts'
import { chairs } from '../../live/known-names.ts'
import { Dialog, FormButtons, openDialog } from '../../parts/dialog.tsx'
import { useDraft } from '../../parts/draft.ts'
import { Field, FormProblem } from '../../parts/field.tsx'
import { meantEnd, shownEnd } from '../../parts/hours.ts'
import { leaving } from '../../parts/leaving.ts'
import { nameOf } from '../../parts/patient/name.ts'
import { named, SelectField } from '../../parts/select.tsx'
import { TextField } from '../../parts/text-field.tsx'
import { words } from '../../words/words.ts'
import { add, change } from './acts.ts'
import { Choices } from './choices.tsx'
import { DayLimit, TimeLimit, Who } from './form-parts.tsx'
import { sayClock, sayWeekday, weekdays } from './say-wish.ts'
import { urgencies, waiting } from './state.ts'
import { changesOf, isTime, type Wish, wishOf } from './wish.ts'

/** Opens the dialogue for a new item. The patient is chosen in the dialogue. */
export const openAdd = (): void => open(undefined)

/** Opens the dialogue for a patient who is already on the list. */
export const openChange = (item: WaitingItem): void => open(item)

function open(item: WaitingItem | undefined): void {
  if (online.value) void openDialog((close) => <WaitingForm item={item} close={close} />)
  else sayProblem(words.value.shell.offlineWrite)
}

/** The fields of the form: the wish, and for a new item also the patient. */
interface Fields extends Wish {
  readonly patient: Patient | undefined
}

function WaitingForm({
  item,
  close,
}: {
  readonly item: WaitingItem | undefined
  readonly close: () => void
}) {
  const { shell, waiting: texts } = words.value
  const keyOf = useMemo(repeatableKeys, [])
  const saved = () => {
    const now = waiting.value?.list.find(({ id }) => id === item?.id) ?? item
    return { fields: { ...wishOf(now), patient: undefined }, version: now?.version ?? 0, now }
  }
  const draft = useDraft<Fields>({
    saved,
    check: (fields) => ({
      ...wrongIn(fields),
      ...(item === undefined && fields.patient === undefined && { patientId: texts.choosePatient }),
    }),
    send: async (_, version, { patient, ...wish }) => {
      const { now } = saved()
      const changes = changesOf(wish, wishOf(now))
      if (now !== undefined) return Object.keys(changes).length > 0 && change({ ...now, version }, changes)
      const { durationMinutes, urgency } = wish
      const body = { patientId: patient!.id, durationMinutes: Number(durationMinutes), urgency, ...changes }
      return add(body, nameOf({ patient: patient! }), keyOf)
    },
    by: () => changedBy(item?.id),
    readAgain: waiting.again,
  })
  const { fields: wish, set, errorAt } = draft
  const limit = (name: Limit, label: string) => ({
    label,
    value: wish[name],
    error: errorAt(name),
    set: (value: string) => set({ [name]: value }),
  })
  return (
    <Dialog
      title={item === undefined ? texts.addTitle : texts.changeOf(nameOf(item))}
      {...leaving(() => draft.isUnsaved, close)}
      onSubmit={async () => (await draft.save()) && close()}
      actions={<FormButtons close={close} verb={shell.save} busy={draft.busy} />}
    >
      {draft.problem && <FormProblem text={draft.problem} />}
      {item === undefined && (
        <Who
          patient={wish.patient}
          choose={(patient) => set({ patient })}
          error={wish.patient ? undefined : errorAt('patientId')}
        />
      )}
      <div class="pair">
        <Field label={texts.duration} error={errorAt('durationMinutes')}>
          {(its) => (
            <input
              {...its}
              type="number"
              inputMode="numeric"
              min={5}
              max={1440}
              step={Number(wish.durationMinutes) % 5 === 0 ? 5 : 1}
              value={wish.durationMinutes}
              onInput={(event) => set({ durationMinutes: event.currentTarget.value })}
            />
          )}
        </Field>
        <SelectField
          label={texts.urgency}
          value={wish.urgency}
          choices={urgencies.map((urgency) => [urgency, texts.urgencies[urgency]] as const)}
          choose={(urgency) => set({ urgency })}
        />
      </div>
      {offeredTypes.value.length > 0 && (
        <SelectField
          label={words.value.booking.typeOf}
          optional
          value={wish.appointmentTypeId}
          choices={[['', shell.none], ...named(offeredTypes.value)]}
          choose={(appointmentTypeId) => {
            const minutes = offeredType(appointmentTypeId)?.durationMinutes ?? wish.durationMinutes
            set({ appointmentTypeId, durationMinutes: String(minutes) })
          }}
        />
      )}
      <Choices
        legend={texts.weekdays}
        options={weekdays.map((weekday) => [weekday, sayWeekday(weekday)])}
        chosen={wish.weekdays}
        choose={(chosen) => set({ weekdays: chosen })}
      />
      <div class="pair">
        <TimeLimit {...limit('startTime', texts.startTime)} />
        <TimeLimit
          {...limit('endTime', texts.endTime)}
          value={shownEnd(wish.endTime)}
          set={(endTime) => set({ endTime: meantEnd(endTime) })}
        />
        <DayLimit {...limit('fromDate', texts.firstDay)} />
        <DayLimit {...limit('throughDate', texts.lastDay)} min={wish.fromDate} />
      </div>
      {chairs.value.length > 1 && (
        <Choices
          legend={texts.chairs}
          options={named(chairs.value.filter(({ id, active }) => active || wish.chairIds.includes(id)))}
          chosen={wish.chairIds}
          choose={(chosen) => set({ chairIds: chosen })}
        />
      )}
      <TextField draft={draft} name="note" label={texts.note} optional rows={2} maxLength={1000} />
    </Dialog>
  )
}

type Limit = 'startTime' | 'endTime' | 'fromDate' | 'throughDate'

/** The mistakes in the form, by field. */
function wrongIn(wish: Wish): Record<string, string> {
  const { forms, waiting: texts } = words.value
  const { startTime, endTime, fromDate, throughDate } = wish
  const minutes = Number(wish.durationMinutes)
  const wrong: Record<string, string> = {}
  if (!(Number.isInteger(minutes) && minutes >= 5 && minutes <= 1440))
    wrong.durationMinutes = texts.minutesWrong
  if (isTime(startTime) && isTime(endTime) && endTime <= startTime) wrong.endTime = texts.endWrong
  if (isDate(fromDate) && isDate(throughDate) && throughDate < fromDate) wrong.throughDate = texts.dayWrong
  for (const name of ['startTime', 'endTime'] as const)
    if (wish[name] && !isTime(wish[name])) wrong[name] = forms.notTime(sayClock('09:30'))
  for (const name of ['fromDate', 'throughDate'] as const)
    if (wish[name] && !isDate(wish[name])) wrong[name] = forms.notDay(sayDate(today.peek(), 'dated'))
  return wrong
}
