import { Button } from '../../base/button.tsx'
import { Icon } from '../../base/icon.tsx'
import { hrefOf } from '../../base/route.ts'
import type { Patient } from '../../contract/names.ts'
import { useTwins } from '../../parts/patient/already-there.tsx'
import { sayBorn } from '../../parts/patient/name.ts'
import { known } from '../../words/known.ts'
import { listName } from '../../words/names.ts'
import { words } from '../../words/words.ts'
import { openMerge } from './merge-dialog.tsx'

/**
 * Lists other patients who may be the same person. The same name needs a further reason if the dates of birth differ.
 */
export function Twins({ patient }: { readonly patient: Patient }) {
  const { patient: w } = words.value
  const { dob } = patient
  const likely = useTwins(patient).filter(
    ({ patient: other, reasons }) =>
      reasons.includes('name_and_dob') ||
      (reasons.includes('name') && (reasons.length > 1 || other.dob === null || dob === null)) ||
      (other.dob === patient.dob && reasons.length > 0),
  )
  if (likely.length === 0) return null
  return (
    <ul class="already twins" aria-label={w.maybeTwice}>
      {likely.map(({ patient: other, reasons }) => (
        <li key={other.id}>
          <Icon name="alert" />
          <span>
            {w.maybeSame} <a href={hrefOf('patients', other.id)}>{listName(other)}</a>{' '}
            <span class="soft number">{sayBorn(other.dob)}</span>{' '}
            <span class="soft">
              ({reasons.map((reason) => known(w.reasons, reason, words.value.shell.newer)).join(', ')})
            </span>
          </span>
          <Button onClick={() => openMerge(patient, other)}>{w.compare}</Button>
        </li>
      ))}
    </ul>
  )
}
