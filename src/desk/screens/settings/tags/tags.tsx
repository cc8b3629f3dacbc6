import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { api } from '../../../api/api.ts'
import { Icon } from '../../../base/icon.tsx'
import type { Tag } from '../../../contract/names.ts'
import { openDialog } from '../../../parts/dialog.tsx'
import { Read, useRead } from '../../../parts/read.tsx'
import { words } from '../../../words/words.ts'
import { ColorDot } from '../parts/color-choice.tsx'
import { countPatients } from '../parts/count-patients.ts'
import { EditButton, Lead, RecordRow, Records } from '../parts/record-list.tsx'
import { TagDialog } from './tag-dialog.tsx'

const readTags = async (): Promise<readonly Tag[]> => (await api.GET('/api/v1/tags')).tags

/** How many patients have each tag, by its id. */
const counts = signal<ReadonlyMap<string, number>>(new Map())
/** The most tags whose patients are counted. Each count is one request. */
const mostCounted = 100

/** The tags of patients. Every member may change tags. */
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
          <Lead text={settings.tagsLead} adds={settings.addTag} add={edit} />
          <Records none={settings.noTags}>
            {saved.map((tag) => (
              <RecordRow
                key={tag.id}
                name={tag.name}
                mark={<ColorDot color={tag.color} />}
                about={
                  <>
                    {tag.alert && (
                      <span class="badge danger">
                        <Icon name="alert" />
                        {settings.tagIsAlert}
                      </span>
                    )}
                    <span class="soft">
                      {counts.value.has(tag.id) && settings.patients(counts.value.get(tag.id)!)}
                    </span>
                  </>
                }
              >
                <EditButton label={settings.editOf(tag.name)} edit={() => edit(tag)} />
              </RecordRow>
            ))}
          </Records>
        </>
      )}
    </Read>
  )
}

/** Counts the patients of one tag after another. After a failure, the tags that are left show no number. */
async function countAll(tags: readonly Tag[]): Promise<void> {
  for (const { id } of tags.slice(0, mostCounted)) {
    const count = await countPatients(id).catch(() => undefined)
    if (count === undefined) return
    counts.value = new Map(counts.value).set(id, count)
  }
}
