/** Everything about one patient, on one page. */
import { useEffect, useLayoutEffect } from 'preact/hooks'
import { failedBy } from '../../api/failure.ts'
import { useKeys } from '../../base/keys.ts'
import { isOwner } from '../../base/me.ts'
import { followPractice } from '../../live/practice.ts'
import { Read } from '../../parts/read.tsx'
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
import { followPatient, patient } from './state.ts'
import { Twins } from './twins-of.tsx'
import { Visits } from './visits.tsx'

export function PatientPage({ id }: { readonly id: string }) {
  useEffect(needLookups, [])
  useEffect(followPractice, [])
  // The record of the last patient is cleared before the page is painted. Nobody may see it on another patient's page.
  useLayoutEffect(followPatient, [])
  useKeys(() => {
    const { patient: w, notes } = words.value
    const write = () => beginDraft(newKey(id), id, undefined)
    return [{ key: 'n', room: w.title, says: notes.add, run: write }]
  })
  if (failedBy(patient.trouble, 'not_found')) return <Gone id={id} />
  return (
    <Read from={patient}>
      {(patient) => (
        <div class="page patient">
          <Head patient={patient} />
          <Twins patient={patient} />
          <div class="patient-columns">
            <div class="patient-column">
              <Notes patientId={id} />
              <Visits />
              <Messages patientId={id} />
            </div>
            <div class="patient-column">
              <Details patient={patient} />
              <Consents patient={patient} />
              {isOwner() && <SeenBy patientId={id} />}
              <Papers patient={patient} />
            </div>
          </div>
        </div>
      )}
    </Read>
  )
}
