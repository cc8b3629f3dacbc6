import { api, at } from '../../../api/api.ts'
import type { Tag } from '../../../contract/names.ts'
import { missing } from '../../../parts/draft.ts'
import { RecordDialog } from '../../../parts/record-dialog.tsx'
import { TextField } from '../../../parts/text-field.tsx'
import { TickField } from '../../../parts/tick.tsx'
import { words } from '../../../words/words.ts'
import { ColorChoice } from '../parts/color-choice.tsx'
import { countPatients } from '../parts/count-patients.ts'
import { DeleteButton } from '../parts/delete-button.tsx'
import { nameIsTaken } from '../parts/name-taken.ts'
import { useRecordDraft } from '../parts/record-draft.ts'

type Fields = Pick<Tag, 'name' | 'color' | 'alert'>

const blank: Fields = { name: '', color: null, alert: false }

/** The dialogue that adds a tag, or changes the given tag. */
export function TagDialog({ tag, close }: { tag: Tag | undefined; close: () => void }) {
  const { settings } = words.value
  const { draft, record } = useRecordDraft<Tag, Fields>({
    given: tag,
    fresh: blank,
    fieldsOf: ({ name, color, alert }) => ({ name, color, alert }),
    save: (...given) => saveTag(...given).catch(nameIsTaken),
    read: (tagId) => api.GET('/api/v1/tags/{tagId}', at({ tagId })),
    check: ({ name }) => missing({ name }),
  })
  return (
    <RecordDialog
      title={tag ? settings.editOf(tag.name) : settings.addTag}
      draft={draft}
      close={close}
      saved={tag ? settings.tagSaved : settings.tagAdded}
      more={
        tag && (
          <DeleteButton
            name={tag.name}
            text={async () => settings.deleteTagText(await countPatients(tag.id).catch(() => undefined))}
            remove={() => deleteTag(record.value!)}
            deleted={close}
          />
        )
      }
    >
      <TextField name="name" label={settings.tagName} draft={draft} />
      <ColorChoice
        label={settings.color}
        color={draft.fields.color}
        change={(color) => draft.set({ color })}
      />
      <TickField name="alert" label={settings.tagAlert} hint={settings.tagAlertHint} draft={draft} />
    </RecordDialog>
  )
}

const saveTag = (id: string | undefined, whole: Fields, changes: Partial<Fields>, version: number) =>
  id === undefined
    ? api.POST('/api/v1/tags', { body: whole })
    : api.PATCH('/api/v1/tags/{tagId}', { ...at({ tagId: id }, version), body: changes })

const deleteTag = ({ id, version }: Tag) => api.DELETE('/api/v1/tags/{tagId}', at({ tagId: id }, version))
