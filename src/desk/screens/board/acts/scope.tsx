import { Radios } from '../../../parts/tick.tsx'
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
    <Radios
      name="scope"
      value={value}
      choices={Object.entries(words.value.acts.scopes) as [ScopeOf, string][]}
      choose={change}
    />
  </fieldset>
)
