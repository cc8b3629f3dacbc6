import { signal } from '@preact/signals'
import { api } from '../../../api/api.ts'
import { isOwner, me, readMe } from '../../../base/me.ts'
import { say } from '../../../base/toasts.tsx'
import { Field, FormProblem } from '../../../parts/field.tsx'
import { useForm } from '../../../parts/form.ts'
import { type Language, languageNames } from '../../../words/languages.ts'
import { words } from '../../../words/words.ts'

/** The personal settings of a member. */
export function OwnPage() {
  const { settings } = words.value
  const { name, email } = me.value.user
  return (
    <>
      <section class="card who">
        <p>
          <strong>{name}</strong> <span class="badge">{isOwner() ? settings.owner : settings.assistant}</span>
        </p>
        <p class="soft">{email}</p>
      </section>
      <LanguageChoice />
    </>
  )
}

/** The chosen language while it is being saved. */
const chosen = signal<string | undefined>(undefined)

/** The language of the desk. The language is saved as soon as it is chosen. */
function LanguageChoice() {
  const { settings } = words.value
  const { state, submit } = useForm()
  const saved = me.value.user.language ?? ''
  const choose = async (language: string) => {
    chosen.value = language
    const done = await submit(async () => {
      await saveLanguage((language || null) as Language | null)
      await readMe()
    })
    chosen.value = undefined
    if (done) say(words.value.settings.languageSaved)
  }
  return (
    <section class="card stack">
      <Field label={settings.deskLanguage} hint={settings.deskLanguageHint}>
        {(its) => (
          <select
            {...its}
            value={chosen.value ?? saved}
            onChange={({ currentTarget: { value } }) => void choose(value)}
          >
            <option value="">{settings.browserLanguage}</option>
            {Object.entries(languageNames).map(([id, name]) => (
              <option key={id} value={id} lang={id}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <FormProblem text={state.value.problem} />
    </section>
  )
}

/** @throws Failure. */
const saveLanguage = (language: Language | null): Promise<unknown> =>
  api.PATCH('/api/v1/me', { body: { language } })
