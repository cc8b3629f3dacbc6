import { useSignal } from '@preact/signals'
import { ask, ifMatch } from '../../../api/api.ts'
import { instead } from '../../../api/failure.ts'
import { me } from '../../../base/me.ts'
import { Told } from '../../../base/say-failure.ts'
import type { Chair } from '../../../contract/names.ts'
import { changedBy } from '../../../live/changed-by.ts'
import { useDraft } from '../../../parts/draft.ts'
import { HoursEditor } from '../../../parts/hours-editor.tsx'
import { hoursMistakes } from '../../../parts/hours-mistakes.ts'
import { RecordDialog } from '../../../parts/record-dialog.tsx'
import { TextField } from '../../../parts/text-field.tsx'
import { words } from '../../../words/words.ts'
import { ColorChoice } from '../parts/color-choice.tsx'
import { DeleteButton } from '../parts/delete-button.tsx'
import { nameIsTaken } from '../parts/name-taken.ts'
import { Tick } from '../parts/tick.tsx'

type Fields = Pick<Chair, 'name' | 'color' | 'active' | 'workingHours'>

const fresh: Fields = { name: '', color: null, active: true, workingHours: null }

/** Adds a chair, or changes the one that is given. */
export function ChairDialog({ chair, close }: { chair: Chair | undefined; close: () => void }) {
  const { forms, settings } = words.value
  const record = useSignal(chair)
  const draft = useDraft<Fields>({
    saved: () => {
      const { name, color, active, workingHours, version } = record.value ?? { ...fresh, version: 0 }
      return { fields: { name, color, active, workingHours }, version }
    },
    send: async (changes, version, whole) => {
      record.value = await saveChair(record.value?.id, whole, changes, version).catch(nameIsTaken)
    },
    readAgain: async () => {
      record.value = await ask((api) =>
        api.GET('/api/v1/chairs/{chairId}', { params: { path: { chairId: chair!.id } } }),
      )
    },
    by: () => changedBy(record.value?.id),
    check: ({ name, workingHours }) => ({
      ...(name.trim() === '' && { name: forms.fillIn }),
      ...(workingHours && hoursMistakes(workingHours)),
    }),
  })
  const { color, active, workingHours } = draft.fields
  return (
    <RecordDialog
      title={chair ? settings.editOf(chair.name) : settings.addChair}
      size={workingHours ? 'wide' : 'medium'}
      draft={draft}
      close={close}
      saved={chair ? settings.chairSaved : settings.chairAdded}
      more={
        chair && (
          <DeleteButton
            name={chair.name}
            text={() => settings.deleteChairText}
            remove={() => deleteChair(record.value!)}
            deleted={close}
          />
        )
      }
    >
      <TextField name="name" label={settings.chairName} draft={draft} />
      <ColorChoice label={settings.color} color={color} change={(color) => draft.set({ color })} />
      <Tick
        label={settings.inUse}
        hint={settings.inUseHint}
        checked={active}
        change={(active) => draft.set({ active })}
      />
      <Tick
        label={settings.hasOwnHours}
        hint={settings.hasOwnHoursHint}
        checked={workingHours !== null}
        change={(own) => draft.set({ workingHours: own ? me.value.practice.workingHours : null })}
      />
      {workingHours && (
        <HoursEditor
          label={settings.ownHours}
          week={workingHours}
          change={(workingHours) => draft.set({ workingHours })}
          errorAt={(path) => draft.errorAt(`workingHours.${path}`)}
        />
      )}
    </RecordDialog>
  )
}

const saveChair = (id: string | undefined, whole: Fields, changes: Partial<Fields>, version: number) =>
  id === undefined
    ? ask((api) => api.POST('/api/v1/chairs', { body: whole }))
    : ask((api) =>
        api.PATCH('/api/v1/chairs/{chairId}', {
          params: { path: { chairId: id } },
          headers: ifMatch(version),
          body: changes,
        }),
      )

const deleteChair = ({ id, version }: Chair) =>
  ask((api) =>
    api.DELETE('/api/v1/chairs/{chairId}', { params: { path: { chairId: id } }, headers: ifMatch(version) }),
  ).catch(instead('conflict', new Told(words.value.settings.chairHasEntries)))
