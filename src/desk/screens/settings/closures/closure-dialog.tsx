import { useSignal } from '@preact/signals'
import { ask } from '../../../api/api.ts'
import { calendar } from '../../../base/time/dates.ts'
import type { Chair, Closure } from '../../../contract/names.ts'
import { useDraft } from '../../../parts/draft.ts'
import { Field } from '../../../parts/field.tsx'
import { meantEnd, shownEnd } from '../../../parts/hours.ts'
import { RecordDialog } from '../../../parts/record-dialog.tsx'
import { TextField } from '../../../parts/text-field.tsx'
import { words } from '../../../words/words.ts'
import { AnyOrSome } from '../parts/any-or-some.tsx'
import { DeleteButton } from '../parts/delete-button.tsx'
import { Tick } from '../parts/tick.tsx'
import { type ClosureFields, closureMistakes } from './closure-mistakes.ts'
import { deleteClosure, saveClosure } from './closure-record.ts'

interface Props {
  readonly closure: Closure | undefined
  readonly chairs: readonly Chair[]
  /** The day that a new closure begins with, `YYYY-MM-DD`. */
  readonly today: string
  readonly close: () => void
}

/** Adds a closure, or changes the one that is given. */
export function ClosureDialog({ closure, chairs, today, close }: Props) {
  const { settings } = words.value
  const record = useSignal(closure)
  const fresh: ClosureFields = {
    name: '',
    fromDate: today,
    throughDate: today,
    startTime: null,
    endTime: null,
    yearly: false,
    chairIds: null,
  }
  const draft = useDraft<ClosureFields>({
    saved: () => {
      const { name, fromDate, throughDate, startTime, endTime, yearly, chairIds, version } = record.value ?? {
        ...fresh,
        version: 0,
      }
      return { fields: { name, fromDate, throughDate, startTime, endTime, yearly, chairIds }, version }
    },
    send: async (changes, version, whole) => {
      record.value = await saveClosure(record.value?.id, whole, changes, version)
    },
    readAgain: async () => {
      record.value = await ask((api) =>
        api.GET('/api/v1/closures/{closureId}', { params: { path: { closureId: closure!.id } } }),
      )
    },
    check: closureMistakes,
  })
  const { fromDate, throughDate, startTime, endTime, yearly, chairIds } = draft.fields
  return (
    <RecordDialog
      title={closure ? settings.editOf(closure.name) : settings.addClosure}
      draft={draft}
      close={close}
      saved={closure ? settings.closureSaved : settings.closureAdded}
      more={
        closure && (
          <DeleteButton
            name={closure.name}
            text={() => settings.deleteClosureText}
            remove={() => deleteClosure(record.value!)}
            deleted={close}
          />
        )
      }
    >
      <TextField name="name" label={settings.closureName} hint={settings.closureNameHint} draft={draft} />
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
        <Field label={settings.lastDay} error={draft.errorAt('throughDate')}>
          {(its) => (
            <input
              {...its}
              type="date"
              {...calendar}
              min={fromDate}
              value={throughDate}
              onInput={({ currentTarget: { value } }) => draft.set({ throughDate: value })}
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
          <Field label={settings.closesAt} error={draft.errorAt('startTime')}>
            {(its) => (
              <input
                {...its}
                type="time"
                value={startTime}
                onInput={({ currentTarget: { value } }) => draft.set({ startTime: value })}
              />
            )}
          </Field>
          <Field label={settings.opensAt} error={draft.errorAt('endTime')}>
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
      <Tick label={settings.isYearly} checked={yearly} change={(yearly) => draft.set({ yearly })} />
      <AnyOrSome
        label={settings.closedWhere}
        any={settings.wholePractice}
        some={settings.someChairs}
        choices={chairs}
        chosen={chairIds}
        error={draft.errorAt('chairIds')}
        change={(chairIds) => draft.set({ chairIds })}
      />
    </RecordDialog>
  )
}
