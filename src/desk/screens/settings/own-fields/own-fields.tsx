import { instead } from '../../../api/failure.ts'
import { me } from '../../../base/me.ts'
import { Told } from '../../../base/say-failure.ts'
import { useDraft } from '../../../parts/draft.ts'
import { Box } from '../../../parts/tick.tsx'
import { words } from '../../../words/words.ts'
import { type Line, unnamed, withIds } from '../parts/line.ts'
import { LinesForm } from '../parts/lines.tsx'
import { practiceBy, readPractice, savePractice } from '../parts/practice-record.ts'

interface OwnField extends Line {
  readonly archived: boolean
}

interface Fields {
  readonly lines: readonly OwnField[]
}

const mostFields = 10

/** The text fields that the practice adds to the records of its patients. */
export function OwnFieldsPage() {
  const { ownFields: says } = words.value.settings
  const draft = useDraft<Fields>({
    saved: () => {
      const { ownFields, version } = me.value.practice
      return { fields: { lines: ownFields.map((field) => ({ ...field, key: field.id })) }, version }
    },
    send: (_, version, { lines }) => saveFields(lines, version),
    readAgain: readPractice,
    by: practiceBy,
    check: ({ lines }) => mistakesIn(lines),
  })
  return (
    <LinesForm<OwnField, Fields>
      says={says}
      draft={draft}
      fresh={{ archived: false }}
      most={mostFields}
      longest={100}
      ordered
      about={({ archived }, n, change) => (
        <Box
          label={says.archived}
          aria-label={says.archivedNumber(n)}
          checked={archived}
          change={(archived) => change({ archived })}
        />
      )}
    >
      {draft.fields.lines.length === 0 && <p class="soft">{says.none}</p>}
    </LinesForm>
  )
}

/** The mistakes of fields that have no name, or the same name as a field above. */
function mistakesIn(fields: readonly OwnField[]): Record<string, string> {
  const names = fields.map(({ name }) => name.trim().toLowerCase())
  const taken = fields.filter((_, i) => names.indexOf(names[i]!) < i)
  const { nameTaken } = words.value.settings.ownFields
  return { ...Object.fromEntries(taken.map(({ key }) => [key, nameTaken])), ...unnamed(fields) }
}

/** @throws Failure. */
async function saveFields(fields: readonly OwnField[], version: number): Promise<void> {
  const ownFields = withIds(fields, 'field').map(({ id, name, archived }) => ({ id, name, archived }))
  const { inUse } = words.value.settings.ownFields
  await savePractice({ ownFields }, version).catch(instead('conflict', new Told(inUse)))
}
