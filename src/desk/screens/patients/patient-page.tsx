/** Everything about one patient, on one page. */
import { useEffect, useLayoutEffect } from 'preact/hooks'
import { failedBy } from '../../api/failure.ts'
import { useKeys } from '../../base/keys.ts'
import { isOwner } from '../../base/me.ts'
import { Trouble } from '../../base/trouble.tsx'
import { words } from '../../words/words.ts'
import { Consents, Details } from './details.tsx'
import { Gone } from './gone.tsx'
import { Head } from './head.tsx'
import { needLookups } from './lookups.ts'
import { Messages } from './messages.tsx'
import { beginDraft, newKey } from './note-drafts.ts'
import { Notes } from './notes.tsx'
import { Papers } from './papers.tsx'
import { SeenBy } from './seen-by.tsx'
import { followPatient, patient, readPatient, trouble } from './state.ts'
import { Twins } from './twins-of.tsx'
import { Visits } from './visits.tsx'

export function PatientPage({ id }: { readonly id: string }) {
  useEffect(needLookups, [])
  // The page of the patient before left their record, and nobody may see it under another name.
  useLayoutEffect(followPatient, [])
  useKeys(() => {
    const { patient: w, notes } = words.value
    const write = () => beginDraft(newKey(id), id, undefined)
    return [{ key: 'n', room: w.title, says: notes.add, run: write }]
  })
  if (failedBy(trouble.value, 'not_found')) return <Gone id={id} />
  if (patient.value === undefined)
    return trouble.value === undefined ? (
      <p class="loading" role="status">
        {words.value.shell.loading}
      </p>
    ) : (
      <Trouble error={trouble.value} again={() => void readPatient()} />
    )
  return (
    <div class="page patient">
      <Head patient={patient.value} />
      <Twins patient={patient.value} />
      <div class="patient-columns">
        <div class="patient-column">
          <Notes patientId={id} />
          <Visits />
          <Messages patientId={id} />
        </div>
        <div class="patient-column">
          <Details patient={patient.value} />
          <Consents patient={patient.value} />
          {isOwner() && <SeenBy patientId={id} />}
          <Papers patient={patient.value} />
        </div>
      </div>
    </div>
  )
}
