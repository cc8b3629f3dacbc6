/** The short form for a new patient. All other fields can be filled later on the patient's page. */
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { api } from '../../api/api.ts'
import { repeatableKeys } from '../../api/repeatable.ts'
import { requireOnline } from '../../api/require-online.ts'
import { Button } from '../../base/button.tsx'
import { controlsIn, focusMistake } from '../../base/focus.ts'
import { reading } from '../../base/time/reading.ts'
import { sayDob } from '../../base/time/say.ts'
import type { Patient } from '../../contract/names.ts'
import { words } from '../../words/words.ts'
import { useNew } from '../draft.ts'
import { Field, FormProblem } from '../field.tsx'
import { Box } from '../tick.tsx'
import { AlreadyThere } from './already-there.tsx'
import { begunWith, patientOf, personOf, type TypedPatient } from './new-typed.ts'

interface Props {
  /** The text that was typed so far: a name, a phone number or an address. */
  readonly name?: string
  /** Called with the new patient, or with an existing patient who was chosen. */
  readonly saved: (patient: Patient) => void
  readonly cancel: () => void
}

const noConsent = { notifyByEmail: false, notifyBySms: false, recallConsent: false }

/**
 * A form that shows likely duplicates while a person types. It fills the element in which it is drawn. No consent is
 * ticked at first, because a consent counts only if the patient was asked.
 */
export function NewPatientForm({ name = '', saved, cancel }: Props) {
  const keyOf = useMemo(repeatableKeys, [])
  const begun = useMemo(() => ({ ...begunWith(name, reading()), ...noConsent }), [])
  const draft = useNew(begun, async ({ notifyByEmail, notifyBySms, recallConsent, ...typed }) => {
    const body = { ...patientOf(typed, reading()), notifyByEmail, notifyBySms, recallConsent }
    requireOnline()
    const params = { header: keyOf(body) }
    saved(await api.POST('/api/v1/patients', { params, body }))
  })
  const { notifyByEmail: _, notifyBySms: __, recallConsent: ___, ...typed } = draft.fields
  const { patient: w, shell } = words.value
  const own = useRef<HTMLFieldSetElement>(null)
  useLayoutEffect(() => {
    const inputs = controlsIn(own.current!, 'input') as HTMLInputElement[]
    ;(inputs.find(({ value }) => value === '') ?? inputs[0]!).focus()
  }, [])
  const field = (
    key: keyof TypedPatient,
    more: { inputMode?: 'tel' | 'email'; placeholder?: string } = {},
  ) => (
    <Field
      label={w.fields[key]}
      error={draft.errorAt(key)}
      optional={key !== 'firstName' && key !== 'lastName'}
    >
      {(its) => (
        <input
          type="text"
          {...its}
          {...more}
          // A dialog gives the focus to the first field with `autofocus`.
          autofocus={typed[key] === ''}
          autocomplete="off"
          maxLength={200}
          value={typed[key]}
          onInput={({ currentTarget: { value } }) => draft.set({ [key]: value })}
        />
      )}
    </Field>
  )
  const consent = (key: keyof typeof noConsent) => (
    <Box
      label={w.fields[key]}
      checked={draft.fields[key]}
      change={(checked) => draft.set({ [key]: checked })}
    />
  )
  const save = async () => {
    if (!(await draft.save())) requestAnimationFrame(() => focusMistake(own.current))
  }
  // These fields are no form, because they may be inside a form. So the Enter key is handled here.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.isComposing || !(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    event.stopPropagation()
    void save()
  }
  return (
    <fieldset class="stack" aria-label={w.add} ref={own} onKeyDown={onKeyDown}>
      <div class="pair">
        {field('firstName')}
        {field('lastName')}
        {field('dob', { placeholder: sayDob('1984-12-31') })}
        {field('phoneMobile', { inputMode: 'tel' })}
      </div>
      {field('email', { inputMode: 'email' })}
      <fieldset>
        <legend class="label">{w.consentsAsk}</legend>
        {consent('notifyByEmail')}
        {consent('notifyBySms')}
        {consent('recallConsent')}
      </fieldset>
      <AlreadyThere person={personOf(typed, reading())} choose={saved} />
      <FormProblem text={draft.problem} />
      <div class="form-actions">
        <Button onClick={cancel}>{shell.cancel}</Button>
        <Button kind="primary" busy={draft.busy} onClick={() => void save()}>
          {w.addThis}
        </Button>
      </div>
    </fieldset>
  )
}
