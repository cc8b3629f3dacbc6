/** Merges two records of one person. The dialogue shows both side by side, and marks the values that will be kept. */
import { useState } from 'preact/hooks'
import { api, at } from '../../api/api.ts'
import { failedBy } from '../../api/failure.ts'
import { requireOnline } from '../../api/require-online.ts'
import { restore } from '../../base/archive.ts'
import { Icon } from '../../base/icon.tsx'
import { isOwner, me, zone } from '../../base/me.ts'
import { go } from '../../base/route.ts'
import { sayDayOf } from '../../base/time/say.ts'
import { offerUndo, say } from '../../base/toasts.tsx'
import type { Patient } from '../../contract/names.ts'
import { Dialog, FormButtons, openDialog } from '../../parts/dialog.tsx'
import { FormProblem } from '../../parts/field.tsx'
import { useForm } from '../../parts/form.ts'
import { forget } from '../../parts/patient/recent.ts'
import { spokenName } from '../../words/names.ts'
import { words } from '../../words/words.ts'
import { type FieldName, fieldNames, ownText, sayField } from './fields.ts'
import { filledFields } from './filled.ts'

/**
 * The ids of merged patients, each with the id of the kept patient. With them, an old link can show the kept patient.
 */
export const mergedInto = new Map<string, string>()

/**
 * Opens the dialogue for two patients who may be one person. The older record is kept, unless the user chooses the
 * other.
 */
export const openMerge = (one: Patient, other: Patient): void =>
  void openDialog((close) => <Merge pair={[one, other].sort(byAge) as [Patient, Patient]} close={close} />)

/** Fields that are shown even when they are equal, because they help to see whether both are one person. */
const evidence: ReadonlySet<FieldName> = new Set(['dob', 'phoneMobile', 'email'])

const byAge = (a: Patient, b: Patient) => Date.parse(a.createdAt) - Date.parse(b.createdAt)

function Merge({
  pair: begun,
  close,
}: {
  readonly pair: readonly [Patient, Patient]
  readonly close: () => void
}) {
  const [pair, setPair] = useState(begun)
  const [keptIndex, setKeptIndex] = useState(0)
  const { state, submit } = useForm()
  const { patient: w } = words.value
  const kept = pair[keptIndex]!
  const from = pair[1 - keptIndex]!
  const send = () =>
    submit(async () => {
      requireOnline()
      try {
        const { archiveId } = await api.POST('/api/v1/patients/{patientId}/merge', {
          ...at({ patientId: kept.id }, kept.version),
          body: { from: from.id, version: from.version },
        })
        merged(kept, from, archiveId)
        close()
      } catch (error) {
        if (failedBy(error, 'precondition_failed') || failedBy(error, 'conflict'))
          setPair([await read(pair[0].id), await read(pair[1].id)])
        throw error
      }
    })
  const says = (name: FieldName) => pair.map((patient) => sayField(patient, name))
  const shown = fieldNames.filter((name) => {
    const [one, other] = says(name)
    return one !== other || (evidence.has(name) && one !== '')
  })
  const filled = filledFields(kept, from)
  const own = me.value.practice.ownFields
    .map((field) => ({ ...field, texts: pair.map((patient) => ownText(patient, field.id)) }))
    .filter(({ texts: [one, other] }) => one !== other)
  return (
    <Dialog
      title={w.mergeTitle}
      close={close}
      size="wide"
      onSubmit={send}
      actions={<FormButtons close={close} verb={w.mergeDo} busy={state.value.busy} />}
    >
      <p>{w.mergeAsk}</p>
      <table class="merge">
        <thead>
          <tr>
            <td />
            {pair.map((patient, index) => (
              <th key={patient.id} scope="col" class={index === keptIndex ? 'kept' : ''}>
                <label class="tick">
                  <input
                    type="radio"
                    name="kept"
                    autofocus={index === keptIndex}
                    checked={index === keptIndex}
                    onChange={() => setKeptIndex(index)}
                  />
                  {w.keepThis}
                </label>
                <strong>{spokenName(patient)}</strong>
                <span class="soft">{w.since(sayDayOf(patient.createdAt, zone(), 'number'))}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((name) => (
            <tr key={name}>
              <th scope="row">{w.fields[name]}</th>
              {pair.map((patient) => (
                <td key={patient.id}>
                  <Value
                    text={sayField(patient, name)}
                    stays={says(name)[0] === says(name)[1] || filled.has(name) === (patient === from)}
                  />
                </td>
              ))}
            </tr>
          ))}
          {own.map(({ id, name, texts }) => (
            <tr key={id}>
              <th scope="row">{name}</th>
              {texts.map((text, index) => (
                <td key={pair[index]!.id}>
                  <Value text={text} stays={index === keptIndex || texts[keptIndex] === ''} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <ul class="bullets">
        <li>{w.mergeMoves}</li>
        <li>{isOwner() ? w.mergeUndoOwner : w.mergeUndo}</li>
      </ul>
      <FormProblem text={state.value.problem} />
    </Dialog>
  )
}

/** A value in the comparison. A value that stays has a tick, and a value that is lost is struck through. */
const Value = ({ text, stays }: { readonly text: string; readonly stays: boolean }) => {
  if (text === '') return <span class="soft">–</span>
  if (!stays) return <del>{text}</del>
  return (
    <span class="stays">
      <Icon name="check" />
      <span class="visually-hidden">{words.value.patient.isKept} </span>
      {text}
    </span>
  )
}

const read = (patientId: string): Promise<Patient> =>
  api.GET('/api/v1/patients/{patientId}', at({ patientId }))

function merged(kept: Patient, from: Patient, archiveId: string): void {
  const { patient: w } = words.value
  mergedInto.set(from.id, kept.id)
  forget(from.id)
  go(['patients', kept.id])
  if (!isOwner()) {
    say(w.merged(spokenName(kept)))
    return
  }
  offerUndo(w.merged(spokenName(kept)), async () => {
    await restore(archiveId)
    mergedInto.delete(from.id)
  })
}
