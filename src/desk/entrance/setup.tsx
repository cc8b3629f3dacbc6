import { useMemo } from 'preact/hooks'
import { Button } from '../base/button.tsx'
import type { Pack } from '../contract/names.ts'
import { missing, useDraft, wrongEmail } from '../parts/draft.ts'
import { Field, FormProblem, notesOn } from '../parts/field.tsx'
import { sending } from '../parts/form.ts'
import { offeredHours, wrongTimes } from '../parts/hours.ts'
import { HoursEditor } from '../parts/hours-editor.tsx'
import { TextField } from '../parts/text-field.tsx'
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

const emptySetup = () => ({
  fields: {
    practiceName: '',
    pack: '',
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    workingHours: offeredHours,
    ownerName: '',
    ownerEmail: '',
  },
  version: 0,
})
type Fields = ReturnType<typeof emptySetup>['fields']

/**
 * The mistakes that the form can see. The server finds the others, such as hours that overlap, and names all of them at
 * once.
 */
function mistakesIn({ practiceName, pack, workingHours, ownerName, ownerEmail }: Fields) {
  const { forms } = words.value
  const email = wrongEmail(ownerEmail)
  const times = Object.entries(wrongTimes(workingHours))
  return {
    ...Object.fromEntries(times.flatMap(([path, kind]) => (kind === 'empty' ? [[path, forms.fillIn]] : []))),
    ...missing({ practiceName, ownerName }),
    ...(pack === '' && { pack: forms.choose }),
    ...(email !== undefined && { ownerEmail: email }),
  }
}

const trimmed = ({ practiceName, ownerName, ownerEmail, ...others }: Fields) => ({
  ...others,
  practiceName: practiceName.trim(),
  ownerName: ownerName.trim(),
  ownerEmail: ownerEmail.trim(),
})

function SetupForm({ packs, register }: Props) {
  const { setup } = words.value.entrance
  const start = useMemo(emptySetup, [])
  const draft = useDraft({ saved: () => start, send: () => {}, check: mistakesIn })
  const { pack, timezone, workingHours } = draft.fields
  const notes = notesOn('packs', setup.kindHint, draft.errorAt('pack'))
  return (
    <>
      <Heading>{setup.title}</Heading>
      <p>{setup.short}</p>
      <form
        class="stack"
        noValidate
        onSubmit={sending(() => draft.attempt((fields) => register(trimmed(fields))))}
      >
        <section class="stack" aria-labelledby="practice-heading">
          <h2 id="practice-heading">{setup.practice}</h2>
          <TextField draft={draft} name="practiceName" label={setup.name} autocomplete="organization" />
          <Field label={setup.timezone} hint={clockIn(timezone)} error={draft.errorAt('timezone')}>
            {(its) => (
              <TimeZoneSelect its={its} zone={timezone} change={(timezone) => draft.set({ timezone })} />
            )}
          </Field>
          <fieldset class="field">
            <legend>{setup.kind}</legend>
            {notes.below}
            <div class="packs">
              {packs.map((each) => (
                <PackChoice
                  key={each.id}
                  pack={each}
                  isChosen={each.id === pack}
                  isWrong={draft.errorAt('pack') !== undefined}
                  choose={() => draft.set({ pack: each.id })}
                />
              ))}
            </div>
          </fieldset>
          <section aria-labelledby="hours-heading">
            <h3 id="hours-heading">{setup.hours}</h3>
            <p class="hint">{setup.hoursHint}</p>
            <HoursEditor
              label={setup.hours}
              week={workingHours}
              change={(workingHours) => draft.set({ workingHours })}
              errorAt={(path) => draft.errorAt(`workingHours.${path}`)}
            />
          </section>
        </section>
        <section class="stack" aria-labelledby="owner-heading">
          <h2 id="owner-heading">{setup.owner}</h2>
          <TextField draft={draft} name="ownerName" label={setup.yourName} autocomplete="name" />
          <TextField draft={draft} name="ownerEmail" type="email" label={setup.email} autocomplete="email" />
          <p>{setup.next}</p>
        </section>
        <FormProblem text={draft.problem} />
        <Button kind="primary" class="wide" type="submit" busy={draft.busy}>
          {setup.act}
        </Button>
      </form>
    </>
  )
}

function PackChoice({
  pack: { id, name, statuses },
  isChosen,
  isWrong,
  choose,
}: {
  readonly pack: Pack
  readonly isChosen: boolean
  readonly isWrong: boolean
  readonly choose: () => void
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
        checked={isChosen}
        onChange={choose}
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
