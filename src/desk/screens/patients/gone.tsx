/** The page of a patient who was deleted or merged. The page links to the patient who was kept, if they are known. */
import { useEffect, useState } from 'preact/hooks'
import { api } from '../../api/api.ts'
import { Button } from '../../base/button.tsx'
import { Heading } from '../../base/heading.tsx'
import { isOwner, zone } from '../../base/me.ts'
import { hrefOf } from '../../base/route.ts'
import { sayDayOf } from '../../base/time/say.ts'
import { sayTrouble } from '../../base/toasts.tsx'
import type { components } from '../../contract/openapi.ts'
import { words } from '../../words/words.ts'
import { mergedInto } from './merge-dialog.tsx'
import { restorePatient } from './papers.tsx'
import { readPatient } from './state.ts'

type Item = components['schemas']['ArchiveItem']

/** How many of the newest merges in the archive are searched, because the archive lists them by the kept patient. */
const mostMerges = 200

export function Gone({ id }: { readonly id: string }) {
  const { patient: w } = words.value
  const [item, setItem] = useState<Item | undefined>()
  useEffect(() => {
    // Only owners may read the archive. Without the archive, the page shows less.
    if (isOwner()) void find(id).then(setItem, () => {})
  }, [id])
  const keptId = mergedInto.get(id) ?? (item?.kind === 'merge' ? item.patientId : null)
  const bringBack = () => restorePatient(id).then(readPatient).catch(sayTrouble)
  return (
    <div class="page">
      <Heading>{w.gone}</Heading>
      <p>
        {keptId !== null
          ? w.goneMerged
          : item !== undefined
            ? w.goneDeleted(
                item.label ?? '',
                sayDayOf(item.deletedAt, zone(), 'dated'),
                item.deletedBy?.name ?? '',
              )
            : w.goneSomehow}
      </p>
      <p class="gone-ways">
        {keptId !== null && (
          <a class="button primary" href={hrefOf('patients', keptId)}>
            {w.goneKept}
          </a>
        )}
        {item?.kind === 'patient' && (
          <Button kind="primary" onClick={() => void bringBack()}>
            {w.bringBack}
          </Button>
        )}
        <a class="button plain" href={hrefOf('patients')}>
          {w.all}
        </a>
      </p>
    </div>
  )
}

async function find(patientId: string): Promise<Item | undefined> {
  const list = (query: object) => api.GET('/api/v1/archive', { params: { query } })
  const deleted = await list({ kind: 'patient', patientId, limit: 1 })
  if (deleted.items.length > 0) return deleted.items[0]
  const merges = await list({ kind: 'merge', limit: mostMerges })
  return merges.items.find(({ recordId }) => recordId === patientId)
}
