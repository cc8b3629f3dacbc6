import { api } from '../../../api/api.ts'
import { instead } from '../../../api/failure.ts'
import { isOwner } from '../../../base/me.ts'
import { Told } from '../../../base/say-failure.ts'
import type { components } from '../../../contract/openapi.ts'
import { missing, useNew } from '../../../parts/draft.ts'
import { DraftForm } from '../../../parts/draft-form.tsx'
import { SelectField } from '../../../parts/select.tsx'
import { TextField } from '../../../parts/text-field.tsx'
import { Box } from '../../../parts/tick.tsx'
import { words } from '../../../words/words.ts'

export type MadeToken = components['schemas']['CreatedApiToken']
type Scope = MadeToken['scopes'][number]

const lives = [30, 90, 365]
const usualLife = 90

const start = { name: '', days: usualLife, scopes: ['read', 'write'] as readonly Scope[] }

/** A form that makes an API token. Only owners may give a token access to the settings. */
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
        <SelectField
          label={says.endsIn}
          name="days"
          value={String(days)}
          choices={lives.map((days) => [String(days), says.days(days)] as const)}
          choose={(days) => draft.set({ days: Number(days) })}
        />
      </div>
      <fieldset aria-describedby={error && 'scopes-error'}>
        <legend class="label">{says.may}</legend>
        <div class="scope-ticks">
          {scopes.map((scope) => (
            <Box
              key={scope}
              label={says.scopes[scope]}
              name="scopes"
              value={scope}
              checked={ticked.includes(scope)}
              aria-invalid={error ? 'true' : undefined}
              change={(checked) =>
                draft.set({
                  scopes: scopes.filter((each) => (each === scope ? checked : ticked.includes(each))),
                })
              }
            />
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
