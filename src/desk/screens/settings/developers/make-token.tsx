import { ask } from '../../../api/api.ts'
import { failedBy } from '../../../api/failure.ts'
import { isOwner } from '../../../base/me.ts'
import { Told } from '../../../base/say-failure.ts'
import type { components } from '../../../contract/openapi.ts'
import { fieldValue } from '../../../parts/checked-form.ts'
import { Field } from '../../../parts/field.tsx'
import { mistakes } from '../../../parts/form.ts'
import { TextField } from '../../../parts/text-field.tsx'
import { words } from '../../../words/words.ts'
import { CheckedForm } from '../parts/checked-form.tsx'

export type MadeToken = components['schemas']['CreatedApiToken']
type Scope = MadeToken['scopes'][number]

const lives = [30, 90, 365]
const usualLife = 90

/** A form that makes an API token. Only owners may give a token the settings. */
export function MakeToken({ made }: { readonly made: (token: MadeToken) => Promise<unknown> }) {
  const { developers: says } = words.value
  const scopes: readonly Scope[] = isOwner() ? ['read', 'write', 'settings'] : ['read', 'write']
  return (
    <CheckedForm verb={says.make} send={async (form) => await made(await make(form))}>
      {(errors) => (
        <>
          <div class="pair">
            <TextField name="name" label={says.name} required error={errors.name} />
            <Field label={says.endsIn}>
              {(its) => (
                <select {...its} name="days">
                  {lives.map((days) => (
                    <option key={days} value={days} selected={days === usualLife}>
                      {says.days(days)}
                    </option>
                  ))}
                </select>
              )}
            </Field>
          </div>
          <fieldset aria-describedby={errors.scopes && 'scopes-error'}>
            <legend class="label">{says.may}</legend>
            <div class="scope-ticks">
              {scopes.map((scope) => (
                <label key={scope} class="tick">
                  <input
                    type="checkbox"
                    name="scopes"
                    value={scope}
                    defaultChecked={scope !== 'settings'}
                    aria-invalid={errors.scopes ? 'true' : undefined}
                  />
                  {says.scopes[scope]}
                </label>
              ))}
            </div>
            {errors.scopes && (
              <p class="error" id="scopes-error">
                {errors.scopes}
              </p>
            )}
          </fieldset>
        </>
      )}
    </CheckedForm>
  )
}

async function make(form: HTMLFormElement): Promise<MadeToken> {
  const { developers: says } = words.value
  const ticked = form.querySelectorAll<HTMLInputElement>('[name=scopes]:checked')
  const scopes = [...ticked].map(({ value }) => value as Scope)
  if (scopes.length === 0) throw mistakes({ scopes: says.chooseScope })
  const body = { name: fieldValue(form, 'name'), days: Number(fieldValue(form, 'days')), scopes }
  return await ask((api) => api.POST('/api/v1/me/tokens', { body })).catch((error) => {
    throw failedBy(error, 'conflict') ? new Told(says.tooMany) : error
  })
}
