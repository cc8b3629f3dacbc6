import { api } from '../../../api/api.ts'
import { instead } from '../../../api/failure.ts'
import { isOwner } from '../../../base/me.ts'
import { Told } from '../../../base/say-failure.ts'
import type { components } from '../../../contract/openapi.ts'
import { missing, useNew } from '../../../parts/draft.ts'
import { DraftForm } from '../../../parts/draft-form.tsx'
import { Field } from '../../../parts/field.tsx'
import { TextField } from '../../../parts/text-field.tsx'
import { words } from '../../../words/words.ts'

export type MadeToken = components['schemas']['CreatedApiToken']
type Scope = MadeToken['scopes'][number]

const lives = [30, 90, 365]
const usualLife = 90

const start = { name: '', days: usualLife, scopes: ['read', 'write'] as readonly Scope[] }

/** A form that makes an API token. Only owners may give a token the settings. */
export function MakeToken({ made }: { readonly made: (token: MadeToken) => Promise<unknown> }) {
  const { developers: says } = words.value
  const scopes: readonly Scope[] = isOwner() ? ['read', 'write', 'settings'] : ['read', 'write']
  const draft = useNew(
    start,
    async (body) => await made(await make(body)),
    ({ name, scopes }) => ({
      ...missing({ name }),
      ...(scopes.length === 0 && { scopes: says.chooseScope }),
    }),
  )
  const { days, scopes: ticked } = draft.fields
  const error = draft.errorAt('scopes')
  return (
    <DraftForm draft={draft} verb={says.make}>
      <div class="pair">
        <TextField draft={draft} name="name" label={says.name} />
        <Field label={says.endsIn}>
          {(its) => (
            <select
              {...its}
              name="days"
              value={days}
              onChange={({ currentTarget: { value } }) => draft.set({ days: Number(value) })}
            >
              {lives.map((days) => (
                <option key={days} value={days}>
                  {says.days(days)}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
      <fieldset aria-describedby={error && 'scopes-error'}>
        <legend class="label">{says.may}</legend>
        <div class="scope-ticks">
          {scopes.map((scope) => (
            <label key={scope} class="tick">
              <input
                type="checkbox"
                name="scopes"
                value={scope}
                checked={ticked.includes(scope)}
                aria-invalid={error ? 'true' : undefined}
                onChange={({ currentTarget: { checked } }) =>
                  draft.set({
                    scopes: scopes.filter((each) => (each === scope ? checked : ticked.includes(each))),
                  })
                }
              />
              {says.scopes[scope]}
            </label>
          ))}
        </div>
        {error && (
          <p class="error" id="scopes-error">
            {error}
          </p>
        )}
      </fieldset>
    </DraftForm>
  )
}

const make = ({ name, days, scopes }: typeof start): Promise<MadeToken> =>
  api
    .POST('/api/v1/me/tokens', { body: { name: name.trim(), days, scopes: [...scopes] } })
    .catch(instead('conflict', new Told(words.value.developers.tooMany)))
