/** The buttons that print, export, merge or delete a record. */
import { api, at } from '../../api/api.ts'
import { Failure } from '../../api/failure.ts'
import { requireOnline } from '../../api/require-online.ts'
import { restoreRecord } from '../../base/archive.ts'
import { Button } from '../../base/button.tsx'
import { isOwner } from '../../base/me.ts'
import { go, hrefOf } from '../../base/route.ts'
import { offerUndo, say } from '../../base/toasts.tsx'
import type { Patient } from '../../contract/names.ts'
import { askFirst } from '../../parts/ask-first.tsx'
import { printRecord, saveRecord } from '../../parts/papers.ts'
import { forget } from '../../parts/patient/recent.ts'
import { fullName, spokenName } from '../../words/names.ts'
import { words } from '../../words/words.ts'
import { mergeWith } from './merge-search.tsx'
import { Section } from './section.tsx'

export function Papers({ patient }: { readonly patient: Patient }) {
  const { patient: w } = words.value
  return (
    <Section title={w.record}>
      <div class="papers">
        {isOwner() && (
          <>
            <Button icon="print" onClick={() => void printRecord(patient.id, fullName(patient))}>
              {w.print}
            </Button>
            <Button onClick={() => void saveRecord(patient.id, fullName(patient))}>{w.exportFile}</Button>
          </>
        )}
        <Button onClick={() => mergeWith(patient)}>{w.mergeWith}</Button>
        <Button onClick={() => void askDelete(patient)}>{w.remove}</Button>
      </div>
      <p class="hint">
        {isOwner() ? (
          <>
            {w.eraseHint} <a href={hrefOf('settings', 'rights')}>{w.eraseLink}</a>
          </>
        ) : (
          w.ownersOnly
        )}
      </p>
    </Section>
  )
}

async function askDelete(patient: Patient): Promise<void> {
  const { patient: w } = words.value
  const name = spokenName(patient)
  const done = await askFirst({
    title: w.removeAsk(name),
    text: [w.removeSays],
    verb: w.remove,
    danger: true,
    act: async () => {
      requireOnline()
      await api.DELETE('/api/v1/patients/{patientId}', at({ patientId: patient.id }, patient.version))
    },
  })
  if (!done) return
  forget(patient.id)
  go(['patients'])
  if (isOwner()) offerUndo(w.removed(name), () => bringBack(patient))
  else say(w.removed(name))
}

async function bringBack({ id }: Patient): Promise<void> {
  await restorePatient(id)
  go(['patients', id])
}

/** Brings a deleted patient back. @throws Failure. */
export async function restorePatient(patientId: string): Promise<void> {
  if (!(await restoreRecord(patientId, { kind: 'patient', patientId })))
    throw new Failure('not_found', 'The patient is not in the archive.')
}
