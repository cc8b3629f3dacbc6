import { useSignal } from '@preact/signals'
import { ask } from '../api/api.ts'
import type { Patient } from '../api/names.ts'
import { Button } from '../parts/button.tsx'
import { Field, FormProblem } from '../parts/field.tsx'
import { useForm } from '../parts/form.ts'
import { words } from '../words/words.ts'

interface Props {
  /** What was typed in the search. */
  readonly name: string
  readonly saved: (patient: Patient) => void
  readonly cancel: () => void
}

/** Registers a patient. */
export function NewPatientForm({ name, saved, cancel }: Props) {
  const { booking, shell } = words.value
  const { state, submit } = useForm()
  const [first = '', ...rest] = name.split(' ')
  const firstName = useSignal(first)
  const lastName = useSignal(rest.join(' '))
  const send = () =>
    submit(async () => {
      const body = { firstName: firstName.value, lastName: lastName.value }
      saved(await ask((api) => api.POST('/api/v1/patients', { body })))
    })
  const { busy, problem, errors } = state.value
  return (
    <form
      class="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <Field label={booking.firstName} error={errors.firstName}>
        {(its) => (
          <input
            {...its}
            type="text"
            value={firstName.value}
            onInput={({ currentTarget }) => {
              firstName.value = currentTarget.value
            }}
          />
        )}
      </Field>
      <Field label={booking.lastName} error={errors.lastName}>
        {(its) => (
          <input
            {...its}
            type="text"
            value={lastName.value}
            onInput={({ currentTarget }) => {
              lastName.value = currentTarget.value
            }}
          />
        )}
      </Field>
      <FormProblem text={problem} />
      <div class="dialog-actions">
        <Button onClick={cancel}>{shell.cancel}</Button>
        <Button kind="primary" type="submit" busy={busy}>
          {shell.save}
        </Button>
      </div>
    </form>
  )
}
