import { go } from '../../base/route.ts'
import { tags } from '../../live/tags.ts'
import { named, Select } from '../../parts/select.tsx'
import { words } from '../../words/words.ts'
import { firstFit, status, tagId, text } from './list-state.ts'
import { statusChoices } from './lookups.ts'

/** The search and the filters above the list of patients. `first` moves the focus to the first patient. */
export function Filters({ first }: { readonly first: () => void }) {
  const { patient: w, finder } = words.value
  return (
    <search class="patient-filters">
      <input
        type="search"
        aria-label={finder.label}
        placeholder={finder.placeholder}
        maxLength={200}
        autocomplete="off"
        value={text.value}
        onInput={({ currentTarget: { value } }) => {
          text.value = value
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.isComposing) void openFirst()
          else if (event.key !== 'ArrowDown') return
          else first()
          event.preventDefault()
        }}
      />
      <Select
        aria-label={w.status}
        value={status.value}
        choices={[['', w.anyStatus], ...statusChoices()]}
        choose={(value) => {
          status.value = value
        }}
      />
      <Select
        aria-label={w.tag}
        value={tagId.value}
        choices={[['', w.anyTag], ...named(tags.value)]}
        choose={(value) => {
          tagId.value = value
        }}
      />
    </search>
  )
}

async function openFirst(): Promise<void> {
  const found = text.value.trim() === '' ? undefined : await firstFit()
  if (found) go(['patients', found.id])
}
