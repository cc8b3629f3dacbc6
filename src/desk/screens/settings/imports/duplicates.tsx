import { useDraft } from '../../../parts/draft.ts'
import { DraftForm } from '../../../parts/draft-form.tsx'
import { SelectField } from '../../../parts/select.tsx'
import { words } from '../../../words/words.ts'
import { sayNumber } from './say.ts'
import type { Decision, Import, OpenImport } from './state.ts'

type Kind = keyof Import['duplicates']
const kinds: readonly Kind[] = ['same_name_and_dob', 'same_contact']

/** The form that decides about rows that may be existing patients. One decision is for all rows of a kind. */
export function Duplicates({ it, now, change, readAgain }: OpenImport) {
  const { imports: says } = words.value
  const draft = useDraft<Import['duplicates']>({
    saved: () => ({ fields: now().duplicates, version: now().version }),
    send: (duplicates, version) => change({ duplicates }, version),
    readAgain,
  })
  if (it.state !== 'checked') return null
  const shown = kinds.filter((kind) => it.undecided[kind] > 0 || it.duplicates[kind] !== null)
  if (shown.length === 0 || it.counts.every(({ outcome, rows }) => outcome !== 'duplicate' || rows === 0))
    return null
  return (
    <DraftForm title={says.duplicates} lead={says.duplicatesLead} draft={draft} saved={says.decided}>
      {shown.map((kind) => (
        <SelectField
          key={kind}
          label={says.duplicateKinds[kind]}
          {...(it.undecided[kind] > 0 && {
            hint: says.inRows(it.undecided[kind], sayNumber(it.undecided[kind])),
          })}
          value={draft.fields[kind] ?? ''}
          choices={[['', says.choose], ...Object.entries(says.decisions)]}
          choose={(decision) => draft.set({ [kind]: (decision || null) as Decision | null })}
        />
      ))}
    </DraftForm>
  )
}
