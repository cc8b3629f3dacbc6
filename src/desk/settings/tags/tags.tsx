import { signal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { ask, ifMatch } from '../../api/api.ts'
import { failedBy } from '../../api/failure.ts'
import type { Tag } from '../../api/names.ts'
import { askFirst } from '../../parts/ask-first.tsx'
import { Button } from '../../parts/button.tsx'
import { openDialog } from '../../parts/dialog.tsx'
import { Field } from '../../parts/field.tsx'
import { mistakes } from '../../parts/form.ts'
import { say } from '../../shell/toasts.tsx'
import { words } from '../../words/words.ts'
import { ColorChoice, ColorDot } from '../parts/color-choice.tsx'
import { countPatients } from '../parts/count-patients.ts'
import { useDraft } from '../parts/draft.ts'
import { Read, useRead } from '../parts/read.tsx'
import { RecordDialog } from '../parts/record-dialog.tsx'

const readTags = async (): Promise<readonly Tag[]> => (await ask((api) => api.GET('/api/v1/tags'))).tags

/** How many patients have each tag, by its id. */
const counts = signal<ReadonlyMap<string, number>>(new Map())
/** So many tags are counted. Each count is a request. */
const mostCounted = 100

/** The tags of patients. Every member may change them. */
export function TagsPage() {
  const { settings } = words.value
  const tags = useRead(readTags, ['tag'])
  useEffect(() => {
    void countAll(tags.value ?? [])
  }, [tags.value])
  const edit = async (tag?: Tag) => {
    await openDialog((close) => <TagDialog tag={tag} close={close} />)
    await tags.again()
  }
  return (
    <Read from={tags}>
      {(saved) => (
        <>
          <div class="page-lead">
            <p class="soft">{settings.tagsLead}</p>
            <Button kind="primary" icon="plus" onClick={() => void edit()}>
              {settings.addTag}
            </Button>
          </div>
          {saved.length === 0 ? (
            <p class="card soft">{settings.noTags}</p>
          ) : (
            <ul class="rows">
              {saved.map((tag) => (
                <li key={tag.id}>
                  <ColorDot color={tag.color} />
                  <span class="row-text">
                    <strong>{tag.name}</strong>
                    <span class="soft">
                      {counts.value.has(tag.id) && settings.patients(counts.value.get(tag.id)!)}
                    </span>
                  </span>
                  <span class="row-actions">
                    <Button onClick={() => void edit(tag)} aria-label={settings.editOf(tag.name)}>
                      {settings.edit}
                    </Button>
                  </span>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </Read>
  )
}

/** Counts one tag after the other. A tag that cannot be counted shows no number. */
async function countAll(tags: readonly Tag[]): Promise<void> {
  for (const { id } of tags.slice(0, mostCounted)) {
    const count = await countPatients(id).catch(() => undefined)
    if (count === undefined) return
    counts.value = new Map(counts.value).set(id, count)
  }
}

type Fields = Pick<Tag, 'name' | 'color'>

function TagDialog({ tag, close }: { tag: Tag | undefined; close: () => void }) {
  const { settings } = words.value
  const record = useSignal(tag)
  const draft = useDraft<Fields>({
    saved: () => {
      const { name, color, version } = record.value ?? { name: '', color: null, version: 0 }
      return { fields: { name, color }, version }
    },
    send: async (changes, version, whole) => {
      record.value = await saveTag(record.value?.id, whole, changes, version).catch((error) => {
        throw failedBy(error, 'conflict') && error.details.length > 0
          ? mistakes({ name: settings.nameTaken })
          : error
      })
    },
    readAgain: async () => {
      record.value = await ask((api) =>
        api.GET('/api/v1/tags/{tagId}', { params: { path: { tagId: tag!.id } } }),
      )
    },
    check: ({ name }) => (name.trim() === '' ? { name: settings.fillIn } : {}),
  })
  return (
    <RecordDialog
      title={tag ? settings.editOf(tag.name) : settings.addTag}
      draft={draft}
      close={close}
      saved={tag ? settings.tagSaved : settings.tagAdded}
      more={tag && <DeleteTag tag={record.value!} close={close} />}
    >
      <Field label={settings.tagName} error={draft.errorAt('name')}>
        {(its) => (
          <input
            {...its}
            maxLength={200}
            autocomplete="off"
            value={draft.fields.name}
            onInput={({ currentTarget: { value } }) => draft.set({ name: value })}
          />
        )}
      </Field>
      <ColorChoice
        label={settings.color}
        color={draft.fields.color}
        change={(color) => draft.set({ color })}
      />
    </RecordDialog>
  )
}

const saveTag = (
  id: string | undefined,
  whole: Partial<Fields> & { name: string },
  changes: Partial<Fields>,
  version: number,
) =>
  id === undefined
    ? ask((api) => api.POST('/api/v1/tags', { body: whole }))
    : ask((api) =>
        api.PATCH('/api/v1/tags/{tagId}', {
          params: { path: { tagId: id } },
          headers: ifMatch(version),
          body: changes,
        }),
      )

function DeleteTag({ tag, close }: { tag: Tag; close: () => void }) {
  const { settings } = words.value
  const remove = async () => {
    const count = await countPatients(tag.id).catch(() => undefined)
    const done = await askFirst({
      title: settings.deleteOf(tag.name),
      text: settings.deleteTagText(count),
      verb: settings.delete,
      act: () =>
        ask((api) =>
          api.DELETE('/api/v1/tags/{tagId}', {
            params: { path: { tagId: tag.id } },
            headers: ifMatch(tag.version),
          }),
        ),
    })
    if (!done) return
    say(settings.isDeleted(tag.name))
    close()
  }
  return (
    <Button kind="quiet" onClick={() => void remove()}>
      {settings.delete}
    </Button>
  )
}
