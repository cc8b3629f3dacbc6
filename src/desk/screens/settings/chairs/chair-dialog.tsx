import { api, at } from '../../../api/api.ts'
import { instead } from '../../../api/failure.ts'
import { me } from '../../../base/me.ts'
import { Told } from '../../../base/say-failure.ts'
import type { Chair } from '../../../contract/names.ts'
import { missing } from '../../../parts/draft.ts'
import { HoursEditor } from '../../../parts/hours-editor.tsx'
import { hoursMistakes } from '../../../parts/hours-mistakes.ts'
import { RecordDialog } from '../../../parts/record-dialog.tsx'
import { TextField } from '../../../parts/text-field.tsx'
import { Tick, TickField } from '../../../parts/tick.tsx'
import { words } from '../../../words/words.ts'
import { ColorChoice } from '../parts/color-choice.tsx'
import { DeleteButton } from '../parts/delete-button.tsx'
import { nameIsTaken } from '../parts/name-taken.ts'
import { useRecordDraft } from '../parts/record-draft.ts'

type Fields = Pick<Chair, 'name' | 'color' | 'active' | 'workingHours'>

const fresh: Fields = { name: '', color: null, active: true, workingHours: null }

/** The dialogue that adds a chair, or changes the given chair. */
export function ChairDialog({ chair, close }: { chair: Chair | undefined; close: () => void }) {
  const { settings } = words.value
  const { draft, record } = useRecordDraft<Chair, Fields>({
    given: chair,
    fresh,
    fieldsOf: ({ name, color, active, workingHours }) => ({ name, color, active, workingHours }),
    save: (...given) => saveChair(...given).catch(nameIsTaken),
    read: readChair,
    check: ({ name, workingHours }) => ({
      ...missing({ name }),
      ...(workingHours && hoursMistakes(workingHours)),
    }),
  })
  const { color, workingHours } = draft.fields
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
      <TickField name="active" label={settings.inUse} hint={settings.inUseHint} draft={draft} />
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

/** @throws Failure. */
export const readChair = (chairId: string) => api.GET('/api/v1/chairs/{chairId}', at({ chairId }))

const saveChair = (id: string | undefined, whole: Fields, changes: Partial<Fields>, version: number) =>
  id === undefined
    ? api.POST('/api/v1/chairs', { body: whole })
    : api.PATCH('/api/v1/chairs/{chairId}', { ...at({ chairId: id }, version), body: changes })

const deleteChair = ({ id, version }: Chair) =>
  api
    .DELETE('/api/v1/chairs/{chairId}', at({ chairId: id }, version))
    .catch(instead('conflict', new Told(words.value.settings.chairHasEntries)))
