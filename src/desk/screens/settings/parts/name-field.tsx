import { failedBy } from '../../../api/failure.ts'
import type { Draft } from '../../../parts/draft.ts'
import { Field } from '../../../parts/field.tsx'
import { mistakes } from '../../../parts/form.ts'
import { words } from '../../../words/words.ts'

interface Props {
  readonly label: string
  readonly hint?: string
  readonly draft: Pick<Draft<{ readonly name: string }>, 'fields' | 'set' | 'errorAt'>
}

/** The name of a record in its draft. */
export const NameField = ({ label, hint, draft }: Props) => (
  <Field label={label} hint={hint} error={draft.errorAt('name')}>
    {(its) => (
      <input
        {...its}
        name="name"
        maxLength={200}
        autocomplete="off"
        value={draft.fields.name}
        onInput={({ currentTarget: { value } }) => draft.set({ name: value })}
      />
    )}
  </Field>
)

/** Tells at the name when another record has it. @throws the mistake, or the error as it is. */
export function nameIsTaken(error: unknown): never {
  throw failedBy(error, 'conflict') && error.details.length > 0
    ? mistakes({ name: words.value.settings.nameTaken })
    : error
}
