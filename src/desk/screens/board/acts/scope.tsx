import { words } from '../../../words/words.ts'

/** How much of a series an act concerns. */
export type ScopeOf = 'this' | 'following'

/** Asks whether an act concerns one occurrence of a series, or also the later ones. */
export const Scope = ({
  value,
  change,
}: {
  readonly value: ScopeOf
  readonly change: (scope: ScopeOf) => void
}) => (
  <fieldset class="act-choices">
    <legend class="label">{words.value.acts.series}</legend>
    {(['this', 'following'] as const).map((each) => (
      <label key={each} class="tick">
        <input type="radio" name="scope" checked={value === each} onChange={() => change(each)} />
        {words.value.acts.scopes[each]}
      </label>
    ))}
  </fieldset>
)
