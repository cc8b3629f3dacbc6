import { useSignal } from '@preact/signals'
import { ask, ifMatch } from '../../api/api.ts'
import type { Chair, Closure } from '../../api/names.ts'
import { askFirst } from '../../parts/ask-first.tsx'
import { Button } from '../../parts/button.tsx'
import { Field } from '../../parts/field.tsx'
import { say } from '../../shell/toasts.tsx'
import { words } from '../../words/words.ts'
import { useDraft } from '../parts/draft.ts'
import { meantEnd, shownEnd } from '../parts/hours.ts'
import { RecordDialog } from '../parts/record-dialog.tsx'
import { Tick } from '../parts/tick.tsx'
import { ChairTicks } from './chair-ticks.tsx'
import { closureMistakes, type Fields } from './closure-mistakes.ts'

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
  const fresh: Fields = {
    ...{ name: '', fromDate: today, throughDate: today, startTime: null, endTime: null },
    ...{ yearly: false, chairIds: null },
  }
  const draft = useDraft<Fields>({
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
  const { name, fromDate, throughDate, startTime, endTime, yearly, chairIds } = draft.fields
  return (
    <RecordDialog
      title={closure ? settings.editOf(closure.name) : settings.addClosure}
      draft={draft}
      close={close}
      saved={closure ? settings.closureSaved : settings.closureAdded}
      more={closure && <DeleteClosure closure={record.value!} close={close} />}
    >
      <Field label={settings.closureName} hint={settings.closureNameHint} error={draft.errorAt('name')}>
        {(its) => (
          <input
            {...its}
            maxLength={200}
            autocomplete="off"
            value={name}
            onInput={({ currentTarget: { value } }) => draft.set({ name: value })}
          />
        )}
      </Field>
      <div class="pair">
        <Field label={settings.firstDay} error={draft.errorAt('fromDate')}>
          {(its) => (
            <input
              {...its}
              type="date"
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
      <ChairTicks
        chairs={chairs}
        chosen={chairIds}
        error={draft.errorAt('chairIds')}
        change={(chairIds) => draft.set({ chairIds })}
      />
    </RecordDialog>
  )
}

const saveClosure = (id: string | undefined, whole: Fields, changes: Partial<Fields>, version: number) =>
  id === undefined
    ? ask((api) => api.POST('/api/v1/closures', { body: whole }))
    : ask((api) =>
        api.PATCH('/api/v1/closures/{closureId}', {
          params: { path: { closureId: id } },
          headers: ifMatch(version),
          body: changes,
        }),
      )

function DeleteClosure({ closure, close }: { closure: Closure; close: () => void }) {
  const { settings } = words.value
  const remove = async () => {
    const done = await askFirst({
      title: settings.deleteOf(closure.name),
      text: settings.deleteClosureText,
      verb: settings.delete,
      act: () =>
        ask((api) =>
          api.DELETE('/api/v1/closures/{closureId}', {
            params: { path: { closureId: closure.id } },
            headers: ifMatch(closure.version),
          }),
        ),
    })
    if (!done) return
    say(settings.isDeleted(closure.name))
    close()
  }
  return (
    <Button kind="quiet" onClick={() => void remove()}>
      {settings.delete}
    </Button>
  )
}
