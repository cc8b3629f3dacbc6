import { useEffect, useRef, useState } from 'preact/hooks'
import { Button } from '../base/button.tsx'
import { watchUnsaved } from '../base/unsaved.ts'
import type { Pack } from '../contract/names.ts'
import { fieldValue, useCheckedForm } from '../parts/checked-form.ts'
import { Field, FormProblem, notesOn } from '../parts/field.tsx'
import { offeredHours } from '../parts/hours.ts'
import { HoursEditor } from '../parts/hours-editor.tsx'
import { clockIn, TimeZoneSelect } from '../parts/time-zone-select.tsx'
import { words } from '../words/words.ts'
import { ByLink, type Register } from './by-link.tsx'
import { Heading, ToSignIn, useTitle } from './parts.tsx'

/** Sets up the practice and makes the passkey of its first owner. */
export function Setup() {
  const { setup } = words.value.entrance
  useTitle(setup.title)
  return (
    <ByLink<{ readonly packs: readonly Pack[] }>
      purpose="setup"
      wide
      spent={
        <>
          <Heading>{setup.spent}</Heading>
          <p>{setup.where}</p>
          <ToSignIn text={setup.already} says={setup.signIn} />
        </>
      }
    >
      {({ packs }, register) => <SetupForm packs={packs} register={register} />}
    </ByLink>
  )
}

interface Props {
  readonly packs: readonly Pack[]
  readonly register: Register
}

function SetupForm({ packs, register }: Props) {
  const { setup } = words.value.entrance
  const [timezone, setTimezone] = useState(() => Intl.DateTimeFormat().resolvedOptions().timeZone)
  const [workingHours, setHours] = useState(offeredHours)
  const { state, ref, submitNow } = useCheckedForm((form) => {
    const texts = ['practiceName', 'pack', 'ownerName', 'ownerEmail'].map((name) => [
      name,
      fieldValue(form, name),
    ])
    return register({ ...Object.fromEntries(texts), timezone, workingHours })
  })
  const { busy, problem, errors } = state.value
  const isTouched = useRef(false)
  useEffect(() => watchUnsaved(() => isTouched.current), [])
  const text = (name: string, label: string, autocomplete: string) => (
    <Field label={label} error={errors[name]}>
      {(its) => (
        <input {...its} type="text" name={name} autocomplete={autocomplete} maxLength={200} required />
      )}
    </Field>
  )
  const notes = notesOn('packs', setup.kindHint, errors.pack)
  return (
    <>
      <Heading>{setup.title}</Heading>
      <p>{setup.short}</p>
      <form
        class="stack"
        noValidate
        ref={ref}
        onInput={() => {
          isTouched.current = true
        }}
        onSubmit={(event) => {
          event.preventDefault()
          void submitNow()
        }}
      >
        <section class="stack" aria-labelledby="practice-heading">
          <h2 id="practice-heading">{setup.practice}</h2>
          {text('practiceName', setup.name, 'organization')}
          <Field label={setup.timezone} hint={clockIn(timezone)} error={errors.timezone}>
            {(its) => <TimeZoneSelect its={its} zone={timezone} change={setTimezone} />}
          </Field>
          <fieldset class="field">
            <legend>{setup.kind}</legend>
            {notes.below}
            <div class="packs">
              {packs.map((pack) => (
                <PackChoice key={pack.id} pack={pack} isWrong={errors.pack !== undefined} />
              ))}
            </div>
          </fieldset>
          <section aria-labelledby="hours-heading">
            <h3 id="hours-heading">{setup.hours}</h3>
            <p class="hint">{setup.hoursHint}</p>
            <HoursEditor
              label={setup.hours}
              week={workingHours}
              change={setHours}
              errorAt={(path) => errors[`workingHours.${path}`]}
            />
          </section>
        </section>
        <section class="stack" aria-labelledby="owner-heading">
          <h2 id="owner-heading">{setup.owner}</h2>
          {text('ownerName', setup.yourName, 'name')}
          <Field label={setup.email} error={errors.ownerEmail}>
            {(its) => (
              <input {...its} type="email" name="ownerEmail" autocomplete="email" maxLength={254} required />
            )}
          </Field>
          <p>{setup.next}</p>
        </section>
        <FormProblem text={problem} />
        <Button kind="primary" class="wide" type="submit" busy={busy}>
          {setup.act}
        </Button>
      </form>
    </>
  )
}

function PackChoice({
  pack: { id, name, statuses },
  isWrong,
}: {
  readonly pack: Pack
  readonly isWrong: boolean
}) {
  const names: Readonly<Record<string, string>> = words.value.entrance.setup.packs
  return (
    <div class="pack">
      <input
        type="radio"
        name="pack"
        value={id}
        id={`pack-${id}`}
        required
        aria-invalid={isWrong ? 'true' : undefined}
        aria-describedby={isWrong ? `packs-error pack-${id}-statuses` : `pack-${id}-statuses`}
      />
      <label for={`pack-${id}`}>{names[id] ?? name}</label>
      <p class="hint" id={`pack-${id}-statuses`}>
        {statuses.map(({ label }) => label).join(' · ')}
      </p>
    </div>
  )
}
