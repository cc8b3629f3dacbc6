import { me } from '../../base/me.ts'
import { go } from '../../base/route.ts'
import { tags } from '../../live/tags.ts'
import { words } from '../../words/words.ts'
import { firstFit, status, tagId, text } from './list-state.ts'

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
      <select
        aria-label={w.status}
        value={status.value}
        onChange={({ currentTarget: { value } }) => {
          status.value = value
        }}
      >
        <option value="">{w.anyStatus}</option>
        {me.value.pack.statuses.map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </select>
      <select
        aria-label={w.tag}
        value={tagId.value}
        onChange={({ currentTarget: { value } }) => {
          tagId.value = value
        }}
      >
        <option value="">{w.anyTag}</option>
        {tags.value.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </search>
  )
}

async function openFirst(): Promise<void> {
  const found = text.value.trim() === '' ? undefined : await firstFit()
  if (found) go(['patients', found.id])
}
