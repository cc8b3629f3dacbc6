import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { ask } from '../../../api/api.ts'
import { Button } from '../../../base/button.tsx'
import { Icon } from '../../../base/icon.tsx'
import type { Tag } from '../../../contract/names.ts'
import { openDialog } from '../../../parts/dialog.tsx'
import { Read, useRead } from '../../../parts/read.tsx'
import { words } from '../../../words/words.ts'
import { ColorDot } from '../parts/color-choice.tsx'
import { countPatients } from '../parts/count-patients.ts'
import { TagDialog } from './tag-dialog.tsx'

const readTags = async (): Promise<readonly Tag[]> => (await ask((api) => api.GET('/api/v1/tags'))).tags

/** How many patients have each tag, by its id. */
const counts = signal<ReadonlyMap<string, number>>(new Map())
/** The most tags that are counted. Each count is a request. */
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
            <ul class="records">
              {saved.map((tag) => (
                <li key={tag.id}>
                  <ColorDot color={tag.color} />
                  <span class="row-text">
                    <strong>{tag.name}</strong>
                    {tag.alert && (
                      <span class="badge danger">
                        <Icon name="alert" />
                        {settings.tagIsAlert}
                      </span>
                    )}
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
