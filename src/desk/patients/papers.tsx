/** Copies of a record, and the ways to be rid of it. */

import { ask, ifMatch } from '../api/api.ts'
import { Failure } from '../api/failure.ts'
import type { Patient } from '../api/names.ts'
import { Button } from '../parts/button.tsx'
import { Dialog, openDialog } from '../parts/dialog.tsx'
import { FormProblem } from '../parts/field.tsx'
import { useForm } from '../parts/form.ts'
import { printIn, saveAs } from '../parts/papers.ts'
import { isOwner } from '../shell/me.ts'
import { go, hrefOf } from '../shell/route.ts'
import { offerUndo, say, sayProblem, sayTrouble } from '../shell/toasts.tsx'
import { spokenName } from '../words/names.ts'
import { words } from '../words/words.ts'
import { mergeWith } from './merge-search.tsx'
import { requireOnline } from './online.ts'
import { forget } from './recent.ts'
import { Section } from './section.tsx'

export function Papers({ patient }: { readonly patient: Patient }) {
  const { patient: w } = words.value
  return (
    <Section title={w.record}>
      <div class="papers">
        {isOwner() && (
          <>
            <Button icon="print" onClick={() => void printRecord(patient)}>
              {w.print}
            </Button>
            <Button onClick={() => void exportFile(patient)}>{w.exportFile}</Button>
          </>
        )}
        <Button onClick={() => mergeWith(patient)}>{w.mergeWith}</Button>
        <Button onClick={() => askDelete(patient)}>{w.remove}</Button>
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

/** Shows everything about a patient in a window to print. Called by a click, or the browser opens no window. */
export async function printRecord(patient: Patient): Promise<void> {
  try {
    await printIn(spokenName(patient), async () => {
      const { parts } = await ask((api) =>
        api.GET('/api/v1/patients/{patientId}/export/page', { params: { path: { patientId: patient.id } } }),
      )
      return parts.join('')
    })
  } catch (error) {
    if (error instanceof Failure) sayTrouble(error)
    else sayProblem(words.value.patient.noWindow)
  }
}

async function exportFile(patient: Patient): Promise<void> {
  try {
    const data = await ask((api) =>
      api.GET('/api/v1/patients/{patientId}/export', { params: { path: { patientId: patient.id } } }),
    )
    saveAs(`${spokenName(patient)}.json`, data)
    say(words.value.patient.exported)
  } catch (error) {
    sayTrouble(error)
  }
}

const askDelete = (patient: Patient): void =>
  void openDialog((close) => <AskDelete patient={patient} close={close} />)

function AskDelete({ patient, close }: { readonly patient: Patient; readonly close: () => void }) {
  const { patient: w, shell } = words.value
  const { state, submit } = useForm()
  const send = () =>
    submit(async () => {
      requireOnline()
      await ask((api) =>
        api.DELETE('/api/v1/patients/{patientId}', {
          params: { path: { patientId: patient.id } },
          headers: ifMatch(patient.version),
        }),
      )
      close()
      forget(patient.id)
      go(['patients'])
      if (isOwner()) offerUndo(w.removed(spokenName(patient)), () => bringBack(patient))
      else say(w.removed(spokenName(patient)))
    })
  return (
    <Dialog
      title={w.removeAsk(spokenName(patient))}
      close={close}
      size="small"
      onSubmit={send}
      actions={
        <>
          <Button onClick={close}>{shell.cancel}</Button>
          <Button kind="danger" type="submit" busy={state.value.busy}>
            {w.remove}
          </Button>
        </>
      }
    >
      <p>{w.removeSays}</p>
      <FormProblem text={state.value.problem} />
    </Dialog>
  )
}

async function bringBack({ id }: Patient): Promise<void> {
  await restorePatient(id)
  go(['patients', id])
}

/** Brings a deleted patient back. @throws Failure. */
export async function restorePatient(patientId: string): Promise<void> {
  const query = { kind: 'patient', patientId, limit: 1 } as const
  const { items } = await ask((api) => api.GET('/api/v1/archive', { params: { query } }))
  const archiveId = items[0]?.id
  if (archiveId === undefined) throw new Failure('not_found', 'The patient is not in the archive.')
  await ask((api) => api.POST('/api/v1/archive/{archiveId}/restore', { params: { path: { archiveId } } }))
}
