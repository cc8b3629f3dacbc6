/** The status and the tags of a patient. Members change both at the head of the page. */
import { useState } from 'preact/hooks'
import { Icon } from '../../base/icon.tsx'
import { offerUndo, sayTrouble } from '../../base/toasts.tsx'
import type { Patient } from '../../contract/names.ts'
import { tags } from '../../live/tags.ts'
import { Select } from '../../parts/select.tsx'
import { spokenName } from '../../words/names.ts'
import { words } from '../../words/words.ts'
import { changePatient, toggleTag } from './change.ts'
import { statusChoices, statusLabel } from './lookups.ts'
import { TagDot } from './tag-chip.tsx'

export function Status({ patient }: { readonly patient: Patient }) {
  const change = async (status: string) => {
    const { status: before } = patient
    try {
      await changePatient(patient.id, { status })
      const name = spokenName(patient)
      offerUndo(words.value.patient.statusIs(name, statusLabel(status)), () =>
        changePatient(patient.id, { status: before }),
      )
    } catch (error) {
      sayTrouble(error)
    }
  }
  return (
    <Select
      class="status"
      aria-label={words.value.patient.status}
      value={patient.status}
      choices={statusChoices()}
      choose={(status) => void change(status)}
    />
  )
}

/** With more tags than this, the tags that the patient lacks are hidden behind a button. */
const mostAtOnce = 8

export function Tags({ patient }: { readonly patient: Patient }) {
  const [all, setAll] = useState(false)
  const { patient: w } = words.value
  // A tag that was just taken off stays visible. So nothing jumps, and the user can put the tag back.
  const [touched] = useState(new Set<string>())
  const has = (id: string) => patient.tagIds.includes(id)
  const isShort = tags.value.length <= mostAtOnce
  const shown = isShort || all ? tags.value : tags.value.filter(({ id }) => has(id) || touched.has(id))
  return (
    <fieldset class="chips" aria-label={w.tags}>
      {tags.value.length === 0 && <span class="soft">{w.noTags}</span>}
      {shown.map(({ id, name, color, alert }) => (
        <button
          key={id}
          type="button"
          class="chip"
          aria-pressed={has(id)}
          onClick={() => {
            touched.add(id)
            toggleTag(patient.id, id).catch(sayTrouble)
          }}
        >
          {has(id) ? <Icon name="check" /> : alert ? <Icon name="alert" /> : <TagDot color={color} />}
          {name}
        </button>
      ))}
      {!isShort && (
        <button type="button" class="chip" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? w.fewerTags : w.moreTags}
        </button>
      )}
    </fieldset>
  )
}
