import { useId } from 'preact/hooks'
import { instead } from '../../../api/failure.ts'
import { me } from '../../../base/me.ts'
import { Told } from '../../../base/say-failure.ts'
import { useDraft } from '../../../parts/draft.ts'
import { words } from '../../../words/words.ts'
import { type Line, unnamed, withIds } from '../parts/line.ts'
import { LinesForm } from '../parts/lines.tsx'
import { practiceBy, readPractice, savePractice } from '../parts/practice-record.ts'

interface Fields {
  readonly lines: readonly Line[]
  /** The key of the status that new patients get. */
  readonly first: string
}

const mostStatuses = 50

/** The statuses that a patient can have. */
export function StatusesPage() {
  const { statuses: says } = words.value.settings
  const group = useId()
  const draft = useDraft<Fields>({
    saved: () => {
      const { pack, version } = me.value.practice
      const lines = pack.statuses.map(({ id, label }) => ({ id, name: label, key: id }))
      return { fields: { lines, first: pack.defaultStatus }, version }
    },
    send: (_, version, whole) => savePack(whole, version),
    readAgain: readPractice,
    by: practiceBy,
    check: ({ lines }) => unnamed(lines),
  })
  const first = firstOf(draft.fields)
  return (
    <LinesForm
      says={says}
      draft={draft}
      fresh={{}}
      most={mostStatuses}
      longest={200}
      needsOne
      about={({ key }, n) => (
        <label class="tick">
          <input
            type="radio"
            name={group}
            checked={key === first.key}
            aria-label={says.first(n)}
            onChange={() => draft.set({ first: key })}
          />
          {says.newPatients}
        </label>
      )}
    />
  )
}

/** The status that new patients get. When that status was removed, new patients get the first status. */
const firstOf = ({ lines, first }: Fields): Line => lines.find(({ key }) => key === first) ?? lines[0]!

/** @throws Failure. */
async function savePack({ lines, first }: Fields, version: number): Promise<void> {
  const named = withIds(lines, 'status')
  const pack = {
    ...me.value.practice.pack,
    statuses: named.map(({ id, name }) => ({ id, label: name })),
    defaultStatus: firstOf({ lines: named, first }).id,
  }
  const { inUse } = words.value.settings.statuses
  await savePractice({ pack }, version).catch(instead('conflict', new Told(inUse)))
}
